import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome, GatewayProcess } from '../support/gateway-process.js';
import { idOf } from '../support/http.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';

const MINUTE_MS = 60_000;

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

const begin = ({ environment, key }: GatewayHome) => GatewayProcess.start(environment, key);

/** The id of a call that it served; undefined when it does not serve. */
async function servedBy(gateway: GatewayProcess): Promise<string | undefined> {
  const answer = await gateway.chat({}).catch(() => undefined);
  return answer?.status === 200 ? idOf(answer) : undefined;
}

it(
  'a second gateway on the folder takes it while the first is frozen and PostgreSQL killed: the first ends',
  async ({ task }) => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      const first = await begin(home);
      const before = await servedBy(first);
      const killed = await home.postmasterPid();
      first.kill('SIGSTOP');
      process.kill(killed, 'SIGKILL');
      const second = await begin(home);
      first.kill('SIGCONT');
      expect(await first.exited).toBe(1);
      const after = await servedBy(second);
      await expectHealed(task, home, {
        fault: 'two gateways on one folder, the first frozen, PostgreSQL killed',
        inFlight: 'none',
        seen: { served: [String(before), String(after)] },
      });
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
      const served: string[] = [];
      for (let round = 0; round < 5; round++) {
        const first = serving;
        process.kill(await home.postmasterPid(), 'SIGKILL');
        const second = await begin(home).catch(() => undefined);
        serving = second ?? first;
        if (second) expect(await first.exited).toBe(1);
        served.push(await waitFor('one to serve', () => servedBy(serving), MINUTE_MS));
      }
      await expectHealed(task, home, {
        fault: 'a second gateway starts while PostgreSQL is killed, five times',
        inFlight: 'none',
        seen: { served },
      });
      await home.close();
      expect(await serving.stop()).toBe(0);
    } finally {
      await home.remove();
    }
  },
  2 * MINUTE_MS,
);
