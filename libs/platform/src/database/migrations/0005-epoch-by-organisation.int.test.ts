import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabases } from '../../../../../test/support/test-database.js';
import type { Database } from '../database.js';
import { openDatabase } from '../open-database.js';
import { EpochByOrganisation1763600000005 } from './0005-epoch-by-organisation.js';
import { MIGRATIONS } from './index.js';

const anEmptyDatabase = emptyDatabases();
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: await anEmptyDatabase(), poolSize: 2, asApp: false });
});
afterAll(() => database.close());

it('gives every organisation the epochs that were of the instance', async () => {
  const runner = database.dataSource.createQueryRunner();
  const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(EpochByOrganisation1763600000005));
  for (const Migration of before) await new Migration().up(runner);
  await runner.query(`UPDATE epoch SET value = 7 WHERE name = 'settings'`);
  await runner.query(`UPDATE epoch SET value = 3 WHERE name = 'keys'`);
  await runner.query(`
    INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    SELECT gen_random_uuid(), name, 'EUR', 'UTC', '{}', 'file' FROM unnest('{one,two}'::text[]) AS n(name)`);
  await new EpochByOrganisation1763600000005().up(runner);
  const epochs = await runner.query(`
    SELECT o.name AS whose, e.name, e.value FROM epoch e LEFT JOIN organisation o ON o.id = e.org_id
    ORDER BY 1, 2`);
  await runner.release();
  expect(epochs).toEqual([
    { whose: 'one', name: 'keys', value: '3' },
    { whose: 'one', name: 'settings', value: '7' },
    { whose: 'two', name: 'keys', value: '3' },
    { whose: 'two', name: 'settings', value: '7' },
  ]);
});
