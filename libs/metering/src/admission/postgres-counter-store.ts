import { Injectable } from '@nestjs/common';
import type { HeldCall } from '#call';
import type { Nano } from '#kernel';
import {
  bigintArray,
  Database,
  ReplicaId,
  smallintArray,
  textArray,
  uuidArray,
  type Statement,
} from '#platform';
import type { AdmissionRequest, WindowView } from './admission-request.js';
import {
  CounterStore,
  type AdmitAnswer,
  type GrowingHold,
  type TokenCorrection,
} from './counter-store.js';
import type { CounterUse } from './counters.js';
import { intentValues } from './intent-values.js';
import { SLOTS } from './rate-window.js';
import { byKey, sumCounters, sumWindows } from './sum-batch.js';

const ADMIT: Statement = {
  name: 'meter-admit',
  text: `SELECT * FROM gw_admit($1::smallint[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[],
    $6::uuid[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
    $11::uuid[], $12::bigint[], $13::bigint[],
    $14::uuid[], $15::uuid[], $16::uuid[], $17::uuid, $18::bigint[],
    $19::text[], $20::bigint[], $21::text[], $22::bigint[])`,
};
const RELEASE: Statement = { name: 'meter-release', text: 'SELECT gw_release($1::uuid[])' };
const TOP_UP: Statement = {
  name: 'meter-top-up',
  text: `SELECT gw_grow_hold($1::uuid, $2::bigint, $3::bigint, $4::smallint[], $5::uuid[],
    $6::text[], $7::bigint[]) AS grown`,
};

const HOLD_OF: Statement = {
  name: 'meter-hold-of',
  text: 'SELECT hold_nano::text AS nano FROM call_intent WHERE id = $1',
};
const USED: Statement = {
  name: 'meter-used',
  text: `SELECT n.place, c.spent + c.held AS used
    FROM unnest($1::smallint[], $2::uuid[], $3::text[]) WITH ORDINALITY
      AS n(scope, scope_id, period, place)
    JOIN meter_counter c USING (scope, scope_id, period)`,
};

interface AdmitRow {
  readonly admitted: boolean;
  readonly slot: string;
  readonly used: readonly string[];
  readonly requests: readonly string[];
  readonly tokens: readonly string[];
}

/**
 * Counters in PostgreSQL: one round trip admits a whole batch and makes its intents durable. The
 * statement that records a call settles its hold.
 */
@Injectable()
export class PostgresCounterStore extends CounterStore {
  readonly keptIn = 'postgres';
  readonly opensIntents = true;

  constructor(
    private readonly database: Database,
    private readonly replica: ReplicaId,
  ) {
    super();
  }

  async admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer> {
    const counters = sumCounters(batch);
    const windows = sumWindows(batch, corrections);
    const rows = await this.database.query<AdmitRow>(ADMIT, [
      smallintArray(counters.map(({ use }) => use.scope)),
      uuidArray(counters.map(({ use }) => use.id)),
      textArray(counters.map(({ use }) => use.period)),
      bigintArray(counters.map(({ nano }) => nano)),
      bigintArray(counters.map(({ use }) => use.limitNano)),
      uuidArray(windows.map((window) => window.workloadId)),
      bigintArray(windows.map((window) => window.requests)),
      bigintArray(windows.map((window) => window.rpm)),
      bigintArray(windows.map((window) => window.tokens)),
      bigintArray(windows.map((window) => window.tpm)),
      uuidArray(corrections.map((correction) => correction.workloadId)),
      bigintArray(corrections.map((correction) => correction.slot)),
      bigintArray(corrections.map((correction) => correction.tokens)),
      ...intentValues(batch, this.replica.value),
    ]);
    const row = rows[0] as AdmitRow;
    return {
      isAdmitted: row.admitted,
      slot: Number(row.slot),
      used: new Map(counters.map(({ use }, place) => [use.key, BigInt(row.used[place] ?? 0)])),
      windows: new Map(
        windows.map((window, place) => [window.workloadId, windowAt(row, place * SLOTS)]),
      ),
    };
  }

  async release(calls: readonly HeldCall[]): Promise<void> {
    await this.database.query(RELEASE, [uuidArray(calls.map((call) => call.callId))]);
  }

  async topUp(
    { callId }: GrowingHold,
    { nano, least }: { readonly nano: Nano; readonly least: Nano },
    counters: readonly CounterUse[],
  ): Promise<Nano> {
    const ordered = counters.toSorted(byKey);
    const [row] = await this.database.query<{ grown: string }>(TOP_UP, [
      callId,
      nano.toString(),
      least.toString(),
      smallintArray(ordered.map((use) => use.scope)),
      uuidArray(ordered.map((use) => use.id)),
      textArray(ordered.map((use) => use.period)),
      bigintArray(ordered.map((use) => use.limitNano)),
    ]);
    return BigInt(row?.grown ?? 0);
  }

  async holdOf({ callId }: GrowingHold): Promise<Nano | undefined> {
    const [row] = await this.database.query<{ nano: string }>(HOLD_OF, [callId]);
    return row && BigInt(row.nano);
  }

  async used(
    _organisationId: string,
    counters: readonly CounterUse[],
  ): Promise<ReadonlyMap<string, Nano>> {
    const rows = await this.database.query<{ place: string; used: string }>(USED, [
      smallintArray(counters.map((use) => use.scope)),
      uuidArray(counters.map((use) => use.id)),
      textArray(counters.map((use) => use.period)),
    ]);
    return new Map(
      rows.map(({ place, used }) => [counters[Number(place) - 1]?.key ?? '', BigInt(used)]),
    );
  }

  /** Nothing is left to do: the hold was settled in the transaction that recorded the call. */
  settle(): Promise<void> {
    return Promise.resolve();
  }

  /** A hold lives exactly as long as its intent, so none is ever left over. */
  listHeld(): Promise<readonly HeldCall[]> {
    return Promise.resolve([]);
  }

  /** Nothing can be missing from them. */
  renew(): Promise<void> {
    return Promise.resolve();
  }

  recount(): Promise<void> {
    return Promise.resolve();
  }
}

const windowAt = (row: AdmitRow, start: number): WindowView => ({
  requests: row.requests.slice(start, start + SLOTS).map(Number),
  tokens: row.tokens.slice(start, start + SLOTS).map(Number),
});
