import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { gw } from '../../support/gw.js';
import { RedisServer } from '../../support/redis-server.js';
import { testDatabase } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const HANGS_MS = 120_000;
const SLOW = 'fault/slow=50,tokens=2000';

const redis = await RedisServer.start();
const sandbox = await TestSandbox.start();
let home: GatewayHome;
let gateway: GatewayProcess;
/** Of the organisation. */
let state: string;

beforeAll(async () => {
  await ensureBuilt();
  const { url } = await testDatabase();
  const budget = { amount: '100.00', period: 'total' };
  const workloads = [{ name: 'default', budget }];
  const database = { direct: url, through: url };
  home = await GatewayHome.make({ models: [SLOW], workloads }, sandbox.url, database);
  gateway = await home.start({ REDIS_URL: redis.url });
  expect((await gateway.chat({})).status).toBe(200);
  [state = ''] = await redis.ask((client) => client.keys('*:state'));
}, HANGS_MS);
afterAll(async () => {
  await home.remove();
  await redis.close();
  await sandbox.close();
});

/** What it prints, whether or not it is clean. */
async function fsck(): Promise<string> {
  try {
    return await gw({ ...home.environment, REDIS_URL: redis.url }, 'audit', 'fsck');
  } catch (fault) {
    return (fault as { stdout: string }).stdout;
  }
}

const fields = (prefix: string): Promise<readonly string[]> =>
  redis.ask(async (client) => {
    const all = await client.hkeys(state);
    return all.filter((field) => field.startsWith(prefix));
  });

/** Changed by hand, looked at, and put back. */
async function withField(field: string, amount: number): Promise<string> {
  await redis.ask((client) => client.hincrby(state, field, amount));
  const said = await fsck();
  await redis.ask((client) => client.hincrby(state, field, -amount));
  return said;
}

it('is clean beside calls that come and go, and one that is open', async () => {
  const stream = await gateway.openStream({ model: `sandbox/${SLOW}` });
  await stream.body[Symbol.asyncIterator]().next();
  const load = new AbortController();
  const statuses = new Set<number>();
  const calls = (async () => {
    while (!load.signal.aborted) statuses.add((await gateway.chat({})).status);
  })();
  const said = [await fsck(), await fsck(), await fsck()];
  load.abort();
  await calls;
  stream.hangUp();
  for (const one of said) expect(one).toContain(': clean.');
  expect(statuses).toContain(200); // A machine that is too busy for Redis refuses some.
  await waitFor('the stream to end', async () => (await fields('c:')).length === 0);
});

it('names a counter that was set wrong, by how much, and what to do', async () => {
  const [used = ''] = await fields('u:');
  const said = await withField(used, 5_000_000_000);
  expect(said).toContain('BROKEN  what Redis counts is what the ledger and the open calls say');
  expect(said).toMatch(/counter \S+: Redis says that 5\.\d+ was spent, the ledger 0\.\d+/);
  expect(said).toContain(`redis-cli DEL '${state}'`);
  expect(await fsck()).toContain(': clean.');
});

it('names one that is wrong in what is held and in what is used, so that no sum tells', async () => {
  const [used = ''] = await fields('u:');
  const held = used.replace('u:', 'h:');
  await redis.ask((client) => client.hincrby(state, used, 1_000_000_000));
  const said = await withField(held, 1_000_000_000);
  await redis.ask((client) => client.hincrby(state, used, -1_000_000_000));
  expect(said).toMatch(/counter \S+: Redis says that 1\.0* is held, its holds 0/);
  expect(said).not.toContain('was spent');
});

it('names a hold that nobody has, and a call without its hold', async () => {
  const stream = await gateway.openStream({ model: `sandbox/${SLOW}` });
  await stream.body[Symbol.asyncIterator]().next();
  const [field = ''] = await fields('c:');
  const call = field.slice('c:'.length);
  const hold = String(await redis.ask((client) => client.hget(state, field)));
  const nobody = '01990000-0000-7000-8000-000000000000';
  await redis.ask((client) => client.hset(state, `c:${nobody}`, hold.replace(/ \d+ /, ' 1 ')));
  await redis.ask((client) => client.hdel(state, field));
  const said = await fsck();
  await redis.ask((client) => client.hset(state, field, hold));
  await redis.ask((client) => client.hdel(state, `c:${nobody}`));
  stream.hangUp();
  expect(said).toContain(`call ${call}: open, and without a hold in Redis`);
  expect(said).toContain(`call ${nobody}: a hold in Redis, and neither open nor in the ledger`);
});

it('is clean again once what was wrong is deleted as it says', async () => {
  const [used = ''] = await fields('u:');
  await redis.ask((client) => client.hincrby(state, used, 5_000_000_000));
  await redis.ask((client) => client.del(state));
  expect(await fsck()).toContain(': clean.');
  expect((await gateway.chat({})).status).toBe(200);
  expect(await fsck()).toContain(': clean.');
});
