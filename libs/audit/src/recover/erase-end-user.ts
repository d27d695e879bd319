import type { OrganisationId } from '#kernel';
import type { Statement } from '#platform';
import type { EndUserIndex } from '../entry/end-user-index.js';
import { NO_TIME_LIMIT } from '../verify/statements.js';
import { AS_RETENTION } from '../retain/statements.js';
import { AS_APP, END_CACHE_ROUND, writeErasure } from './erase-call.js';
import type { OperatorTools } from './operator.js';

const DELETE_SALTS: Statement = {
  name: 'erase-delete-salts-of',
  text: `WITH gone AS (DELETE FROM audit_private WHERE end_user = $1 RETURNING id),
    content AS (DELETE FROM call_content WHERE call_id IN (SELECT id FROM gone)),
    cached AS (DELETE FROM cached_answer WHERE call_id IN (SELECT id FROM gone) RETURNING sealed)
    SELECT count(*) AS calls, EXISTS (SELECT FROM cached WHERE length(sealed) = 0) AS elsewhere FROM gone`,
};

export interface PersonTools extends OperatorTools {
  readonly endUsers: EndUserIndex;
}

/**
 * Deletes the salts of every recorded call that was made for a person, what was kept of these calls, and what finds them:
 * nobody can prove or guess any more that one of them was. Calls that are open are recorded later, and are
 * found by a second run.
 * @returns how many calls; of none nothing is said in the log
 */
export async function eraseEndUser(
  tools: PersonTools,
  who: { readonly organisationId: OrganisationId; readonly endUser: string },
  reason: string,
): Promise<number> {
  const { organisationId, endUser } = who;
  const value = await tools.endUsers.valueOf(organisationId, endUser);
  return tools.database.transaction(async (tx) => {
    await tx.query(NO_TIME_LIMIT);
    await tx.query(AS_RETENTION);
    const [row] = await tx.query<{ calls: string; elsewhere: boolean }>(DELETE_SALTS, [value]);
    await tx.query(AS_APP);
    if (row?.elsewhere) await tx.query(END_CACHE_ROUND, [organisationId]);
    const calls = Number(row?.calls);
    if (calls === 0) return 0;
    const detail = { calls, of: 'end_user', reason };
    await writeErasure(tx, tools, { organisationId, workloadId: null, parent: null, detail });
    return calls;
  });
}
