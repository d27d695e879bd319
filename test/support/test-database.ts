import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { MEMBER_ENTITIES } from '#members';
import { type Database, openDatabase } from '#platform';
import { TEMPLATE, withDatabase } from './global-setup.js';

export interface TestDatabase {
  readonly url: string;
  /** As the gateway works: the role `gw_app`. */
  readonly app: Database;
  /** As the owner, who could tamper; for tests that do. */
  readonly owner: Database;
}

/** A migrated database of this file's own, dropped when the file is done. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = withDatabase(server, name);
  const app = await openDatabase({ url, poolSize: 8, asApp: true, entities: MEMBER_ENTITIES });
  const owner = await openDatabase({ url, poolSize: 2, asApp: false });
  afterAll(async () => {
    await app.close();
    await owner.close();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, app, owner };
}

/** Makes databases with nothing in them, not even a schema, which are dropped when the file is done; their addresses are the owner's. */
export function emptyDatabases(): () => Promise<string> {
  const server = inject('postgresUrl');
  const made: string[] = [];
  afterAll(async () => {
    for (const name of made) await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await onServer(server, `CREATE DATABASE ${name}`);
    made.push(name);
    return withDatabase(server, name);
  };
}

/** @param url of any database of the server, but of one that the statement is about */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
