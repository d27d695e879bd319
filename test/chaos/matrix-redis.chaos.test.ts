import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ADMIT,
  LOAD,
  READ,
  RESTORE,
  SETTLE,
} from '../../libs/metering/src/admission/redis/scripts.js';
import { ensureBuilt } from '../support/build.js';
import { DatabaseGate } from '../support/database-gate.js';
import { expectError } from '../support/expect-error.js';
import { GatewayHome } from '../support/gateway-process.js';
import type { Answer } from '../support/http.js';
import { RedisServer } from '../support/redis-server.js';
import { StopLink } from '../support/stop-link.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { CrashStand, dueFor, type Due, type Left } from './crash-stand.js';
import { redisCounters } from './redis-counters.js';

// The same with counters in Redis: each step between the two, and each step of making them anew.

const MINUTE_MS = 60_000;

const sandbox = await TestSandbox.start();
const redis = await RedisServer.start();
const link = await StopLink.before(redis.url);
/** Frozen, the provider holds its answers back. */
const provider = await DatabaseGate.before(sandbox.url);
let stand: CrashStand;
beforeAll(async () => {
  await ensureBuilt();
  const home = await GatewayHome.make(
    { workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }] },
    provider.url.replace(/\/$/, ''),
  );
  stand = await CrashStand.start(home, { REDIS_URL: link.url });
  await stand.serve();
  await loadScripts();
}, 2 * MINUTE_MS);
afterAll(async () => {
  await stand.close();
  link.close();
  await redis.close();
  provider.close();
  await sandbox.close();
});

const counters = () => redisCounters(stand.home, redis.url);

/** Known to the server, each is asked for by its digest alone: then that is where the link stops. */
const loadScripts = () =>
  redis.ask(async (client) => {
    for (const { text } of [ADMIT, LOAD, READ, RESTORE, SETTLE]) await client.script('LOAD', text);
  });

function row(fault: string, strike: () => Promise<Left>): void {
  it(
    fault,
    async ({ task }) => {
      const heldElsewhere = async () => (await counters()).holds.size;
      await stand.row(task, fault, strike, heldElsewhere);
      expect(await counters()).toMatchObject({ driftNano: 0n });
      await stand.serve();
      expect(await counters()).toMatchObject({ isLost: false });
    },
    2 * MINUTE_MS,
  );
}

/** A call whose hold is in Redis, and whose intent stands. */
async function standAtIntent(): Promise<void> {
  await stand.gate.shut({ table: 'call_intent', on: 'INSERT' });
  void stand.beginCall();
  await stand.gate.reached();
  await stand.kill();
}

row('kill -9 after the hold in Redis, and no intent', async () => {
  await standAtIntent();
  await stand.gate.cut();
  expect([(await stand.intents()).size, (await counters()).holds.size]).toEqual([0, 1]);
  return { inFlight: '1 call', interrupted: 1, calls: new Map() };
});

row('kill -9 after the hold in Redis, before the dispatch', async () => {
  await standAtIntent();
  await stand.gate.open();
  await stand.waitForIntents(1);
  const [id = ''] = (await stand.intents()).keys();
  expect([...(await counters()).holds.keys()]).toEqual([id]);
  const calls = new Map<string, Due>([[id, { type: 'interrupted', nano: 0n }]]);
  return { inFlight: '1 call', interrupted: 1, calls };
});

for (const what of ['request', 'reply'] as const) {
  const when = what === 'request' ? 'before' : 'after';
  row(`kill -9 after the record, ${when} the hold in Redis is settled`, async () => {
    link.stopAt(what, SETTLE.digest);
    const [id, due] = await stand.serve();
    await link.reached();
    const held = async () => [...(await counters()).holds.keys()];
    if (what === 'request') expect(await held()).toEqual([id]);
    else await waitFor('the hold to be settled', async () => (await held()).length === 0);
    expect((await stand.intents()).size).toBe(0);
    await stand.kill();
    link.open();
    return { inFlight: '1 hold', calls: new Map([[id, due]]) };
  });
}

row('FLUSHALL of Redis while a call is open', async () => {
  provider.freeze();
  const first = stand.beginCall();
  await stand.waitForIntents(1);
  const before = (await counters()).holds;
  stand.strikes();
  await redis.ask((client) => client.flushall());
  expect((await counters()).isLost).toBe(true);
  const second = stand.beginCall();
  await stand.waitForIntents(2);
  const { holds } = await counters();
  expect(holds.size).toBe(2);
  expect([...holds]).toEqual(expect.arrayContaining([...before]));
  provider.thaw();
  const answers = await Promise.all([first, second]);
  return { inFlight: '1 call', calls: new Map(answers.map(dueFor)) };
});

/** A call is open, Redis has lost everything, and the next call has the counters made anew. */
async function beginRebuild(): Promise<{ open: Promise<Answer>; next: Promise<Answer> }> {
  provider.freeze();
  const open = stand.beginCall();
  await stand.waitForIntents(1);
  await redis.ask((client) => client.flushall());
  return { open, next: stand.beginCall() };
}

/** The gateway dies there, with the call that was open. */
async function killWithOpenCall(): Promise<Left> {
  const calls = await stand.dueIfInterrupted();
  expect(calls.size).toBe(1);
  await stand.kill();
  provider.thaw();
  return { inFlight: '1 call, 1 rebuild', interrupted: 2, calls };
}

for (const way of ['cut', 'open'] as const) {
  const what = way === 'cut' ? 'and there is none' : 'and there is one';
  row(`kill -9 while a rebuild takes its generation, ${what}`, async () => {
    await stand.gate.shut({ table: 'counter_generation', on: 'UPDATE' });
    await beginRebuild();
    await stand.gate.reached();
    const left = await killWithOpenCall();
    await stand.gate[way]();
    return left;
  });
}

for (const [what, when] of [
  ['request', 'before a rebuild is written'],
  ['reply', 'after a rebuild is written'],
] as const) {
  row(`kill -9 ${when}`, async () => {
    link.stopAt(what, RESTORE.digest);
    await beginRebuild();
    await link.reached();
    if (what === 'request') expect(await counters()).toMatchObject({ isLost: true });
    else await waitFor('it to be written', async () => !(await counters()).isLost);
    const left = await killWithOpenCall();
    link.open();
    return left;
  });
}

row('kill -9 of Redis before a rebuild is written', async () => {
  link.stopAt('request', RESTORE.digest);
  const { open, next } = await beginRebuild();
  await link.reached();
  stand.strikes();
  await redis.kill();
  link.open();
  expectError(await next, 'metering_unavailable');
  await redis.begin();
  await loadScripts();
  provider.thaw();
  const third = await waitFor('calls to be served', async () => {
    const one = await stand.gateway.chat({});
    return one.status === 200 && one;
  });
  const calls = new Map([dueFor(await open), dueFor(third)]);
  return { inFlight: '1 call, 1 rebuild', refused: 1, calls };
});
