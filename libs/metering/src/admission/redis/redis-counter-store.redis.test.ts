import { afterAll, beforeAll, describe } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { openRedis, type RedisLink, ReplicaId, type Statement } from '#platform';
import { RedisCluster, RedisServer } from '../../../../../test/support/redis-server.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { counterStoreContract } from '../../testing/counter-store-contract.js';
import { heldCallOf } from '../admission-request.js';
import { PostgresIntentStore } from '../postgres-intent-store.js';
import { CounterRebuild } from './counter-rebuild.js';
import { readState } from './read-state.js';
import { RedisCounterStore } from './redis-counter-store.js';

const OPEN_INTENTS: Statement = { name: 'test-open', text: 'SELECT id FROM call_intent' };

const clock = new SystemClock();
const replica = new ReplicaId(new Ids(clock, new SystemEntropy()).callId());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Of which organisation each counter is. */
const homes = new Map<string, string>();

class KnownStore extends RedisCounterStore {
  override admit(...asked: Parameters<RedisCounterStore['admit']>) {
    for (const { counters, organisationId } of asked[0]) {
      for (const { key } of counters) homes.set(key, organisationId);
    }
    return super.admit(...asked);
  }
}

const storeOn = (redis: RedisLink) =>
  new KnownStore(redis, new CounterRebuild(redis, database.app, clock), clock);

describe.each([
  ['one Redis', RedisServer],
  ['a cluster of six', RedisCluster],
] as const)('counters in %s', (_, servers) => {
  let server: RedisServer | RedisCluster;
  let links: RedisLink[];
  beforeAll(async () => {
    server = await servers.start();
    links = await Promise.all([openRedis(server.url, clock), openRedis(server.url, clock)]);
  });
  afterAll(async () => {
    await Promise.all(links.map((link) => link.close()));
    await server.close();
  });

  counterStoreContract(() => {
    const [link, another] = links as [RedisLink, RedisLink];
    const store = storeOn(link);
    return Promise.resolve({
      store,
      other: storeOn(another),
      intents: new PostgresIntentStore(database.app, replica),
      async counter({ key }) {
        const { counters } = await readState(link, homes.get(key) ?? '');
        const { used, held } = counters.get(key) ?? { used: 0n, held: 0n };
        return { spent: used - held, held };
      },
      resolve: (request, nano) => store.settle([{ ...heldCallOf(request), nano }]),
      openHolds: async () => (await store.listHeld()).map(({ callId }) => callId),
      async openIntents() {
        return (await database.app.query<{ id: string }>(OPEN_INTENTS)).map(({ id }) => id);
      },
    });
  });
});
