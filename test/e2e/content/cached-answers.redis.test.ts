import { afterAll, describe, expect, it } from 'vitest';
import { ResponseCache } from '#content';
import { cachedAnswersGo, CACHING_SETTINGS, stored } from '../../support/cached-answers.js';
import { startGateway } from '../../support/gateway.js';
import { RedisServer } from '../../support/redis-server.js';

const server = await RedisServer.start();
afterAll(() => server.close());
const gateway = await startGateway(CACHING_SETTINGS, { env: { REDIS_URL: server.url } });
const cache = gateway.app.get(ResponseCache, { strict: false });
const sql = gateway.database.owner.dataSource;

const NAMES = 'gw:cache:*:answer:*';
const ask = (text: string) =>
  gateway.chat({ model: 'sandbox/echo', messages: [{ role: 'user', content: text }] });
const stateOf = async (text: string) => (await ask(text)).headers['x-gw-cache'];

describe('an answer in Redis', () => {
  it('is given again, lies nowhere else, and has no words in it', async () => {
    const first = await ask('The words of the vault');
    await stored(gateway);
    const again = await ask('The words of the vault');
    expect(again.headers['x-gw-cache']).toBe('hit');
    expect(again.text).toContain('words of the vault');
    expect(first.status).toBe(200);
    const rows = await sql.query<{ length: number }[]>(
      'SELECT length(sealed) AS length FROM cached_answer',
    );
    expect(rows).toEqual([{ length: 0 }]);
    const kept = await server.ask(async (client) =>
      Promise.all((await client.keys(NAMES)).map((name) => client.getBuffer(name))),
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.includes('words of the vault')).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    [
      'changed',
      (bytes) => Buffer.concat([bytes.subarray(0, 40), Buffer.of(1), bytes.subarray(41)]),
    ],
    ['cut', (bytes) => bytes.subarray(0, -8)],
    ['emptied', () => Buffer.of()],
  ])('and was %s is given to nobody, counted, and made anew', async (name, change) => {
    await stateOf(`Do not touch: ${name}`);
    await stored(gateway);
    await server.ask(async (client) => {
      for (const key of await client.keys(NAMES)) {
        const bytes = await client.getBuffer(key);
        await client.set(key, change(bytes ?? Buffer.of()), 'KEEPTTL');
      }
    });
    const { damaged } = cache.counters;
    expect(await stateOf(`Do not touch: ${name}`)).toBe('miss');
    expect(cache.counters.damaged).toBe(damaged + 1);
    await stored(gateway);
    expect(await stateOf(`Do not touch: ${name}`)).toBe('hit');
  });

  it('that Redis has lost is made anew', async () => {
    await stateOf('Lost');
    await stored(gateway);
    await server.ask((client) => client.flushall());
    expect(await stateOf('Lost')).toBe('miss');
    await stored(gateway);
    expect(await stateOf('Lost')).toBe('hit');
  });
});

cachedAnswersGo(gateway, () => server.ask(async (client) => (await client.keys(NAMES)).length));
