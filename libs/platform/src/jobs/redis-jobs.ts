import type { Clock } from '#kernel';
import { dialRedis } from '../redis/open-redis.js';
import { patient } from './patient-worker.js';
import { type JobBackend, STREAMS } from './job-backend.js';

/** With a hash tag, so that all keys of all queues lie in one slot of a cluster, as its scripts need. */
const PREFIX = '{gw:jobs}';

/**
 * BullMQ on Redis. A queue is asked by whoever may not wait: nothing is kept for a server that is away,
 * and nothing is sent twice. A worker waits, and goes on when the server is back.
 */
export function redisJobs(url: string, clock: Clock): JobBackend {
  const clients: { disconnect(): void }[] = [];
  const dial = async (isPatient: boolean) => {
    const client = await dialRedis(url, clock, {
      maxRetriesPerRequest: isPatient ? null : 0,
      enableOfflineQueue: isPatient,
    });
    clients.push(client);
    await client.connect();
    return client;
  };
  return {
    queue: async (name) => {
      const { Queue } = await import('bullmq');
      const options = { prefix: PREFIX, skipWaitingForReady: true, streams: STREAMS };
      return new Queue(name, { connection: await dial(false), ...options });
    },
    worker: async (name, run, options) => {
      const { Worker } = await import('bullmq');
      const connection = await dial(true);
      return patient(new Worker(name, run, { connection, prefix: PREFIX, ...options }), clock);
    },
    close: () => {
      for (const client of clients.splice(0)) client.disconnect(); // BullMQ ends only what it has made.
      return Promise.resolve();
    },
  };
}
