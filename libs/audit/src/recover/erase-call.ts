import { uuidArray, type Statement, type Tx } from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import type { EntryDetail } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import { AS_RETENTION } from '../retain/statements.js';
import { callsMadeFor } from './calls-made-for.js';
import type { OperatorTools } from './operator.js';

/** Ours, never free text: what is erased must not come back as its reason. */
export const ERASURE_REASON = /^[a-z0-9_-]{1,40}$/;

const FIND_CALL: Statement = {
  name: 'erase-find-call',
  text: `SELECT org_id AS "organisationId", workload_id AS "workloadId" FROM audit_row WHERE id = $1`,
};

/** The end of what retention alone may do: the role lasts for as long as the deleting does. */
export const AS_APP: Statement = {
  name: 'erase-as-app',
  text: `SELECT set_config('role', 'gw_app', true)`,
};

/** With what was kept of it, where its organisation keeps content. */
const DELETE_CALL: Statement = {
  name: 'erase-delete-call',
  text: `WITH salt AS (DELETE FROM audit_private WHERE id = ANY ($1) RETURNING id),
    content AS (DELETE FROM call_content WHERE call_id = ANY ($1) RETURNING call_id),
    cached AS (DELETE FROM cached_answer WHERE call_id = ANY ($1) RETURNING call_id, length(sealed) = 0 AS elsewhere)
    SELECT id, false AS elsewhere FROM salt UNION ALL SELECT call_id, false FROM content
    UNION ALL SELECT call_id, elsewhere FROM cached`,
};

/**
 * Answers for equal requests that lie in Redis: with another round of their key they are out of reach of all, whether Redis
 * can be asked or not.
 */
export const END_CACHE_ROUND: Statement = {
  name: 'erase-end-cache-round',
  text: 'UPDATE response_cache_key SET round = round + 1 WHERE org_id = $1',
};

/**
 * Deletes the salt of a call, and what was kept of its prompt and answer, and the same of calls that the gateway made for it:
 * what their entries commit to can be proven or guessed by nobody any more.
 * Entry and leaf stay, so every proof does, too; an entry of the type `erasure` says what was done.
 * @returns false when there is nothing of the call to erase
 */
export function eraseCall(tools: OperatorTools, callId: string, reason: string): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const [call] = await tx.query<{ organisationId: string; workloadId: string | null }>(
      FIND_CALL,
      [callId],
    );
    if (!call) return false;
    const ids = [callId, ...(await callsMadeFor(tx, callId))];
    await tx.query(AS_RETENTION);
    const erased = await tx.query<{ id: string; elsewhere: boolean }>(DELETE_CALL, [
      uuidArray(ids),
    ]);
    await tx.query(AS_APP);
    if (erased.length === 0) return false;
    if (erased.some(({ elsewhere }) => elsewhere)) {
      await tx.query(END_CACHE_ROUND, [call.organisationId]);
    }
    const calls = new Set(erased.map(({ id }) => id)).size;
    await writeErasure(tx, tools, { ...call, parent: callId, detail: { calls, reason } });
    return true;
  });
}

/** In the transaction that erases: what was done is said, or not done. */
export async function writeErasure(
  tx: Tx,
  { clock, ids, replica }: OperatorTools,
  what: {
    readonly organisationId: string;
    readonly workloadId: string | null;
    /** The one call that it is about. */
    readonly parent: string | null;
    readonly detail: EntryDetail;
  },
): Promise<void> {
  const at = timestampOf(clock.nowMs());
  const entry = {
    ...BLANK,
    type: 'erasure' as const,
    id: ids.callId(),
    org: what.organisationId,
    workload: what.workloadId,
    parent: what.parent,
    at,
    ended_at: at,
    outcome: 'ok' as const,
    replica: replica.value,
    detail: what.detail,
  };
  await writeRows(tx, [rowOf(entry, { hasIntent: false, salt: null, charge: null })]);
}
