/** Names this process among the replicas: leases, intents and metrics carry it. */
export class ReplicaId {
  constructor(readonly value: string) {}
}
