import type { Costs } from './costs.js';
import type { Setting } from './setting.js';

// As the gateway has them: admission-lane.ts, postgres-intent-store.ts, recorder.ts and seal-pass.ts.
export const ADMIT_CALLS_MAX = 256;
export const OPENINGS_MAX = 64; // Batches of as many organisations whose intents are opened at once.
export const RECORD_CALLS_MAX = 512;
export const RECORD_GATHER_MS = 8;
export const SEAL_ROWS_MAX = 5_000;
export const SEAL_PAUSE_MS = 150;

const SEAL_STATEMENTS = 5; // Lock, leaves, tiles, heads and checkpoints of a pass.

/** Of the write-ahead log of a call: by the columns of what each statement writes. */
export const WAL_SHARES = { admit: 0.35, record: 0.45, seal: 0.2 };

/** Processor time in microseconds of each piece of work, by its size. */
export interface Work {
  /** Of a whole call in its process. */
  readonly gateway: number;
  admit(calls: number, owners: number): number;
  record(calls: number): number;
  seal(rows: number): number;
  redis(calls: number): number;
}

export function workOf(setting: Setting, costs: Costs): Work {
  const { bodyKib, streamSeconds, outputTokens, store } = setting;
  const tokens = streamSeconds > 0 ? outputTokens : 0;
  const eachCall = Math.max(0, costs.callMicros - costs.sealRowMicros);
  const owner = store === 'postgres' ? costs.ownerMicros : 0; // Else counted in Redis.
  return {
    gateway:
      costs.gatewayCallMicros +
      bodyKib * costs.gatewayKibMicros +
      tokens * costs.gatewayTokenMicros,
    admit: (calls, owners) =>
      costs.statementMicros + calls * eachCall * costs.admitShare + owners * owner,
    record: (calls) => costs.statementMicros + calls * eachCall * (1 - costs.admitShare),
    seal: (rows) => SEAL_STATEMENTS * costs.statementMicros + rows * costs.sealRowMicros,
    redis: (calls) => costs.redisScriptMicros + calls * costs.redisCallMicros,
  };
}

/** How many of so many owners are among calls that come as they like. */
export const distinctOf = (owners: number, calls: number): number =>
  owners * (1 - (1 - 1 / owners) ** calls);
