import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { RedisServer } from '../../support/redis-server.js';
import { testDatabase } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { undisturbedMs } from '../../support/undisturbed.js';
import { waitFor } from '../../support/wait-for.js';

const HANGS_MS = 120_000;
const BROKEN = 'sandbox/fault/status=500';
const HEARD_MS_MAX = 2_000;

const redis = await RedisServer.start();
const sandbox = await TestSandbox.start();
let home: GatewayHome;
let a: GatewayProcess;
let b: GatewayProcess;

beforeAll(async () => {
  await ensureBuilt();
  const { url } = await testDatabase();
  home = await GatewayHome.make(
    {
      models: ['fault/status=500'],
      aliases: [{ name: 'gw/auto', targets: [{ model: BROKEN }], fallbacks: ['sandbox/small'] }],
    },
    sandbox.url,
    { direct: url, through: url },
  );
  a = await home.start({ REDIS_URL: redis.url });
  b = await home.start({ REDIS_URL: redis.url, GW_ROLE: 'api' });
}, HANGS_MS);
afterAll(async () => {
  await home.remove();
  await redis.close();
  await sandbox.close();
});

/** As operators see it: 0 closed, 1 probing, 2 open; undefined where it was never heard of. */
async function breakerAt(replica: GatewayProcess): Promise<number | undefined> {
  const { text } = await replica.send('/metrics', { method: 'GET' });
  const line = new RegExp(`^gw_breaker_state{provider="${BROKEN}"} (\\d)$`, 'm').exec(text);
  return line ? Number(line[1]) : undefined;
}

it('a provider that fails one replica is not sent a single call by the other', async () => {
  expect(await breakerAt(b)).toBeUndefined();
  while ((await breakerAt(a)) !== 2) await a.chat({ model: BROKEN });
  const heard = () => waitFor('the other replica to hear', async () => (await breakerAt(b)) === 2);
  const ms = Math.round(await undisturbedMs(heard));
  process.stdout.write(`two replicas with Redis: an open breaker is heard within ${ms} ms\n`);
  expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);

  await sandbox.clear();
  const refused = await b.chat({ model: BROKEN });
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('all_unhealthy');
  const served = await b.chat({ model: 'gw/auto' });
  expect([served.status, served.headers['x-gw-model']]).toEqual([200, 'small']);
  const seen = (await sandbox.requests()).map(({ body }) => JSON.parse(body) as object);
  expect(seen).toMatchObject([{ model: 'small' }]);
});
