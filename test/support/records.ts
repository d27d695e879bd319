import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CheckpointSigner, fsck, Recorder, Sealer, type Entry, type FsckReport } from '#audit';
import { Settling, OpenCalls } from '#pipeline';
import type { Database } from '#platform';
import { waitFor } from './wait-for.js';

export interface LedgerEntry {
  readonly kind: 'settle' | 'void' | 'other';
  readonly nano: bigint;
}

export interface Counter {
  readonly scope: number;
  readonly period: string;
  readonly spent: bigint;
  readonly held: bigint;
}

const KINDS: Readonly<Record<number, LedgerEntry['kind']>> = { 2: 'settle', 3: 'void' };

/** What a gateway has left in its database, once its calls have ended. */
export class Records {
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly database: Database,
  ) {}

  /** Resolves when every answer has ended and is recorded and settled. */
  async recorded(): Promise<void> {
    const open = this.app.get(OpenCalls);
    await waitFor('the end of every open call', () => open.size === 0);
    await this.app.get(Settling).drained();
    await this.app.get(Recorder).flush();
  }

  /** The same, and sealed. */
  async settled(): Promise<void> {
    await this.recorded();
    await this.app.get(Sealer).sealNow();
  }

  /** The sealed entry of a call. @throws when there is none */
  async entry(id: string): Promise<Entry> {
    await this.settled();
    const [row] = await this.rows<{ entry: Buffer }>(
      'SELECT r.entry FROM audit_row r JOIN audit_leaf l USING (id) WHERE r.id = $1',
      [id],
    );
    if (!row) throw new Error(`there is no sealed entry ${id}`);
    return JSON.parse(row.entry.toString()) as Entry;
  }

  /** Entries of calls that the gateway made on behalf of this one. */
  async madeFor(id: string): Promise<readonly Entry[]> {
    await this.settled();
    const rows = await this.rows<{ entry: Buffer }>(
      `SELECT entry FROM audit_row WHERE convert_from(entry, 'UTF8')::jsonb ->> 'parent' = $1`,
      [id],
    );
    return rows.map(({ entry }) => JSON.parse(entry.toString()) as Entry);
  }

  /** The secret of a call's commitments. @throws when it has none */
  async salt(id: string): Promise<Buffer> {
    await this.settled();
    const [row] = await this.rows<{ salt: Buffer }>(
      'SELECT salt FROM audit_private WHERE id = $1',
      [id],
    );
    if (!row) throw new Error(`there is no salt of ${id}`);
    return row.salt;
  }

  /** All entries in the order in which they were sealed. */
  async entries(): Promise<readonly Entry[]> {
    await this.settled();
    const rows = await this.rows<{ entry: Buffer }>(
      'SELECT r.entry FROM audit_row r JOIN audit_leaf l USING (id) ORDER BY l.org_id, l.seq',
    );
    return rows.map((row) => JSON.parse(row.entry.toString()) as Entry);
  }

  /** The entry that was sealed last. @throws when there is none */
  async lastEntry(): Promise<Entry> {
    await this.settled();
    const [row] = await this.rows<{ entry: Buffer }>(
      'SELECT r.entry FROM audit_row r JOIN audit_leaf l USING (id) ORDER BY l.seq DESC LIMIT 1',
    );
    if (!row) throw new Error('there is no sealed entry');
    return JSON.parse(row.entry.toString()) as Entry;
  }

  async ledger(id: string): Promise<readonly LedgerEntry[]> {
    await this.settled();
    const rows = await this.rows<{ kind: number; nano: string }>(
      'SELECT kind, nano FROM ledger_entry WHERE id = $1 ORDER BY kind',
      [id],
    );
    return rows.map((row) => ({ kind: KINDS[row.kind] ?? 'other', nano: BigInt(row.nano) }));
  }

  /** Counters as they stand after everything was settled, those of the workload's budget first. */
  async counters(): Promise<readonly Counter[]> {
    await this.settled();
    return this.countersNow();
  }

  async countersNow(): Promise<readonly Counter[]> {
    const rows = await this.rows<{ scope: number; period: string; spent: string; held: string }>(
      'SELECT scope, period, spent, held FROM meter_counter ORDER BY scope, scope_id, period',
    );
    return rows.map((row) => ({ ...row, spent: BigInt(row.spent), held: BigInt(row.held) }));
  }

  async intentCount(): Promise<number> {
    const [row] = await this.rows<{ count: string }>('SELECT count(*) FROM call_intent');
    return Number(row?.count);
  }

  async rowCount(): Promise<number> {
    const [row] = await this.rows<{ count: string }>('SELECT count(*) FROM audit_row');
    return Number(row?.count);
  }

  fsck(): Promise<FsckReport> {
    return fsck(this.database, this.app.get(CheckpointSigner));
  }

  private rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.database.dataSource.query<Row[]>(text, values);
  }
}
