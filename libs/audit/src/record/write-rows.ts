import {
  bigintArray,
  booleanArray,
  byteaArray,
  type Queries,
  smallintArray,
  type Statement,
  uuidArray,
} from '#platform';
import type { SealedRow } from './sealed-row.js';

const RECORD: Statement = {
  name: 'audit-record',
  text: `SELECT gw_record($1::uuid[], $2::uuid[], $3::boolean[], $4::bytea[], $5::bytea[],
    $6::bytea[], $7::smallint[], $8::bigint[], $9::bigint[]) AS id`,
};

const LEDGER_KIND = { settle: 2, void: 3 } as const;

/** One transaction for all rows. Returns the ids that were written; others had lost their intent. */
export async function writeRows(
  queries: Queries,
  rows: readonly SealedRow[],
): Promise<ReadonlySet<string>> {
  const written = await queries.query<{ id: string }>(RECORD, [
    uuidArray(rows.map((row) => row.id)),
    uuidArray(rows.map((row) => row.organisationId)),
    booleanArray(rows.map((row) => row.hasIntent)),
    byteaArray(rows.map((row) => row.entry)),
    byteaArray(rows.map((row) => row.leaf)),
    byteaArray(rows.map((row) => row.salt)),
    smallintArray(rows.map(({ charge }) => (charge ? LEDGER_KIND[charge.kind] : null))),
    bigintArray(rows.map(({ charge }) => charge?.nano ?? null)),
    bigintArray(rows.map(({ charge }) => bigintOf(charge?.priceVersion))),
  ]);
  return new Set(written.map((row) => row.id));
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

const bigintOf = (value: number | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value);
