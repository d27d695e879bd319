import { SystemClock } from '#kernel';
import { Jobs } from '../jobs/jobs.js';
import { postgresJobs } from '../jobs/postgres-jobs.js';
import { redisJobs } from '../jobs/redis-jobs.js';

// A worker that begins its jobs and never ends them, for a test that kills it meanwhile.
const [kind, url = '', queue = '', lockMs] = process.argv.slice(2);
const clock = new SystemClock();
const backend = kind === 'redis' ? redisJobs(url, clock) : postgresJobs(() => url);
const times = { lockMs: Number(lockMs), lookMs: 500, backOffMs: 50 };
const begin = (): Promise<void> => {
  process.stdout.write('begun\n');
  return new Promise(() => undefined);
};
await new Jobs(backend, clock, times).work(queue, begin, { concurrency: 1 });
