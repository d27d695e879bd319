import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { send } from '../../support/http.js';
import { childrenOf } from '../../support/processes.js';
import { testDatabase } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const HANGS_MS = 240_000;
const PROCESSES = 3;
const TEN_NANO = { currency: 'EUR', call: '0.000000010' };
const BUDGET = { amount: '0.000000100', period: 'total' };

const sandbox = await TestSandbox.start();
const { url } = await testDatabase();
const home = await GatewayHome.make(
  {
    models: [{ id: 'fault/delay=50', price: TEN_NANO }],
    workloads: [{ name: 'default' }, { name: 'ten', budget: BUDGET }],
  },
  sandbox.url,
  { direct: url, through: url },
);
let supervisor: GatewayProcess;

beforeAll(async () => {
  await ensureBuilt();
  supervisor = await home.start({ GW_PROCESSES: String(PROCESSES) });
}, 2 * HANGS_MS);
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

const samplesOf = async (name: string): Promise<readonly number[]> => {
  const { text } = await send(`${supervisor.url}/metrics`);
  return [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  );
};

it('are as many as were asked for, behind one port', async () => {
  expect(childrenOf(supervisor.pid)).toHaveLength(PROCESSES);
  expect((await supervisor.chat({})).status).toBe(200);
});

it('share a budget for exactly ten of two hundred calls', async () => {
  const body = JSON.stringify({
    model: 'sandbox/fault/delay=50',
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      supervisor.send('/v1/chat/completions', { body }, home.keyOf('ten')),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(190);
});

it('tell their metrics together', async () => {
  // A call is counted once it is settled, which its answer does not wait for.
  await waitFor('every call to be counted', async () => {
    const calls = await samplesOf('gw_requests_total');
    return calls.reduce((sum, count) => sum + count, 0) === 1 + 200;
  });
  expect(await samplesOf('gw_build_info')).toEqual([1]);
});

it('serve every caller while one of them is frozen', async () => {
  const [frozen = 0] = childrenOf(supervisor.pid);
  process.kill(frozen, 'SIGSTOP');
  try {
    const answers = await Promise.all(Array.from({ length: 30 }, () => supervisor.chat({})));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
});

it(
  'are replaced when one of them is killed, and none of its calls is lost',
  async () => {
    const before = childrenOf(supervisor.pid);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await waitFor('another one', () => {
      const now = childrenOf(supervisor.pid);
      return now.length === PROCESSES && !now.includes(before[0] ?? 0);
    });
    for (let calls = 0; calls < PROCESSES * 2; calls++) {
      expect((await supervisor.chat({})).status).toBe(200);
    }
  },
  HANGS_MS,
);

it(
  'end together, with all that was open settled and sealed',
  async () => {
    const children = childrenOf(supervisor.pid);
    expect(await supervisor.stop()).toBe(0);
    for (const child of children) expect(() => process.kill(child, 0)).toThrow('ESRCH');
    expect(await home.rows('SELECT id FROM call_intent')).toEqual([]);
    expect((await home.fsck()).findings).toEqual([]);
  },
  HANGS_MS,
);

it('do not start without a database of their own', async () => {
  const alone = await GatewayHome.make({}, sandbox.url);
  await expect(alone.start({ GW_PROCESSES: '2' })).rejects.toThrow('set DATABASE_URL and GW_CONF');
  await alone.remove();
});
