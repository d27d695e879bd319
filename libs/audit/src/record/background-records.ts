import { Injectable } from '@nestjs/common';
import type { BackgroundEnd, BackgroundWork, Charge, Mark } from '#call';
import { marksOf } from '#call';
import { Clock } from '#kernel';
import { Database, ReplicaId, type Statement } from '#platform';
import { priceOf, tokensOf, unitsOf } from '../entry/call-parts.js';
import type { Entry } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { Recorder } from './recorder.js';
import { rowOf } from './sealed-row.js';

/** Past it nobody waits for the provider any more; no maker was seen to work on one answer for a day. */
export const BACKGROUND_MS_MAX = 25 * 3_600_000;

/** A call whose provider goes on with its answer, as its intent keeps it. */
export interface BackgroundCall extends BackgroundWork {
  readonly id: string;
  readonly organisationId: string;
  readonly provider: string;
  /** When its call ended, in milliseconds since the epoch. */
  readonly sinceMs: number;
  /** All that is known by then, without tokens and price. */
  readonly entry: Entry;
  /** Of its commitments, hexadecimal. */
  readonly salt: string;
  /** By which the person's calls are found, hexadecimal; null where the caller named nobody. */
  readonly endUser: string | null;
}

type Kept = Omit<BackgroundCall, 'id' | 'organisationId'>;

const KEEP: Statement = {
  name: 'background-keep',
  text: 'UPDATE call_intent SET background = $2 WHERE id = $1 RETURNING id',
};
const READ: Statement = {
  name: 'background-read',
  text: `SELECT id, org_id AS "organisationId", background FROM call_intent
    WHERE id = $1 AND background IS NOT NULL`,
};
const LIST: Statement = {
  name: 'background-list',
  text: 'SELECT id FROM call_intent WHERE background IS NOT NULL ORDER BY id',
};

/** Calls that are settled when their provider has finished, by any process, once. */
@Injectable()
export class BackgroundRecords {
  constructor(
    private readonly database: Database,
    private readonly recorder: Recorder,
    private readonly replica: ReplicaId,
    private readonly clock: Clock,
  ) {}

  /** @returns false when the call had been taken for dead and recorded meanwhile */
  async keep(id: string, call: Kept): Promise<boolean> {
    return (await this.database.query(KEEP, [id, JSON.stringify(call)])).length > 0;
  }

  /** Undefined when it is settled. */
  async read(id: string): Promise<BackgroundCall | undefined> {
    const [row] = await this.database.query<{
      id: string;
      organisationId: string;
      background: string;
    }>(READ, [id]);
    if (!row) return undefined;
    const { organisationId, background } = row;
    return { id, organisationId, ...(JSON.parse(background) as Kept) };
  }

  /** Ids of all that are open, oldest first. */
  async list(): Promise<readonly string[]> {
    return (await this.database.query<{ id: string }>(LIST)).map(({ id }) => id);
  }

  /** One entry and one ledger entry, as of any call. @returns false when another process was faster */
  settle(
    call: BackgroundCall,
    { status }: BackgroundEnd,
    { charge, marks }: { readonly charge: Charge; readonly marks: readonly Mark[] },
  ): Promise<boolean> {
    const entry: Entry = {
      ...call.entry,
      ended_at: timestampOf(this.clock.nowMs()),
      outcome: OUTCOMES[status],
      ended_by:
        status === 'cancelled' ? 'client' : OUTCOMES[status] === 'ok' ? 'upstream' : 'error',
      marks: marksOf(call.entry.marks as readonly Mark[], marks),
      tokens: tokensOf(charge.usage),
      units: unitsOf(charge.usage),
      usage_source: charge.usageSource,
      price: priceOf(charge),
      replica: this.replica.value,
    };
    const salt = Buffer.from(call.salt, 'hex');
    const endUser = call.endUser === null ? null : Buffer.from(call.endUser, 'hex');
    return this.recorder.record(rowOf(entry, { hasIntent: true, salt, endUser, charge }));
  }
}

const OUTCOMES: Readonly<Record<BackgroundEnd['status'], Entry['outcome']>> = {
  completed: 'ok',
  incomplete: 'ok', // As of a call that was cut at its own bound.
  failed: 'error',
  cancelled: 'interrupted',
  expired: 'timeout',
  lost: 'interrupted',
};
