/** An installation, and the load that it is under. */
export interface Setting {
  /** Equally busy. */
  readonly organisations: number;
  readonly replicas: number;
  readonly callsPerSecond: number;
  /** How long an answer takes to come; 0 for whole answers at once. */
  readonly streamSeconds: number;
  readonly bodyKib: number;
  /** Of a streamed answer, each an event. */
  readonly outputTokens: number;
  readonly store: 'postgres' | 'redis';
  /** Processes of a replica, each with a core of its own. */
  readonly coresPerReplica: number;
  readonly databaseCores: number;
  /** What the disk of the write-ahead log takes. */
  readonly diskMibPerSecond: number;
  /** Of rows of the log; the ledger and the tree stay. */
  readonly monthsKept: number;
  /** For each process. */
  readonly memoryMib: number;
  /** `max_connections` of PostgreSQL. */
  readonly connectionsMax: number;
}

export const processesOf = ({ replicas, coresPerReplica }: Setting): number =>
  replicas * coresPerReplica;
