import type { RedisLink } from '#platform';
import { READ } from './scripts.js';
import { stateKey } from './state-keys.js';

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

export async function readState(redis: RedisLink, organisationId: string): Promise<KeptState> {
  const [generation, isGood, nowMs, ...fields] = (await redis.run(
    READ,
    [stateKey(organisationId)],
    [],
  )) as [string, number, number, ...string[]];
  const counters = new Map<string, { used: bigint; held: bigint }>();
  const holds: KeptHold[] = [];
  const counterOf = (key: string) => {
    const counter = counters.get(key) ?? { used: 0n, held: 0n };
    counters.set(key, counter);
    return counter;
  };
  for (let place = 0; place + 1 < fields.length; place += 2) {
    const [field = '', value = ''] = fields.slice(place, place + 2);
    const name = field.slice(2);
    if (field.startsWith('u:')) counterOf(name).used = BigInt(value);
    else if (field.startsWith('h:')) counterOf(name).held = BigInt(value);
    else if (field.startsWith('c:')) holds.push(holdOf(name, value, nowMs));
  }
  const revision = [generation, ...fields].join(' ');
  return { generation: generation || null, isGood: isGood === 1, counters, holds, revision };
}

function holdOf(callId: string, value: string, nowMs: number): KeptHold {
  const [nano = '0', sinceMs = '0', ...counters] = value.split(' ');
  const ageMs = nowMs - Number(sinceMs);
  return { callId, nano: BigInt(nano), ageMs, counters: counters.join(' ') };
}
