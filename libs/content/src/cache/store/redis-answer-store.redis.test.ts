import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock, type OrganisationId } from '#kernel';
import { openRedis, type RedisLink } from '#platform';
import type { Redis } from 'ioredis';
import { RedisCluster, RedisServer } from '../../../../../test/support/redis-server.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { answerStoreContract } from '../../testing/answer-store-contract.js';
import { aReplica, newOrganisation, newWorkload, rowsOf } from '../../testing/answers-world.js';
import { placeOf, type CachePlace } from '../cache-place.js';
import { RedisAnswerStore } from './redis-answer-store.js';

const MEBI = 1_024 * 1_024;
const HOUR_MS = 3_600_000;
const CALL = '00000000-0000-7000-9000-0000000000ca';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const mastersOf = (server: RedisServer | RedisCluster): readonly RedisServer[] =>
  server instanceof RedisCluster ? server.nodes.slice(0, 3) : [server];
const namesIn = async (server: RedisServer | RedisCluster, pattern = 'gw:cache:*') =>
  (
    await Promise.all(mastersOf(server).map((one) => one.ask((client) => client.keys(pattern))))
  ).flat();

function storeOn(link: RedisLink, bytesMax = 256 * MEBI) {
  const replica = aReplica(database.app);
  const { rows, keys, clock } = replica;
  return {
    ...replica,
    store: new RedisAnswerStore(link, database.app, rows, keys, clock, bytesMax),
  };
}

describe.each([
  ['one Redis', RedisServer],
  ['a cluster of six', RedisCluster],
] as const)('answers in %s', (_, servers) => {
  let server: RedisServer | RedisCluster;
  let links: RedisLink[];
  let replicas: ReturnType<typeof storeOn>[];
  /** Its answers are found by what the key in force calls them, and those of keys before are not. */
  const tags = new Map<OrganisationId, Set<string>>();
  beforeAll(async () => {
    const clock = new SystemClock();
    server = await servers.start();
    links = await Promise.all([openRedis(server.url, clock), openRedis(server.url, clock)]);
    replicas = links.map((link) => storeOn(link));
  });
  afterAll(async () => {
    await Promise.all(links.map((link) => link.close()));
    await server.close();
  });

  answerStoreContract(() => {
    const [one, another] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
    return {
      store: one.store,
      other: another.store,
      keys: one.keys,
      database: database.owner,
      skip: (ms) => replicas.forEach(({ clock }) => clock.skip(ms)),
      async newOrganisation() {
        const id = await newOrganisation(database.owner);
        const of = one.keys.of.bind(one.keys);
        tags.set(id, new Set([(await of(id)).tag]));
        return id;
      },
      newWorkload: (organisationId) => newWorkload(database.owner, organisationId),
      async countOf(organisationId) {
        const known = await one.keys.inForce();
        const all = tags.get(organisationId) ?? new Set();
        all.add(known.get(organisationId)?.tag ?? '');
        const counts = [...all].map((tag) => namesIn(server, `gw:cache:{${tag}}:answer:*`));
        return (await Promise.all(counts)).flat().length;
      },
    };
  });
});

