import { Database, type Statement } from '#platform';

/** A database that can be told to be away, or to lose the answer to a statement that it ran. */
export class FaultyDatabase extends Database {
  private readonly faults: ('away' | 'answer lost')[] = [];
  isAway = false;

  /** What happens to the next statements, one after the other. */
  fail(...faults: ('away' | 'answer lost')[]): void {
    this.faults.push(...faults);
  }

  override async query<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const fault = this.isAway ? 'away' : this.faults.shift();
    if (fault === 'away') throw new Error('Connection terminated unexpectedly');
    const rows = await super.query<Row>(statement, values);
    if (fault === 'answer lost') throw new Error('Connection terminated unexpectedly');
    return rows;
  }
}
