import type { Queries, Statement } from '#platform';
import { reasonOf } from './database-fault.js';
import type { SealedRow } from './sealed-row.js';

const SET_ASIDE: Statement = {
  name: 'audit-set-aside-outcome',
  text: `
    INSERT INTO audit_set_aside (id, stage, org_id, reason, leaf_hash, entry)
    VALUES ($1, 'record', $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
};

/** Keeps a row that the log would not take, for an operator to look at. */
export async function setAside(queries: Queries, row: SealedRow, error: unknown): Promise<void> {
  const { entry, leaf, bytes } = row;
  await queries.query(SET_ASIDE, [entry.id, entry.org, reasonOf(error), leaf, bytes]);
}
