import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { SystemClock, SystemEntropy } from '#kernel';
import { EmbeddedPostgres, migrate } from '#platform';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of the run; `template` in it is migrated and is cloned for each file. */
    postgresUrl: string;
  }
}

export const TEMPLATE = 'template_gateway';

/** One real PostgreSQL for the whole run. `TEST_DATABASE_URL` names another server to use, `GW_PG_BIN` other programs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env['TEST_DATABASE_URL'];
  const binDir = process.env['GW_PG_BIN'];
  const folder = await mkdtemp(join(tmpdir(), 'gw-test-'));
  await chmod(folder, 0o711); // As root the server is another user, who has to pass through.
  const server = own
    ? undefined
    : await EmbeddedPostgres.start(
        {
          dataDir: folder,
          settings: { fsync: 'off', max_connections: '300' },
          ...(binDir && { binDir }),
        },
        new SystemClock(),
        new SystemEntropy(),
      );
  const url = own ?? server?.url ?? '';
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(withDatabase(url, TEMPLATE));
}

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
