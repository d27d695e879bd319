import type { Clock } from '#kernel';
import { redisScript, type Nudges, type RedisLink } from '#platform';
import { OPEN_MS_MAX } from './breaker.js';
import { THROTTLE_MS_MAX, type Opening, type ProviderHealth } from './provider-health.js';

/** Sorted by when they end, in milliseconds of the server's clock; one that has ended says nothing. */
interface Shared {
  readonly key: string;
  /** No entry lasts longer. */
  readonly msMax: number;
}
const BREAKERS: Shared = { key: 'gw:breakers', msMax: OPEN_MS_MAX };
const THROTTLES: Shared = { key: 'gw:throttles', msMax: THROTTLE_MS_MAX };
const LOOK_MS = 1_000; // As long as a message that is lost goes unheard.
const READ_MAX = 1_000; // Of the latest; so many are open only where everything is down.

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Of another type, somebody else wrote it.
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then redis.call('DEL', KEYS[1]) end
`;
/** `ARGV`: what is open, for how many milliseconds, and for how many anything may be. */
const OPEN = redisScript(`${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
`);
/** Answers what is open, each with the milliseconds that are left of it as decimal text. */
const READ = redisScript(`${NOW}
local open = redis.call('ZRANGE', KEYS[1], '+inf', '(' .. now, 'BYSCORE', 'REV',
  'LIMIT', 0, ${READ_MAX}, 'WITHSCORES')
for place = 2, #open, 2 do open[place] = string.format('%.0f', open[place] - now) end
return open
`);

/**
 * A breaker that opens on one replica opens on the others, and what a provider asks for with 429 holds on all
 * of them, since it counts the calls of all: what is open lies in Redis for as long as it is, and each replica looks once a second and when it is told to. No call ever waits for it: without Redis
 * each replica goes on with what it sees itself.
 */
export class SharedBreakers {
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;

  /** @param redis null: every replica is on its own */
  constructor(
    private readonly health: ProviderHealth,
    private readonly redis: RedisLink | null,
    private readonly nudges: Nudges,
    private readonly clock: Clock,
  ) {
    if (!redis) return;
    health.onOpen(({ way, model, openMs }) => void this.tell(redis, BREAKERS, way, model, openMs));
    health.onThrottle(({ way, model, ms }) => void this.tell(redis, THROTTLES, way, model, ms));
    nudges.on('breakers', () => void this.look());
  }

  /** A new replica knows by then what is open. */
  async start(): Promise<void> {
    if (!this.redis) return;
    await this.look();
    this.stopLooking = this.clock.every(LOOK_MS, () => void this.look());
  }

  stop(): void {
    this.stopLooking();
  }

  /** Takes up what is open elsewhere. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.takeUp()
      .catch(() => undefined) // Redis is away, and what was heard before stands.
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async tell(
    redis: RedisLink,
    { key, msMax }: Shared,
    way: string,
    model: string | null,
    ms: number,
  ): Promise<void> {
    const what = JSON.stringify([way, model, ms]);
    try {
      await redis.run(OPEN, [key], [what, String(ms), String(msMax)]);
      this.nudges.send('breakers');
    } catch {
      // The others find out by themselves.
    }
  }

  private async takeUp(): Promise<void> {
    for (const [opening, leftMs] of await this.read(BREAKERS)) {
      this.health.openElsewhere(opening, leftMs);
    }
    for (const [{ way, model, openMs }, leftMs] of await this.read(THROTTLES)) {
      if (model !== null) this.health.throttleElsewhere({ way, model, ms: openMs }, leftMs);
    }
  }

  /** Each with the milliseconds that are left of it. */
  private async read({ key }: Shared): Promise<readonly (readonly [Opening, number])[]> {
    const open = ((await this.redis?.run(READ, [key], [])) ?? []) as readonly string[];
    const all: [Opening, number][] = [];
    for (let place = 0; place < open.length; place += 2) {
      const opening = openingOf(open[place] ?? '');
      if (opening) all.push([opening, Number(open[place + 1])]);
    }
    return all;
  }
}

/** Undefined where another release, or somebody else, has written something else. */
function openingOf(text: string): Opening | undefined {
  const [way, model, openMs] = listOf(text);
  const isKnown = typeof way === 'string' && typeof openMs === 'number';
  return isKnown && (model === null || typeof model === 'string')
    ? { way, model, openMs }
    : undefined;
}

function listOf(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
