import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { blocksOf, streamedOf } from '../../support/events.js';
import { GatewayHome, isAlive, type GatewayProcess } from '../../support/gateway-process.js';
import { childrenOf } from '../../support/processes.js';
import { testDatabase } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const HANGS_MS = 240_000;
const PROCESSES = 2;
const SLOW = 'fault/slow=50,tokens=40'; // Two seconds: long after its supervisor has gone.

const sandbox = await TestSandbox.start();
const { url } = await testDatabase();
const home = await GatewayHome.make(
  {
    models: [{ id: SLOW, price: { currency: 'EUR', call: '0.000000010' } }],
    workloads: [{ name: 'default' }],
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

it(
  'says at a start which address or port it cannot have, of the API and of the worker',
  async () => {
    await expect(home.start({ GW_HOST: 'no-such-host.invalid' })).rejects.toThrow(
      /did not start\.\nGW_HOST: no-such-host\.invalid leads to no address/,
    );
    const GW_WORKER_PORT = new URL(supervisor.url).port;
    await expect(home.startWorker({ GW_WORKER_PORT })).rejects.toThrow(
      /The worker did not start\.\nPort \d+ is taken.*GW_WORKER_PORT/,
    );
  },
  HANGS_MS,
);

it(
  'says in a line of JSON, as its processes do, which of them it replaces',
  async () => {
    const [killed = 0] = childrenOf(supervisor.pid);
    process.kill(killed, 'SIGKILL');
    await waitFor('the line', () => supervisor.said.includes('another one takes its place'));
    const line = supervisor.said.split('\n').find((one) => one.includes('takes its place'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'error',
      context: 'supervisor',
      msg: 'process 1 ended with SIGKILL; another one takes its place',
    });
    await waitFor('the other one', () => childrenOf(supervisor.pid).length === PROCESSES);
  },
  HANGS_MS,
);

it(
  'that is killed leaves processes which serve what is open to its end, and then end',
  async () => {
    const stream = await supervisor.openStream({ model: `sandbox/${SLOW}` });
    const left = childrenOf(supervisor.pid);
    const blocks = blocksOf(stream.body);
    const taken = [String((await blocks.next()).value)];
    supervisor.kill('SIGKILL');
    await supervisor.exited;
    for await (const block of blocks) taken.push(block);
    expect(streamedOf(taken)).toMatchObject({ isDone: true, finish: 'stop' });
    await waitFor('the end of its processes', () => !left.some(isAlive));
    expect(await home.rows('SELECT id FROM call_intent')).toEqual([]);
    expect((await home.fsck()).findings).toEqual([]);
  },
  HANGS_MS,
);
