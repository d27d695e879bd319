import type { RedisLink } from '#platform';
import { READ } from './scripts.js';
import { stateKey } from './state-keys.js';
import { amountOf, runReading, UnreadableCounters } from './unreadable.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CALL = new RegExp(`^${UUID}$`);
const COUNTER = new RegExp(`^[1-4]:${UUID}:[^\\s:]+$`);
const HOLD = /^(\d+) (\d+) ?(.*)$/;

export interface KeptHold {
  readonly callId: string;
  readonly nano: bigint;
  /** Since it was made, by the server's clock. */
  readonly ageMs: number;
  /** Keys, one space between them. */
  readonly counters: string;
}

/** An organisation's counters as Redis has them, at one moment. */
export interface KeptState {
  /** Null: there is none. */
  readonly generation: string | null;
  /** False: it may lack what was written last, so nothing is let in on it. */
  readonly isGood: boolean;
  /** By counter key. */
  readonly counters: ReadonlyMap<string, { readonly used: bigint; readonly held: bigint }>;
  readonly holds: readonly KeptHold[];
  /** The same text for the same counters and holds. */
  readonly revision: string;
}

/** @throws UnreadableCounters where anything in it is not what the scripts write, RedisUnavailable */
export async function readState(redis: RedisLink, organisationId: string): Promise<KeptState> {
  const [generation, isGood, nowMs, ...fields] = (await runReading(
    redis,
    READ,
    [stateKey(organisationId)],
    [],
  )) as [string, number, number, ...string[]];
  const counters = new Map<string, { used: bigint; held: bigint }>();
  const holds: KeptHold[] = [];
  const counterOf = (key: string) => {
    if (!COUNTER.test(key)) throw new UnreadableCounters('there is no such counter');
    const counter = counters.get(key) ?? { used: 0n, held: 0n };
    counters.set(key, counter);
    return counter;
  };
  for (let place = 0; place + 1 < fields.length; place += 2) {
    const [field = '', value = ''] = fields.slice(place, place + 2);
    const name = field.slice(2);
    if (field.startsWith('u:')) counterOf(name).used = amountOf(value);
    else if (field.startsWith('h:')) counterOf(name).held = amountOf(value);
    else if (field.startsWith('c:')) holds.push(holdOf(name, value, nowMs));
  }
  const revision = [generation, ...fields].join(' ');
  return { generation: generation || null, isGood: isGood === 1, counters, holds, revision };
}

function holdOf(callId: string, value: string, nowMs: number): KeptHold {
  const [, nano = '', sinceMs = '', counters = ''] = HOLD.exec(value) ?? [];
  const keys = counters === '' ? [] : counters.split(' ');
  if (!CALL.test(callId) || !keys.every((key) => COUNTER.test(key))) {
    throw new UnreadableCounters('there is no such hold');
  }
  return { callId, nano: amountOf(nano), ageMs: nowMs - Number(sinceMs), counters };
}
