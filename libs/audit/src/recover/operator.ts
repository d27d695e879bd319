import type { Mark } from '#call';
import type { Clock, Ids } from '#kernel';
import {
  uuidArray,
  type Database,
  type Queries,
  type ReplicaId,
  type Statement,
  type Tx,
} from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import { interruptedEntry } from '../entry/context.js';
import type { EntryDetail } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { FIND_BY_ID, intentOf, type IntentRow } from './find-intents.js';
import { rowOf } from '../record/sealed-row.js';
import { findLeaves, releaseStrays, writeRows } from '../record/write-rows.js';

/** What an operator does by hand; each step leaves an entry of the type `admin` in the log. */
export interface OperatorTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly replica: ReplicaId;
}

export interface HeldRow {
  readonly id: string;
  readonly organisationId: string;
  readonly workloadId: string;
  readonly holdNano: string;
  /** Its replica has a lease of the last half minute, or its provider goes on with it. */
  readonly isAlive: boolean;
}

const HELD_MAX = 1_000; // Of one list; more of them are no work for a hand.

const LIST_HELD: Statement = {
  name: 'operator-list-held',
  text: `
    SELECT i.id, i.org_id AS "organisationId", i.workload_id AS "workloadId",
      i.hold_nano AS "holdNano", i.background IS NOT NULL OR EXISTS (
        SELECT FROM replica_lease l WHERE l.replica_id = i.replica_id
          AND l.seen_at > now() - interval '30 seconds'
      ) AS "isAlive"
    FROM call_intent i ORDER BY i.id LIMIT ${HELD_MAX}`,
};

const TAKE_ASIDE: Statement = {
  name: 'operator-take-aside',
  text: `DELETE FROM audit_set_aside RETURNING id, stage, org_id AS "organisationId",
    leaf_hash AS leaf`,
};

const IS_SEALED: Statement = {
  name: 'operator-is-sealed',
  text: 'SELECT FROM audit_leaf WHERE id = $1 UNION ALL SELECT FROM audit_pending WHERE id = $1',
};

const APPEND: Statement = {
  name: 'operator-append',
  text: 'INSERT INTO audit_pending (org_id, id, leaf_hash) VALUES ($1, $2, $3)',
};

/** The holds that stand now, oldest first. */
export const listHolds = (queries: Queries): Promise<readonly HeldRow[]> =>
  queries.query<HeldRow>(LIST_HELD);

/**
 * Frees the hold of a call and charges nothing: the call is on record as interrupted. Should it still
 * end, its outcome is booked as an adjustment. @returns false when nothing is held for the call
 */
export function releaseHold(tools: OperatorTools, callId: string): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const [row] = await tx.query<IntentRow>(FIND_BY_ID, [uuidArray([callId])]);
    if (!row) return false;
    const intent = intentOf({ ...row, progressNano: '0', progressTokens: '0' });
    const isRecorded = (await findLeaves(tx, [callId])).size > 0;
    if (isRecorded) await releaseStrays(tx, [callId]);
    else {
      const { entry } = interruptedEntry(intent, { endedAtMs: tools.clock.nowMs() });
      await writeRows(tx, [
        rowOf(entry, { hasIntent: true, salt: null, charge: { kind: 'void' } }),
      ]);
    }
    const { organisationId, workloadId } = intent;
    const mark = 'hold_released';
    await writeAdmin(tx, tools, { organisationId, workloadId, parent: callId, mark });
    return true;
  });
}

interface AsideRow {
  readonly id: string;
  readonly stage: 'record' | 'seal';
  readonly organisationId: string;
  readonly leaf: Buffer;
}

/**
 * Deals with all rows that were set aside: one whose entry stands in the log, and that is not sealed yet,
 * waits for its seal again; the others are put away. @returns how many of each
 */
export function repairRows(tools: OperatorTools): Promise<{ again: number; putAway: number }> {
  return tools.database.transaction(async (tx) => {
    const counts = { again: 0, putAway: 0 };
    for (const row of await tx.query<AsideRow>(TAKE_ASIDE)) {
      const { id, stage, organisationId, leaf } = row;
      if (stage === 'seal' && (await maySeal(tx, row))) {
        await tx.query(APPEND, [organisationId, id, leaf]);
        counts.again++;
      } else counts.putAway++;
      const what = { organisationId, workloadId: null, parent: id, mark: 'row_repaired' } as const;
      await writeAdmin(tx, tools, what);
    }
    return counts;
  });
}

async function maySeal(tx: Tx, { id, leaf }: AsideRow): Promise<boolean> {
  const known = (await findLeaves(tx, [id])).get(id);
  return known?.equals(leaf) === true && (await tx.query(IS_SEALED, [id])).length === 0;
}

export interface AdminStep {
  readonly organisationId: string;
  readonly workloadId: string | null;
  /** The call that it is about. */
  readonly parent?: string;
  /** The public id of the key that it is about. */
  readonly key?: string;
  /** Who did it in the Console. */
  readonly member?: string | null;
  readonly mark?: Mark;
  /** What was done to what, and by whom. */
  readonly detail?: EntryDetail;
  /** Left out, it was done. */
  readonly outcome?: 'ok' | 'refused';
}

/** In the transaction that takes the step: it is done and on record, or neither. */
export async function writeAdmin(
  tx: Tx,
  { clock, ids, replica }: Omit<OperatorTools, 'database'>,
  what: AdminStep,
): Promise<void> {
  const at = timestampOf(clock.nowMs());
  const entry = {
    ...BLANK,
    type: 'admin' as const,
    id: ids.callId(),
    org: what.organisationId,
    workload: what.workloadId,
    parent: what.parent ?? null,
    key: what.key ?? null,
    member: what.member ?? null,
    at,
    ended_at: at,
    outcome: what.outcome ?? ('ok' as const),
    marks: what.mark ? [what.mark] : [],
    detail: what.detail ?? null,
    replica: replica.value,
  };
  await writeRows(tx, [rowOf(entry, { hasIntent: false, salt: null, charge: null })]);
}
