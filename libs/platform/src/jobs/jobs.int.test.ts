import { expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { testDatabase } from '../../../../test/support/test-database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { describeJobs } from '../testing/jobs-contract.js';
import { migrate } from '../database/migrate.js';
import { Jobs } from './jobs.js';
import { postgresJobs } from './postgres-jobs.js';

const database = await testDatabase();

describeJobs('PostgreSQL', {
  kind: 'postgres',
  url: () => database.url,
  backend: (url) => postgresJobs(() => url),
});

it('the tables of jobs are made once, however often migrations run', async () => {
  const made = () =>
    database.app.query<{ version: number }>({
      name: 'test-job-migrations',
      text: 'SELECT * FROM jobs.migration',
    });
  const before = (await made()).length;
  expect(await migrate(database.url)).toEqual([]);
  expect(await made()).toHaveLength(before);
});

it('are run when their database is there, which it was not when the process began', async () => {
  const away = new URL(database.url);
  away.pathname = '/nothing-here';
  const urls = [away.href];
  const jobs = new Jobs(
    postgresJobs(() => urls.pop() ?? database.url),
    new SystemClock(),
  );
  const ran: unknown[] = [];
  await jobs.work('began-without', async (data) => void ran.push(data), { concurrency: 1 });
  await jobs.add('began-without', { id: 'a', data: 1 });
  await waitFor('the run', () => ran.length > 0);
  await jobs.stop();
});
