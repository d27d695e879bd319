import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome, GatewayProcess } from '../support/gateway-process.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { checkHealed } from './check-healed.js';
import { addFault } from './fault-row.js';

const MINUTE_MS = 60_000;

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

const begin = ({ environment, key }: GatewayHome) => GatewayProcess.start(environment, key);

const serves = async (gateway: GatewayProcess): Promise<boolean> =>
  (await gateway.chat({}).catch(() => undefined))?.status === 200;

it(
  'a second gateway on the folder takes it while the first is frozen and PostgreSQL killed: the first ends',
  async ({ task }) => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      const first = await begin(home);
      expect(await serves(first)).toBe(true);
      const killed = await home.postmasterPid();
      first.kill('SIGSTOP');
      process.kill(killed, 'SIGKILL');
      const second = await begin(home);
      first.kill('SIGCONT');
      expect(await first.exited).toBe(1);
      expect(await serves(second)).toBe(true);
      const { holdsLeft, findings } = await checkHealed(home);
      addFault(task, {
        fault: 'two gateways on one folder, the first frozen, PostgreSQL killed',
        inFlight: 'none',
        served: 2,
        refused: 0,
        interrupted: 0,
        holdsLeft,
        findings: findings.length,
      });
      expect([holdsLeft, findings]).toEqual([0, []]);
      await home.close();
      expect(await second.stop()).toBe(0);
    } finally {
      await home.remove();
    }
  },
  2 * MINUTE_MS,
);

it(
  'a second gateway that starts at the moment PostgreSQL is killed: exactly one serves',
  async ({ task }) => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      let serving = await begin(home);
      for (let round = 0; round < 5; round++) {
        const first = serving;
        process.kill(await home.postmasterPid(), 'SIGKILL');
        const second = await begin(home).catch(() => undefined);
        serving = second ?? first;
        if (second) expect(await first.exited).toBe(1);
        await waitFor('one to serve', () => serves(serving), MINUTE_MS);
      }
      const { holdsLeft, findings } = await checkHealed(home);
      addFault(task, {
        fault: 'a second gateway starts while PostgreSQL is killed, five times',
        inFlight: 'none',
        served: 5,
        refused: 0,
        interrupted: 0,
        holdsLeft,
        findings: findings.length,
      });
      expect([holdsLeft, findings]).toEqual([0, []]);
      await home.close();
      expect(await serving.stop()).toBe(0);
    } finally {
      await home.remove();
    }
  },
  2 * MINUTE_MS,
);
