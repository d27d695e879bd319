import type { Statement } from '#platform';
import type { OpenIntent } from '../entry/context.js';
import { LEASE_AS_SEEN } from './lease-watch.js';

const COLUMNS = `i.id, i.org_id AS "organisationId", i.workload_id AS "workloadId",
  i.replica_id AS "replicaId", i.context, i.hold_nano AS "holdNano",
  i.progress_nano AS "progressNano", i.progress_tokens AS "progressTokens",
  i.price_version AS "priceVersion"`;

/** Ids of this replica's own intents. */
export const FIND_OWN: Statement = {
  name: 'recover-find-own',
  text: `SELECT id FROM call_intent WHERE replica_id = $1 AND id > $2 AND background IS NULL
    ORDER BY id LIMIT $3`,
};

export const FIND_BY_ID: Statement = {
  name: 'recover-find-by-id',
  text: `SELECT ${COLUMNS} FROM call_intent i WHERE id = ANY ($1::uuid[])`,
};

/**
 * Intents of replicas other than `$1` that have no lease, or one of those in `$2`: null is all of them.
 * What a provider goes on with belongs to no replica.
 */
export const FIND_INTENTS: Statement = {
  name: 'recover-find-intents',
  text: `
    SELECT ${COLUMNS}
    FROM call_intent i
    WHERE i.replica_id <> $1 AND i.id > $3 AND i.background IS NULL AND NOT EXISTS (
      SELECT FROM replica_lease l
      WHERE l.replica_id = i.replica_id AND ${LEASE_AS_SEEN} <> ALL ($2::text[])
    )
    ORDER BY i.id LIMIT $4`,
};

/** The driver hands bigint columns out as text. */
export interface IntentRow extends Omit<
  OpenIntent,
  'holdNano' | 'progressNano' | 'progressTokens' | 'priceVersion'
> {
  readonly holdNano: string;
  readonly progressNano: string;
  readonly progressTokens: string;
  readonly priceVersion: string | null;
}

export const intentOf = (row: IntentRow): OpenIntent => ({
  ...row,
  holdNano: BigInt(row.holdNano),
  progressNano: BigInt(row.progressNano),
  progressTokens: BigInt(row.progressTokens),
  priceVersion: row.priceVersion === null ? null : Number(row.priceVersion),
});
