import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { migrateJobs } from '../jobs/jobs-schema.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { MIGRATIONS } from './migrations/index.js';

const MIGRATION_LOCK = 7_170_001; // Any number that nothing else on the server uses as a lock.

/**
 * Applies what is missing, once, however many replicas start at the same moment.
 * @param wanted names of those to apply; every one of this release unless given
 */
export async function migrate(url: string, wanted?: readonly string[]): Promise<readonly string[]> {
  const migrations = MIGRATIONS.filter(({ name }) => wanted?.includes(name) ?? true);
  const use = { poolSize: 2, asApp: false, isPatient: true };
  const database = await openDatabase({ url, migrations, ...use });
  try {
    const runner = database.dataSource.createQueryRunner();
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const applied = await database.dataSource.runMigrations({ transaction: 'each' });
      await migrateQueues(database);
      return applied.map((migration) => migration.name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await runner.release();
    }
  } finally {
    await database.close();
  }
}

async function migrateQueues({ dataSource }: Database): Promise<void> {
  const client = await ((dataSource.driver as PostgresDriver).master as Pool).connect();
  try {
    await migrateJobs(client);
  } finally {
    client.release();
  }
}

/**
 * Refuses to work on a schema that this release does not know.
 * @throws when migrations are missing, or when the database is newer than this release
 */
export async function assertSchema(database: Database): Promise<void> {
  const known = MIGRATIONS.map((migration) => migration.name);
  const applied = await appliedMigrations(database);
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new Error(`The database lacks ${missing.length} migration(s). Run: npm run migrate`);
  }
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    throw new Error(`The database was migrated by a newer release (${newer.join(', ')}).`);
  }
}

async function appliedMigrations(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ exists: boolean }>({
    name: 'migration-table-exists',
    text: `SELECT to_regclass('migration') IS NOT NULL AS exists`,
  });
  if (!found[0]?.exists) return [];
  const rows = await database.query<{ name: string }>({
    name: 'migrations-applied',
    text: 'SELECT name FROM migration ORDER BY id',
  });
  return rows.map((row) => row.name);
}
