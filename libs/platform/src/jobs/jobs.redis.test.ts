import { afterAll } from 'vitest';
import { SystemClock } from '#kernel';
import { RedisCluster, RedisServer } from '../../../../test/support/redis-server.js';
import { describeJobs } from '../testing/jobs-contract.js';
import { redisJobs } from './redis-jobs.js';

const server = await RedisServer.start();
const cluster = await RedisCluster.start();
afterAll(() => Promise.all([server.close(), cluster.close()]));

const backend = (url: string) => redisJobs(url, new SystemClock());
describeJobs('one Redis', { kind: 'redis', url: () => server.url, backend });
describeJobs('a cluster of Redis', { kind: 'redis', url: () => cluster.url, backend });
