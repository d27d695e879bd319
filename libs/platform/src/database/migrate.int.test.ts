import { describe, expect, it } from 'vitest';
import { emptyDatabases } from '../../../../test/support/test-database.js';
import type { Database } from './database.js';
import { assertSchema, migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { openDatabase } from './open-database.js';

const anEmptyDatabase = emptyDatabases();

async function withOwner(url: string, work: (owner: Database) => Promise<void>): Promise<void> {
  const owner = await openDatabase({ url, poolSize: 2, asApp: false });
  try {
    await work(owner);
  } finally {
    await owner.close();
  }
}

const ALL = MIGRATIONS.map((migration) => migration.name);

describe('migrate', () => {
  it('applies everything once, and nothing the second time', async () => {
    const url = await anEmptyDatabase();
    expect(await migrate(url)).toEqual(ALL);
    expect(await migrate(url)).toEqual([]);
    await withOwner(url, assertSchema);
  });

  it('applies everything once although several replicas start at the same moment', async () => {
    const url = await anEmptyDatabase();
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.flat()).toEqual(ALL);
  });
});

describe('assertSchema', () => {
  it('refuses an empty database and says what to run', async () => {
    const url = await anEmptyDatabase();
    await withOwner(url, async (owner) => {
      await expect(assertSchema(owner)).rejects.toThrow(/npm run migrate/);
    });
  });

  it('refuses a database that a newer release has migrated, and one that lacks a migration', async () => {
    const url = await anEmptyDatabase();
    await migrate(url);
    await withOwner(url, async (owner) => {
      const add = `INSERT INTO migration (timestamp, name) VALUES (9, 'FromTheFuture9')`;
      await owner.query({ name: 'test-add-migration', text: add });
      await expect(assertSchema(owner)).rejects.toThrow(/newer release \(FromTheFuture9\)/);
      await owner.query({ name: 'test-drop', text: 'DELETE FROM migration WHERE id = 1' });
      await expect(assertSchema(owner)).rejects.toThrow(/lacks 1 migration/);
    });
  });
});
