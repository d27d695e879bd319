import { expect, it, onTestFinished } from 'vitest';
import { SystemClock } from '#kernel';
import { RedisServer } from '../../../../test/support/redis-server.js';
import { undisturbedMs } from '../../../../test/support/undisturbed.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Jobs } from './jobs.js';
import { redisJobs } from './redis-jobs.js';

const STOP_MS_MAX = 3_000; // Its bound is two seconds, and what it closes takes a moment more.

async function aQueue() {
  const server = await RedisServer.start();
  const jobs = new Jobs(redisJobs(server.url, new SystemClock()), new SystemClock());
  onTestFinished(async () => {
    server.thaw(); // A frozen one does not even die of a signal that it may handle.
    await jobs.stop();
    await server.close();
  });
  const stopMs = () => undisturbedMs(() => jobs.stop());
  return { server, jobs, stopMs };
}

it('stops in its time while Redis is frozen', async () => {
  const { server, jobs, stopMs } = await aQueue();
  const ran: string[] = [];
  await jobs.work('q', async (_data, id) => void ran.push(id), { concurrency: 2 });
  await jobs.add('q', { id: 'a', data: null });
  await waitFor('the run', () => ran.length === 1);
  server.freeze();
  expect(await stopMs()).toBeLessThan(STOP_MS_MAX);
});

it('stops in its time while a run waits for a Redis that is frozen', async () => {
  const { server, jobs, stopMs } = await aQueue();
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = async () => {
    begun.resolve();
    await free.promise;
  };
  await jobs.work('q', run, { concurrency: 1 });
  await jobs.add('q', { id: 'a', data: null });
  await begun.promise;
  server.freeze();
  free.resolve(); // Its end cannot be written down.
  expect(await stopMs()).toBeLessThan(STOP_MS_MAX);
});

it('waits for a run that ends, and then has nothing left to wait for', async () => {
  const { jobs, stopMs } = await aQueue();
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended: string[] = [];
  const run = async (_data: unknown, id: string) => {
    begun.resolve();
    await free.promise;
    ended.push(id);
  };
  await jobs.work('q', run, { concurrency: 1 });
  await jobs.add('q', { id: 'a', data: null });
  await begun.promise;
  const stopped = stopMs();
  free.resolve();
  expect(await stopped).toBeLessThan(STOP_MS_MAX);
  expect(ended).toEqual(['a']);
});
