import { afterAll, beforeAll, expect, it } from 'vitest';
import { SETTLE } from '../../libs/metering/src/admission/redis/scripts.js';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { RedisServer } from '../support/redis-server.js';
import type { GateAt } from '../support/statement-gate.js';
import { StopLink } from '../support/stop-link.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { CrashStand, type Left } from './crash-stand.js';
import { redisCounters } from './redis-counters.js';

// What heals is killed itself, at each of its steps: the next one goes on, and nothing is done twice.

const MINUTE_MS = 60_000;
const BATCH = 500; // Calls that one step of the recovery ends.
// The answer to the last batch must fit into the server's buffer: one that cannot be sent is rolled back.
const CALLS = BATCH + 20;
const AT_ONCE = 50;
const HUNG = 'fault/hang';

const sandbox = await TestSandbox.start();
const redis = await RedisServer.start();
const link = await StopLink.before(redis.url);
let stand: CrashStand;
beforeAll(async () => {
  await ensureBuilt();
  const home = await GatewayHome.make(
    {
      models: [HUNG],
      workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }],
    },
    sandbox.url,
  );
  stand = await CrashStand.start(home, { REDIS_URL: link.url });
  await stand.serve();
  await redis.ask((client) => client.script('LOAD', SETTLE.text));
}, 2 * MINUTE_MS);
afterAll(async () => {
  await stand.close();
  link.close();
  await redis.close();
  await sandbox.close();
});

const counters = () => redisCounters(stand.home, redis.url);
const interrupted = () => stand.countOf(`audit_row WHERE type = 'interrupted'`);

/** Some at a time: a busy machine refuses what Redis does not answer in time. @returns how many it refused */
async function openCalls(calls: number): Promise<number> {
  let [open, refused] = [0, 0];
  while (open < calls) {
    const asked = Math.min(AT_ONCE, calls - open);
    const before = refused;
    for (let call = 0; call < asked; call++) {
      const answer = stand.beginCall({ model: `sandbox/${HUNG}` });
      void answer.then(() => refused++).catch(() => undefined); // The others break off.
    }
    await waitFor('every call to be open or refused', async () => {
      const { size } = await stand.intents();
      return size + refused - before === open + asked;
    });
    open += asked - (refused - before);
  }
  // One that was not sent yet would cost nothing.
  await waitFor('the provider to have them', async () => (await sandbox.openCount()) === calls);
  return refused;
}

/** A gateway dies with open calls, and then the one that ends them, where `standing` has it stand. */
function row(fault: string, calls: number, strike: () => Promise<void>): void {
  it(
    fault,
    async ({ task }) => {
      const left = async (): Promise<Left> => {
        const refused = await openCalls(calls);
        const due = await stand.dueIfInterrupted();
        await stand.kill();
        await strike();
        return { inFlight: `${calls} calls`, interrupted: calls, refused, calls: due };
      };
      await stand.row(task, fault, left, async () => (await counters()).holds.size);
      expect(await counters()).toMatchObject({ driftNano: 0n });
    },
    2 * MINUTE_MS,
  );
}

async function killAt(...places: readonly GateAt[]): Promise<void> {
  await stand.gate.shut(...places);
  const heir = stand.begin();
  await stand.gate.reached();
  await heir.kill('SIGKILL');
}

row('kill -9 of a recovery in its first batch', CALLS, async () => {
  const before = await interrupted();
  await killAt({ table: 'ledger_entry', on: 'INSERT' });
  await stand.gate.cut();
  expect((await interrupted()) - before).toBe(0);
});

row('kill -9 of a recovery between two batches', CALLS, async () => {
  const before = await interrupted();
  const after = `(SELECT count(*) FROM audit_row WHERE type = 'interrupted') >= ${before + BATCH}`;
  await killAt({ table: 'ledger_entry', on: 'INSERT', only: after });
  await stand.gate.cut();
  expect((await interrupted()) - before).toBe(BATCH);
});

row('kill -9 of a recovery whose last batch is committed unheard', CALLS, async () => {
  const before = await interrupted();
  const after = `(SELECT count(*) FROM audit_row WHERE type = 'interrupted') >= ${before + BATCH}`;
  await killAt({ table: 'ledger_entry', on: 'INSERT', only: after });
  await stand.gate.open();
  await stand.waitForIntents(0);
  expect((await interrupted()) - before).toBe(CALLS);
  expect((await counters()).holds.size).toBeGreaterThan(0);
});

for (const what of ['request', 'reply'] as const) {
  const when = what === 'request' ? 'before' : 'after';
  row(`kill -9 of a recovery ${when} it settles the holds in Redis`, 3, async () => {
    link.stopAt(what, SETTLE.digest);
    const heir = stand.begin();
    await link.reached();
    await heir.kill('SIGKILL');
    link.open();
    expect((await stand.intents()).size).toBe(0);
    expect((await counters()).holds.size).toBe(what === 'request' ? 3 : 0);
  });
}
