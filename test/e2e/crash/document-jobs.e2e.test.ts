import { afterAll, beforeAll, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { expectTakenOver } from '../../support/kill-document-job.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 900_000;

const budget = { amount: '10', period: 'monthly' };
const home = await GatewayHome.make(
  { workloads: [{ name: 'default', budget }] },
  'http://127.0.0.1:9',
);

beforeAll(ensureBuilt, HANGS_MS);
afterAll(() => home.remove());

it(
  'a gateway with its own database is killed in the middle of a job: the next one does it, charged once',
  async () => {
    let gateway = await home.start();
    await expectTakenOver(home, {
      serve: () => gateway,
      kill: async () => {
        gateway.kill('SIGKILL');
        await gateway.exited;
        gateway = await home.start();
      },
    });
  },
  HANGS_MS,
);
