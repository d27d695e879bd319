import type { PoolClient, Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type Clock, SystemClock } from '#kernel';
import { Pulse } from './pulse.js';

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

const DISK_FULL = '53100';
// Replicas write something every five seconds, so a disk that stays full says so again within that.
const FULL_MS = 15_000;
const CLOSE_MS = 2_000; // A server that does not hear the farewell is left without one.

/**
 * PostgreSQL as the hot path sees it: named prepared statements over TypeORM's own pool.
 * TypeORM itself owns the connections and the migrations, and the entities of what is no call.
 */
export class Database implements Queries {
  private readonly pool: Pool;
  private readonly clients = new Set<PoolClient>();
  private readonly pulse: Pulse | undefined;
  private fullMs = Number.NEGATIVE_INFINITY;

  /** @param url of the server whose silence ends every wait; without one a wait may be long */
  constructor(
    readonly dataSource: DataSource,
    url: string | null = null,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
    // Not when they connect: the first of them did so before anybody listened.
    this.pool?.on('acquire', (client) => this.clients.add(client));
    this.pool?.on('remove', (client) => this.clients.delete(client));
    this.pulse = url === null ? undefined : new Pulse(url, () => this.hangUp());
  }

  /** For those that need connections of their own. */
  get url(): string {
    return (this.dataSource.driver as PostgresDriver).options.url ?? '';
  }

  async query<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const result = await this.watch(() =>
      this.pool.query<Row>({ ...statement, values: values as unknown[] }),
    );
    return result.rows;
  }

  /** Commits when `work` resolves, rolls back when it rejects. No network and no streams inside. */
  async transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // Lost while nothing was asked of it: the next query says so. Unheard, it would end the process.
    client.on('error', ignore);
    let broken: Error | undefined;
    try {
      await this.watch(() => client.query('BEGIN'));
      const result = await work(this.transactionOn(client));
      await this.watch(() => client.query('COMMIT'));
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

  /**
   * The same for entities: what their repositories do and what `tx` is asked stand in one transaction.
   * Not for calls, whose statements are prepared.
   */
  entities<Result>(work: (manager: EntityManager, tx: Tx) => Promise<Result>): Promise<Result> {
    return this.watch(() =>
      this.dataSource.transaction((manager) => work(manager, transactionOf(manager))),
    );
  }

  /** Until `resume` nothing is asked of it; what waits is rejected. */
  suspend(reason: string): void {
    this.pulse?.suspend(reason);
  }

  resume(): void {
    this.pulse?.resume();
  }

  /** The server's disk was full when something was last written, moments ago. */
  get isOutOfSpace(): boolean {
    return this.clock.monotonicMs() - this.fullMs < FULL_MS;
  }

  /** Bounded: a server that is frozen hears nothing, and is left all the same. */
  async close(): Promise<void> {
    if (this.pulse?.isSilent) this.hangUp();
    this.pulse?.stop();
    const late = new SystemClock().after(CLOSE_MS, () => this.hangUp());
    await this.dataSource.destroy();
    late.cancel();
  }

  private watch<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.pulse ? this.pulse.watch(work) : work();
    return running.catch((fault: unknown) => {
      if (fault instanceof Error && 'code' in fault && fault.code === DISK_FULL) {
        this.fullMs = this.clock.monotonicMs();
      }
      throw fault;
    });
  }

  /** One that comes after its wait was given up goes back to the pool. */
  private connect(): Promise<PoolClient> {
    let isWanted = true;
    const connecting = () =>
      this.pool.connect().then((client) => {
        if (!isWanted) client.release();
        return client;
      });
    return this.watch(connecting).catch((fault: unknown) => {
      isWanted = false;
      throw fault;
    });
  }

  /** What its connections were asked is lost, so none of them may be asked anything again. */
  private hangUp(): void {
    for (const client of this.clients) client.connection.stream.destroy();
  }

  private transactionOn(client: PoolClient): Tx {
    const query = async <Row extends object>(
      statement: Statement,
      values: readonly unknown[] = [],
    ) => {
      const asked = () => client.query<Row>({ ...statement, values: values as unknown[] });
      return (await this.watch(asked)).rows;
    };
    return { query } as Tx;
  }
}

function transactionOf({ queryRunner }: EntityManager): Tx {
  const query = async <Row extends object>(
    { text }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    const result = await queryRunner?.query(text, values as unknown[], true);
    return (result?.records ?? []) as Row[];
  };
  return { query } as Tx;
}

const ignore = (): void => undefined;
const asError = (error: Error): Error => error;
