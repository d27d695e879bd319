import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { DatabaseGate } from '../support/database-gate.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { RedisServer } from '../support/redis-server.js';
import { testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';
import { startLoad } from './load.js';
import { redisCounters } from './redis-counters.js';

const MINUTE_MS = 60_000;
const CALLERS = 16;
// Three times what a quiet machine may take, since callers that are refused call again at once. The table
// shows what it took.
const REFUSED_MS_MAX = 600;
const TAKEN_OVER_MS_MAX = 40_000;
const AWAY_MS = 20_000;
const SECOND_MS = 1_000;

const TEN_NANO = { currency: 'EUR', call: '0.000000010' };
const SLOW = 'fault/slow=200,tokens=200';
const SETTINGS = {
  models: [
    { id: 'fault/delay=50', price: TEN_NANO },
    'fault/slow=2,tokens=40',
    'fault/cut=4,tokens=20',
    SLOW,
  ],
  workloads: [
    { name: 'default' },
    { name: 'ten', budget: { amount: '0.000000100', period: 'total' } },
    { name: 'rpm', rpm: 20 },
  ],
};

beforeAll(ensureBuilt, 2 * MINUTE_MS);

/** Two replicas and a worker, on one PostgreSQL that can be cut off, and on one Redis. */
async function aFleet() {
  const sandbox = await TestSandbox.start();
  const redis = await RedisServer.start();
  const { url: direct } = await testDatabase();
  const gate = await DatabaseGate.before(direct);
  const home = await GatewayHome.make(SETTINGS, sandbox.url, { direct, through: gate.url });
  const shared = { REDIS_URL: redis.url };
  const api = { ...shared, GW_ROLE: 'api' };
  const replicas = [await home.start(api), await home.start(api)];
  const worker = await home.startWorker(shared);
  let turn = 0;
  return {
    sandbox,
    redis,
    gate,
    home,
    replicas,
    worker,
    /** What the counters in Redis and the ledger differ by. */
    driftNano: async () => (await redisCounters(home, redis.url)).driftNano,
    /** Each in turn, as a balancer does. */
    next: (): GatewayProcess => replicas[turn++ % replicas.length] as GatewayProcess,
    restart: () => home.start(api),
    async close() {
      await home.remove();
      gate.close();
      await redis.close();
      await sandbox.close();
    },
  };
}

type Fleet = Awaited<ReturnType<typeof aFleet>>;

async function statusesOf(fleet: Fleet, workload: string, calls: number, model: string) {
  const body = JSON.stringify({
    model: `sandbox/${model}`,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const answers = await Promise.all(
    Array.from({ length: calls }, () =>
      fleet.next().send('/v1/chat/completions', { body }, fleet.home.keyOf(workload)),
    ),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('two replicas on one Redis', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await aFleet();
  }, MINUTE_MS);
  afterAll(() => fleet.close());

  it('serve exactly ten of two hundred calls on a budget for ten, and then none', async () => {
    await fleet.sandbox.clear();
    expect(await statusesOf(fleet, 'ten', 200, 'fault/delay=50')).toEqual({ 200: 10, 402: 190 });
    expect(await fleet.sandbox.requests()).toHaveLength(10);
    expect(await statusesOf(fleet, 'ten', 10, 'fault/delay=50')).toEqual({ 402: 10 });
  });

  it('let no more through in a minute than a limit says', async () => {
    expect(await statusesOf(fleet, 'rpm', 100, 'small')).toEqual({ 200: 20, 429: 80 });
  });

  it('hear of the loss of everything in between, and count on', async () => {
    await fleet.redis.ask((client) => client.flushall());
    expect(await statusesOf(fleet, 'ten', 20, 'fault/delay=50')).toEqual({ 402: 20 });
    expect(await statusesOf(fleet, 'rpm', 20, 'small')).toEqual({ 429: 20 });
    await waitFor('the counters to equal the ledger', async () => (await fleet.driftNano()) === 0n);
  });
});

it(
  'one of two replicas is killed under load: the other takes its holds over',
  async ({ task }) => {
    const fleet = await aFleet();
    try {
      const [killed, other] = fleet.replicas as [GatewayProcess, GatewayProcess];
      const streams = await Promise.all(
        Array.from({ length: CALLERS }, () => killed.openStream({ model: `sandbox/${SLOW}` })),
      );
      await Promise.all(streams.map(({ body }) => body[Symbol.asyncIterator]().next()));
      const load = startLoad(CALLERS, () => other);
      await waitFor('some load', () => load.seen.served.length > CALLERS, MINUTE_MS);
      killed.kill('SIGKILL');
      const killedMs = performance.now();
      for (const { body } of streams) body.on('error', () => undefined);
      await waitFor(
        'its holds to be taken over',
        async () => {
          const rows = await fleet.home.rows<{ count: string }>(
            `SELECT count(*) FROM audit_row WHERE type = 'interrupted'`,
          );
          return Number(rows[0]?.count) >= CALLERS;
        },
        TAKEN_OVER_MS_MAX,
      );
      const seconds = (performance.now() - killedMs) / SECOND_MS;
      await load.stop();
      await waitFor(
        'the counters to equal the ledger',
        async () => (await fleet.driftNano()) === 0n,
      );
      await expectHealed(task, fleet.home, {
        fault: `kill -9 of one of two replicas on Redis: taken over in ${seconds.toFixed(1)} s`,
        inFlight: `${CALLERS} streams`,
        seen: load.seen,
      });
    } finally {
      await fleet.close();
    }
  },
  4 * MINUTE_MS,
);

/** What two replicas lose under load, and get back. */
const LOSSES: Readonly<Record<string, (fleet: Fleet) => Promise<() => Promise<void>>>> = {
  'kill -9 of Redis': async ({ redis }) => {
    await redis.kill();
    return () => redis.begin();
  },
  'Redis is frozen': async ({ redis }) => {
    redis.freeze();
    return async () => redis.thaw();
  },
  'FLUSHALL of Redis': async ({ redis }) => {
    await redis.ask((client) => client.flushall());
    return async () => undefined;
  },
  'PostgreSQL out of reach for 20 s': async ({ gate }) => {
    gate.shut();
    return async () => {
      await pass(AWAY_MS);
      gate.open();
    };
  },
};

describe('two replicas on Redis, under load', () => {
  for (const [fault, strike] of Object.entries(LOSSES)) {
    it(
      fault,
      async ({ task }) => {
        const fleet = await aFleet();
        try {
          const load = startLoad(CALLERS, fleet.next);
          await waitFor('some load', () => load.seen.served.length > 2 * CALLERS, MINUTE_MS);
          const { open } = load;
          const heal = await strike(fleet);
          if (fault.includes('Redis') && !fault.startsWith('FLUSHALL')) {
            load.seen.slowestRefusalMs = 0;
            const { refused } = load.seen;
            await waitFor('refusals', () => load.seen.refused > refused + CALLERS, MINUTE_MS);
            expect(load.seen.slowestRefusalMs).toBeLessThan(REFUSED_MS_MAX);
          }
          await heal();
          const { served } = load.seen;
          const before = served.length;
          await waitFor('calls to be served', () => served.length > before + CALLERS, MINUTE_MS);
          await load.stop();
          await waitFor(
            'the counters to equal the ledger',
            async () => (await fleet.driftNano()) === 0n,
            MINUTE_MS,
          );
          await expectHealed(task, fleet.home, {
            fault: `${fault}, two replicas`,
            inFlight: `${open} calls`,
            seen: load.seen,
          });
        } finally {
          await fleet.close();
        }
      },
      4 * MINUTE_MS,
    );
  }
});

it(
  'a replica that would count elsewhere does not start beside them',
  async () => {
    const fleet = await aFleet();
    try {
      const alone = fleet.home.start({ GW_ROLE: 'api' });
      await expect(alone).rejects.toThrow(
        'Other replicas count in Redis, and this one would in Postg',
      );
    } finally {
      await fleet.close();
    }
  },
  MINUTE_MS,
);
