import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, ROOT } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { idOf } from '../support/http.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';

const MINUTE_MS = 60_000;
const MAIN = join(ROOT, 'dist', 'apps', 'api', 'src', 'main.js');

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

/** What a first start leaves in its folder, in this order. */
const MOMENTS: Readonly<Record<string, (folder: string) => boolean>> = {
  'the folder is opened': (folder) => existsSync(join(folder, 'master.key')),
  'the password is made': (folder) => existsSync(join(folder, 'postgres.password')),
  'the cluster is begun': (folder) => growing(folder, ''),
  'the cluster has its version': (folder) => growing(folder, 'PG_VERSION'),
  'the cluster has its settings': (folder) => growing(folder, 'postgresql.conf'),
  'the cluster has its tables': (folder) => growing(folder, join('base', '1')),
  'the cluster is there': (folder) => existsSync(join(folder, 'postgres', 'PG_VERSION')),
  'the server is starting': (folder) => existsSync(join(folder, 'postgres', 'postmaster.pid')),
  'the server listens': (folder) => existsSync(join(folder, 'run', '.s.PGSQL.5432')),
  'the database is made': (folder) => databasesOf(folder) > 3,
  'tables are made': (folder) => filesOf(folder) > 330,
  'it serves': (folder) => existsSync(join(folder, 'first-run.json')),
};

const growing = (folder: string, file: string): boolean =>
  readdirSync(folder).some(
    (name) => name.startsWith('postgres.new-') && existsSync(join(folder, name, file)),
  );

const list = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path) : []);
const databasesOf = (folder: string): number => list(join(folder, 'postgres', 'base')).length;
const filesOf = (folder: string): number =>
  Math.max(
    ...list(join(folder, 'postgres', 'base')).map(
      (name) => list(join(folder, 'postgres', 'base', name)).length,
    ),
    0,
  );

/** Begins to serve, and is killed as soon as `isReached` says so. */
async function killAt(home: GatewayHome, isReached: (folder: string) => boolean): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...home.environment },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const startedMs = performance.now();
  while (!isReached(home.folder) && performance.now() - startedMs < MINUTE_MS) await nextTurn();
  child.kill('SIGKILL');
  await ended;
}

describe('kill -9 of a first start leaves a folder that starts', () => {
  for (const [moment, isReached] of Object.entries(MOMENTS)) {
    it(
      `when ${moment}`,
      async ({ task }) => {
        const home = await GatewayHome.make({}, sandbox.url);
        try {
          await killAt(home, isReached);
          const gateway = await home.start();
          const answer = await gateway.chat({});
          expect(answer.status).toBe(200);
          await expectHealed(task, home, {
            fault: `kill -9 of a first start when ${moment}`,
            inFlight: 'the start',
            seen: { served: [idOf(answer)] },
          });
          await waitFor('what was begun to be gone', () => !growing(home.folder, ''));
        } finally {
          await home.remove();
        }
      },
      2 * MINUTE_MS,
    );
  }
});
