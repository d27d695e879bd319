import { afterAll, beforeAll, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { expectTakenOver } from '../../support/kill-document-job.js';
import { RedisServer } from '../../support/redis-server.js';
import { testDatabase } from '../../support/test-database.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 480_000;

const redis = await RedisServer.start();
const { url } = await testDatabase();
const budget = { amount: '10', period: 'monthly' };
const home = await GatewayHome.make(
  { workloads: [{ name: 'default', budget }] },
  'http://127.0.0.1:9',
  { direct: url, through: url },
);
const shared = { REDIS_URL: redis.url };

beforeAll(ensureBuilt, HANGS_MS);
afterAll(async () => {
  await home.remove();
  await redis.close();
});

it(
  'a worker on Redis is killed in the middle of a job: another one does it, charged once',
  async () => {
    const gateway = await home.start({ ...shared, GW_ROLE: 'api' });
    const worker = await home.startWorker(shared);
    await expectTakenOver(home, {
      serve: () => gateway,
      kill: async () => {
        worker.kill('SIGKILL');
        await worker.exited;
        await home.startWorker(shared);
      },
    });
  },
  HANGS_MS,
);
