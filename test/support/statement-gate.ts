import { Client } from 'pg';
import { waitFor } from './wait-for.js';

/** Any number that nothing else on the server uses as a lock. */
const GATE_LOCK = 7_170_099;

const STANDING = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE_LOCK} AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Where a process is to stand still: before a statement changes a table, or at the end of its transaction. */
export interface GateAt {
  readonly table: string;
  /** `commit`: what was inserted or updated is all done, and not committed. */
  readonly on: 'INSERT' | 'UPDATE' | 'DELETE' | 'commit';
  /** In SQL; the others pass. */
  readonly only?: string;
  /** Nobody is stopped here before so many stand elsewhere. */
  readonly after?: number;
}

/**
 * Stops a real gateway at one step of what it asks the database: the statement waits for a lock that the
 * test holds, within PostgreSQL, so nothing of the product knows about it. Whoever stands there can be
 * killed, and then what it had asked for goes on (`open`) or is rolled back (`cut`).
 *
 * Statements end by themselves after ten seconds, so nobody can stand longer than that.
 */
export class StatementGate {
  private client: Client | undefined;
  private readonly drops: string[] = [];

  /** @param url of the database as its owner */
  constructor(private readonly url: string) {}

  async shut(...places: readonly GateAt[]): Promise<void> {
    const client = await this.connect();
    await client.query('SELECT pg_advisory_lock($1)', [GATE_LOCK]);
    for (const place of places) {
      const name = `gate_${this.drops.length}_${place.table}`;
      const drop = `DROP FUNCTION IF EXISTS ${name} CASCADE`;
      await client.query(`${drop}; ${writeGate(name, place)}`);
      this.drops.push(drop);
    }
  }

  /** The seal's lock, say: whoever only tries it goes away again. */
  async hold(lock: number): Promise<void> {
    await (await this.connect()).query('SELECT pg_advisory_lock($1)', [lock]);
  }

  /** Resolves when so many stand at it. */
  async reached(standing = 1): Promise<void> {
    await waitFor(`${standing} to stand at the gate`, async () => {
      return (await this.standing()).length >= standing;
    });
  }

  /** Whoever stands there goes on, and nobody is stopped any more. */
  async open(): Promise<void> {
    const client = await this.connect();
    await client.query('SELECT pg_advisory_unlock_all()');
    for (const drop of this.drops.splice(0)) await client.query(drop);
  }

  /** What stands there is rolled back, as if the server had never had it; then nobody is stopped any more. */
  async cut(): Promise<void> {
    const client = await this.connect();
    for (const pid of await this.standing()) {
      await client.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    }
    await this.open();
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => undefined);
    this.client = undefined;
  }

  private async standing(): Promise<readonly number[]> {
    const client = await this.connect();
    const { rows } = await client.query<{ pid: number }>(`SELECT pid ${STANDING}`);
    return rows.map(({ pid }) => pid);
  }

  /** Another one where the server was killed, and the lock with it. */
  private async connect(): Promise<Client> {
    if (this.client) return this.client;
    const client = new Client({ connectionString: this.url });
    client.on('error', () => (this.client = undefined));
    await client.connect();
    this.client = client;
    return client;
  }
}

function writeGate(name: string, { table, on, only = 'true', after = 0 }: GateAt): string {
  const stand = `PERFORM pg_advisory_xact_lock_shared(${GATE_LOCK});`;
  const trigger =
    on === 'commit'
      ? `CREATE CONSTRAINT TRIGGER ${name} AFTER INSERT OR UPDATE ON ${table}
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW`
      : `CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH STATEMENT`;
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF ${only} AND (SELECT count(*) >= ${after} ${STANDING}) THEN ${stand} END IF;
      RETURN NULL;
    END $$;
    ${trigger} EXECUTE FUNCTION ${name}();`;
}
