import type { PoolClient, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** A query with a name is prepared once per connection. Names are unique in the process. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Where statements run: the pool, or one open transaction. */
export interface Queries {
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction that is visible: a repository method that may take part has `tx` first. */
export type Tx = Queries & { readonly [inTransaction]: true };
declare const inTransaction: unique symbol;

/**
 * PostgreSQL as the hot path sees it: named prepared statements over TypeORM's own pool.
 * TypeORM itself owns the connections and the migrations; there are no entities.
 */
export class Database implements Queries {
  private readonly pool: Pool;

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
  }

  async query<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const result = await this.pool.query<Row>({ ...statement, values: values as unknown[] });
    return result.rows;
  }

  /** Commits when `work` resolves, rolls back when it rejects. No network and no streams inside. */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    // Lost while nothing was asked of it: the next query says so. Unheard, it would end the process.
    client.on('error', ignore);
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(transactionOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is broken: the pool must not hand it out again.
      broken = await client.query('ROLLBACK').then(() => undefined, asError);
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }
}

const ignore = (): void => undefined;
const asError = (error: Error): Error => error;

function transactionOn(client: PoolClient): Tx {
  return {
    async query<Row extends object>(statement: Statement, values: readonly unknown[] = []) {
      const result = await client.query<Row>({ ...statement, values: values as unknown[] });
      return result.rows;
    },
  } as Tx;
}
