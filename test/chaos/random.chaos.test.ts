import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, it, type RunnerTask } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed, expectOnRecord } from './expect-healed.js';
import { FAULTS, type Stand } from './faults.js';
import { startLoad } from './load.js';
import { seeded } from '../support/seeded.js';

const MINUTE_MS = 60_000;
const CALLERS = 16;
const ROUND_MS_MAX = 3 * MINUTE_MS;
const FAULT_MS_MAX = 4_000;
const FAULTS_AT_ONCE_MAX = 2;

const isLong = process.env['GW_CHAOS'] === 'long';
const minutes = Number(process.env['GW_CHAOS_MINUTES'] ?? (isLong ? 60 : 0));
const seed = Number(process.env['GW_CHAOS_SEED'] ?? Date.now() % 1_000_000);

const sandbox = await TestSandbox.start();
const home = await GatewayHome.make(
  {
    models: ['fault/slow=2,tokens=40', 'fault/cut=4,tokens=20'],
    workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }],
  },
  sandbox.url,
);
const stand: Stand = { home, gateway: undefined };

beforeAll(async () => {
  await ensureBuilt();
  stand.gateway = await home.start();
}, 2 * MINUTE_MS);
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

/** Calls that were served in full, over all rounds: each must stay in the log. */
const servedInAll: string[] = [];

async function round(task: RunnerTask, names: readonly string[]): Promise<void> {
  const load = startLoad(CALLERS, () => stand.gateway);
  const before = load.seen.served.length;
  await waitFor('some load', () => load.seen.served.length > before + CALLERS, MINUTE_MS);
  const open = load.open;
  const healings: (() => Promise<void>)[] = [];
  for (const name of names) {
    const strike = FAULTS[name];
    if (strike) healings.push(await strike(stand));
  }
  await pass(random() * FAULT_MS_MAX);
  for (const heal of healings.toReversed()) await heal();
  const sofar = load.seen.served.length;
  await waitFor('calls to be served again', () => load.seen.served.length > sofar, MINUTE_MS);
  await load.stop();

  const { seen } = load;
  await home.close();
  const healed = await expectHealed(task, home, {
    fault: names.join(', '),
    inFlight: `${open} calls`,
    seen,
  });
  servedInAll.push(...seen.served);
  expectOnRecord(healed, servedInAll);
}

const random = seeded(seed);
const NAMES = Object.keys(FAULTS);
const pick = () => NAMES[Math.floor(random() * NAMES.length)] as string;

for (const name of NAMES) {
  it(`under load: ${name}`, ({ task }) => round(task, [name]), ROUND_MS_MAX);
}

it(
  `random faults, seed ${seed}`,
  async ({ task }) => {
    const endMs = performance.now() + minutes * MINUTE_MS;
    do {
      const count = 1 + Math.floor(random() * FAULTS_AT_ONCE_MAX);
      await round(task, [...new Set(Array.from({ length: count }, pick))]);
    } while (performance.now() < endMs);
  },
  minutes * MINUTE_MS + 2 * ROUND_MS_MAX,
);
