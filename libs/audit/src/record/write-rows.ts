import type { HeldCall } from '#call';
import {
  bigintArray,
  booleanArray,
  byteaArray,
  type Queries,
  smallintArray,
  type Statement,
  timestampArray,
  uuidArray,
} from '#platform';
import { PROJECTIONS } from '../entry/projections.js';
import type { SealedRow } from './sealed-row.js';

const columns = Object.entries(PROJECTIONS);

const RECORD: Statement = {
  name: 'audit-record',
  text: `SELECT * FROM gw_record($1::uuid[], $2::uuid[], $3::boolean[], $4::smallint[], $5::bigint[],
    $6::timestamptz[], $7::bytea[], $8::bytea[], $9::bytea[],
    ${columns.map(([name, { type }], place) => `c_${name} => $${10 + place}::${type}[]`).join()},
    n_end_user => $${10 + columns.length}::bytea[])`,
};

const LEDGER_KIND = { settle: 2, void: 3, adjust: 4 } as const;

interface RecordRow {
  readonly late: readonly string[] | null;
  readonly elsewhere: readonly string[] | null;
  readonly elsewhere_counters: readonly string[] | null;
}

/** What is left to do when a batch is written: nothing, as a rule. */
export interface Written {
  /** Not written, because their intent was gone. */
  readonly late: ReadonlySet<string>;
  /** Written, with a hold that stands on counters outside of the database. */
  readonly heldElsewhere: ReadonlyMap<string, HeldCall['counters']>;
}

/** One transaction for all rows. */
export async function writeRows(queries: Queries, rows: readonly SealedRow[]): Promise<Written> {
  const entries = rows.map((row) => row.entry);
  const [row] = await queries.query<RecordRow>(RECORD, [
    uuidArray(entries.map((entry) => entry.id)),
    uuidArray(entries.map((entry) => entry.org)),
    booleanArray(rows.map((row) => row.hasIntent)),
    smallintArray(rows.map(({ charge }) => charge && LEDGER_KIND[charge.kind])),
    bigintArray(entries.map((entry) => entry.price?.book ?? null)),
    timestampArray(entries.map((entry) => Date.parse(entry.ended_at))),
    byteaArray(rows.map((row) => row.bytes)),
    byteaArray(rows.map((row) => row.leaf)),
    byteaArray(rows.map((row) => row.salt)),
    ...columns.map(([, projection]) => projection.encode(entries)),
    byteaArray(rows.map((row) => row.endUser ?? null)),
  ]);
  const counters = row?.elsewhere_counters ?? [];
  return {
    late: new Set(row?.late),
    heldElsewhere: new Map(row?.elsewhere?.map((id, place) => [id, counters[place] ?? ''])),
  };
}

/** What a provider goes on with is not released, whoever took it for a stray a moment before. */
const RELEASE: Statement = {
  name: 'audit-release',
  text: `SELECT gw_release(ARRAY(
    SELECT given FROM unnest($1::uuid[]) AS given WHERE NOT EXISTS (
      SELECT FROM call_intent i WHERE i.id = given AND i.background IS NOT NULL
    )))`,
};

/** Ends intents of calls that are on record already: their holds go back, and nothing is charged. */
export async function releaseStrays(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries.query(RELEASE, [uuidArray(ids)]);
}

const FIND_LEAVES: Statement = {
  name: 'audit-find-leaves',
  text: 'SELECT id, leaf_hash AS leaf FROM audit_row WHERE id = ANY ($1::uuid[])',
};

/** The leaves that the log already holds under these ids. */
export async function findLeaves(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const found = await queries.query<{ id: string; leaf: Buffer }>(FIND_LEAVES, [uuidArray(ids)]);
  return new Map(found.map(({ id, leaf }) => [id, leaf]));
}
