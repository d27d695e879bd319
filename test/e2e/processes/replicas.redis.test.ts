import { afterAll, describe } from 'vitest';
import { RedisServer } from '../../support/redis-server.js';
import { cutDatabase, describeChanges } from './heard-everywhere.js';

const redis = await RedisServer.start();
const shared = { REDIS_URL: redis.url };
afterAll(() => redis.close());

describe('two replicas on one PostgreSQL and one Redis', () => {
  describeChanges(async () => ({
    of: 'two replicas with Redis',
    replicas: [shared, { ...shared, GW_ROLE: 'api' }],
    cli: shared,
    async cutOff(fleet) {
      await redis.ask((client) => client.client('KILL', 'TYPE', 'pubsub'));
      await cutDatabase(fleet);
    },
  }));
});

describe('two processes behind one port, with Redis', () => {
  describeChanges(async () => ({
    of: 'GW_PROCESSES=2 with Redis',
    replicas: [{ ...shared, GW_PROCESSES: '2' }],
    cli: shared,
    async cutOff(fleet) {
      await redis.ask((client) => client.client('KILL', 'TYPE', 'pubsub'));
      await cutDatabase(fleet);
    },
  }));
});