describe('answers in Redis', () => {
  let server: RedisServer;
  let link: RedisLink;
  beforeAll(async () => {
    server = await RedisServer.start();
    link = await openRedis(server.url, new SystemClock());
  });
  afterAll(async () => {
    await link.close();
    await server.close();
  });

  /** An organisation with a store of its own, and what to ask and to tell it. */
  async function stand(bytesMax?: number) {
    const replica = storeOn(link, bytesMax);
    const { store, keys } = replica;
    const organisationId = await newOrganisation(database.owner);
    const scopeId = organisationId;
    const at = async (request: string): Promise<CachePlace> =>
      placeOf({ organisationId, scopeId }, await keys.of(organisationId), request);
    const put = async (request: string, bytes = 1_000, callId = CALL) => {
      const sealed = Buffer.alloc(bytes, 'sealed');
      const storedAtMs = Date.now();
      const expiresAtMs = storedAtMs + HOUR_MS;
      await store.put(await at(request), { callId, sealed, storedAtMs, expiresAtMs });
    };
    const kindOf = async (request: string) => (await store.find(await at(request))).kind;
    const nameOf = async (request: string) => {
      const { tag } = await at(request);
      const before = new Set(await namesIn(server, `gw:cache:{${tag}}:answer:*`));
      await put(request);
      const after = await namesIn(server, `gw:cache:{${tag}}:answer:*`);
      return after.find((name) => !before.has(name)) ?? '';
    };
    return { ...replica, organisationId, at, put, kindOf, nameOf };
  }
  const tell = (what: (client: Redis) => Promise<unknown>) => server.ask(what);

  it('those that were given last stay where there is no room for all', async () => {
    const { put, kindOf, store, organisationId } = await stand(3_000);
    for (const request of ['a', 'b', 'c']) await put(request);
    expect(await kindOf('a')).toBe('found'); // So b is the one that nobody wanted for longest.
    await put('d');
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(kindOf))).toEqual([
      'found',
      'nothing',
      'found',
      'found',
    ]);
    await put('e', 2_000);
    expect(await store.sizeOf(organisationId)).toEqual({ entries: 2, bytes: 3_000 });
  });

  it('those of one millisecond are told apart by when they were given', async () => {
    const { put, kindOf, organisationId, keys } = await stand();
    const requests = Array.from({ length: 60 }, (_, n) => String(n));
    for (const request of requests) await put(request);
    const { tag } = await keys.of(organisationId);
    expect(new Set(await Promise.all(requests.map(kindOf)))).toEqual(new Set(['found']));
    const used = (await tell((client) =>
      client.zrange(`gw:cache:{${tag}}:used`, 0, -1, 'WITHSCORES'),
    )) as string[];
    const given = used.filter((_, n) => n % 2 === 1);
    expect(new Set(given).size).toBe(requests.length);
  });

  it('expire by themselves, and so does all that is said of them', async () => {
    const { nameOf, at, kindOf } = await stand();
    const name = await nameOf('a');
    const { tag } = await at('a');
    const ttls = await tell(async (client) =>
      Promise.all((await client.keys(`gw:cache:{${tag}}:*`)).map((one) => client.pttl(one))),
    );
    expect(ttls).toHaveLength(5);
    for (const ttl of ttls as number[]) expect(ttl).toBeGreaterThan(0);
    expect(await tell((client) => client.pttl(name))).toBeLessThanOrEqual(HOUR_MS);
    await tell((client) => client.pexpire(name, 1));
    await expect.poll(() => kindOf('a')).toBe('nothing');
  });

  it('nobody can tell from names or bytes whose they are', async () => {
    const { nameOf, organisationId } = await stand();
    await nameOf('the words of the request');
    const dump = await tell(async (client) => {
      const names = await client.keys('gw:cache:*');
      const kept = await Promise.all(names.map((name) => client.dumpBuffer(name)));
      return Buffer.concat([Buffer.from(names.join()), ...kept.map((one) => one ?? Buffer.of())]);
    });
    const text = (dump as Buffer).toString('latin1');
    const ids = [organisationId, CALL];
    const bytesOfIds = ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
    for (const said of [...ids, 'words of the request']) expect(text).not.toContain(said);
    for (const bytes of bytesOfIds) expect((dump as Buffer).includes(bytes)).toBe(false);
  });

  it('what is no answer is unreadable, and what is no index is made anew', async () => {
    const { nameOf, put, kindOf, at, store, organisationId } = await stand();
    const name = await nameOf('a');
    await tell((client) => client.del(name));
    await tell((client) => client.hset(name, 'a', 'b'));
    expect(await kindOf('a')).toBe('unreadable');
    await put('a');
    expect(await kindOf('a')).toBe('found');
    const { tag } = await at('a');
    await tell((client) => client.set(`gw:cache:{${tag}}:expires`, 'nonsense'));
    await put('b');
    expect(await kindOf('b')).toBe('found');
    expect((await store.sizeOf(organisationId)).entries).toBe(1);
  });

  it('leave room for the counters where the memory of the server is bounded', async () => {
    const small = await RedisServer.start({ maxmemory: '8mb', 'maxmemory-policy': 'noeviction' });
    const smallLink = await openRedis(small.url, new SystemClock());
    try {
      const { store, keys } = storeOn(smallLink);
      const organisationId = await newOrganisation(database.owner);
      const scope = { organisationId, scopeId: organisationId };
      const sealed = Buffer.alloc(MEBI, 1);
      const put = async (request: string) =>
        store.put(placeOf(scope, await keys.of(organisationId), request), {
          callId: CALL,
          sealed,
          storedAtMs: Date.now(),
          expiresAtMs: Date.now() + HOUR_MS,
        });
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, at) => put(String(at))),
      );
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(
        new Set(['fulfilled', 'rejected']),
      );
      expect(await small.ask((client) => client.set('a counter', '1'))).toBe('OK');
    } finally {
      await smallLink.close();
      await small.close();
    }
  });

  it('an erasure of a call puts its answer out of reach, whether Redis answers or not', async () => {
    const { put, kindOf, keys, clock, organisationId, at } = await stand();
    await put('a', 100);
    const place = await at('a');
    expect(await rowsOf(database.owner, organisationId)).toBe(1);
    await database.owner.dataSource.query(
      `WITH cached AS (DELETE FROM cached_answer WHERE call_id = $1 RETURNING org_id)
        UPDATE response_cache_key SET round = round + 1 WHERE org_id IN (SELECT org_id FROM cached)`,
      [CALL],
    );
    clock.skip(2_000);
    expect(await kindOf('a')).toBe('purged');
    keys.forget(organisationId);
    expect((await at('a')).tag).not.toBe(place.tag);
    expect(await kindOf('a')).toBe('nothing');
  });

  it('one that could not be replaced is found no more: no row tells of its call', async () => {
    const { put, kindOf, clock, keys, organisationId } = await stand();
    await put('a');
    server.freeze();
    await expect(put('a', 100, CALL.replace('ca', 'cb'))).rejects.toThrow();
    server.thaw();
    clock.skip(2_000);
    await expect.poll(() => kindOf('a').catch(() => 'away')).toBe('purged');
    keys.forget(organisationId);
    await expect.poll(() => kindOf('a').catch(() => 'away')).toBe('nothing');
  });

  it.each([
    ['has no cache', { hasNoCache: true }],
    ['keeps for a shorter time', { keptSinceMs: Number.MAX_SAFE_INTEGER / 2_048 }],
  ])(
    'an erasure reaches what was kept before its organisation %s, and Redis was away',
    async (_, now) => {
      const { put, kindOf, at, clock, store, organisationId } = await stand();
      const callId = CALL.replace('ca', 'cc');
      await put('a', 100, callId);
      const keeper = {
        organisationId,
        hasNoCache: false,
        nowMs: Date.now(),
        keptSinceMs: 0,
        ...now,
      };
      server.freeze();
      await expect(store.sweep([keeper])).rejects.toThrow();
      server.thaw();
      await expect.poll(() => kindOf('a').catch(() => 'away')).toBe('found');
      const place = await at('a');
      await database.owner.dataSource.query(
        `WITH cached AS (DELETE FROM cached_answer WHERE call_id = $1 RETURNING org_id)
        UPDATE response_cache_key SET round = round + 1 WHERE org_id IN (SELECT org_id FROM cached)`,
        [callId],
      );
      clock.skip(2_000);
      expect((await store.find(place)).kind).toBe('purged');
    },
  );

  it('a server that is away or silent holds nobody up', async () => {
    const { put, kindOf } = await stand();
    await put('a');
    server.freeze();
    const since = performance.now();
    await expect(kindOf('a')).rejects.toThrow('Redis cannot be asked');
    await expect(kindOf('a')).rejects.toThrow('Redis cannot be asked');
    expect(performance.now() - since).toBeLessThan(500);
    server.thaw();
    await expect.poll(() => kindOf('a').catch(() => 'away')).toBe('found');
  });
});
