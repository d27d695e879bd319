/** Names this process among the replicas: leases, intents and sealed entries carry it. */
export class ReplicaId {
  constructor(readonly value: string) {}
}
