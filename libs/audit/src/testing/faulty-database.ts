import { Database, type Statement, type Tx } from '#platform';

const DIE: Statement = { name: 'test-die', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };

/** A database that can be told to be away, or to lose the answer to a statement that it ran. */
export class FaultyDatabase extends Database {
  private readonly faults: ('away' | 'answer lost')[] = [];
  isAway = false;
  /** The next transaction ends after the statement of this name, before its commit. */
  nextBreak: { readonly after: string; readonly by: 'error' | 'lost connection' } | undefined;

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

  override transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.transaction((tx) => {
      const query = async <Row extends object>(
        statement: Statement,
        values?: readonly unknown[],
      ) => {
        const rows = await tx.query<Row>(statement, values);
        if (this.nextBreak?.after !== statement.name) return rows;
        const { by } = this.nextBreak;
        this.nextBreak = undefined;
        if (by === 'error') throw new Error('The transaction was told to fail.');
        await tx.query(DIE);
        return rows;
      };
      return work({ query } as Tx);
    });
  }
}
