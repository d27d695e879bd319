/** What runs beside the calls of a process, from its start to its end. */
export interface Task {
  /** For the log. */
  readonly name: string;
  /** May be a promise, which is waited for. Rejects when the process cannot work without it. */
  start?(): unknown;
  stop?(): unknown;
}
