import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';
import { describeJobs } from '../testing/jobs-contract.js';
import { migrate } from '../database/migrate.js';
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
