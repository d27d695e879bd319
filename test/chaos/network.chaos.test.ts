import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, it, type RunnerTask } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed, expectOnRecord } from './expect-healed.js';
import type { Stand } from './faults.js';
import { openLink } from './link.js';
import { startLoad, type Load } from './load.js';

const MINUTE_MS = 60_000;
const CALLERS = 16;

const sandbox = await TestSandbox.start();
const database = await testDatabase();
const link = await openLink(database.url);
const home = await GatewayHome.make(
  {
    models: ['fault/slow=2,tokens=40', 'fault/cut=4,tokens=20'],
    workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }],
  },
  sandbox.url,
  { direct: database.url, through: link.url },
);
const stand: Stand = { home, gateway: undefined };

beforeAll(async () => {
  await ensureBuilt();
  stand.gateway = await home.start();
}, 2 * MINUTE_MS);
afterAll(async () => {
  await home.remove();
  link.close();
  await sandbox.close();
});

/** Calls that were served in full, over all faults: each must stay in the log. */
const servedInAll: string[] = [];

async function startSome(): Promise<Load> {
  const load = startLoad(CALLERS, () => stand.gateway);
  await waitFor('some load', () => load.seen.served.length > CALLERS, MINUTE_MS);
  return load;
}

async function expectSound(task: RunnerTask, load: Load, fault: string, open: number) {
  const sofar = load.seen.served.length;
  await waitFor('calls to be served again', () => load.seen.served.length > sofar, 2 * MINUTE_MS);
  await load.stop();
  const { seen } = load;
  const healed = await expectHealed(task, home, {
    fault: `${fault}: ${link.kind}`,
    inFlight: `${open} calls`,
    seen,
  });
  servedInAll.push(...seen.served);
  expectOnRecord(healed, servedInAll);
}

// As long as a switch takes to come back, and longer than a silent replica is left alone.
for (const cutMs of [20_000, 45_000]) {
  it(
    `the database out of reach for ${cutMs / 1_000} s`,
    async ({ task }) => {
      const load = await startSome();
      const { open } = load;
      link.cut();
      await pass(cutMs);
      link.join();
      await expectSound(task, load, `${cutMs / 1_000} s without the database`, open);
    },
    5 * MINUTE_MS,
  );
}

it(
  'the gateway killed while the database is out of reach',
  async ({ task }) => {
    const load = await startSome();
    const { open } = load;
    link.cut();
    await waitFor('calls to be refused', () => load.seen.refused > 0, MINUTE_MS);
    stand.gateway?.kill('SIGKILL');
    await stand.gateway?.exited;
    stand.gateway = undefined;
    link.join();
    stand.gateway = await home.start();
    await expectSound(task, load, 'kill -9 without the database', open);
  },
  5 * MINUTE_MS,
);
