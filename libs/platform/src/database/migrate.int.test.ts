import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../../../../test/support/global-setup.js';
import type { Database } from './database.js';
import { assertSchema, migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { openDatabase } from './open-database.js';

const made: string[] = [];
afterAll(async () => {
  for (const name of made) await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
});

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** With nothing in it, unlike those that other tests get. */
async function anEmptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  made.push(name);
  return withDatabase(inject('postgresUrl'), name);
}

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
