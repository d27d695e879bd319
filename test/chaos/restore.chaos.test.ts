import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, type RunnerTask } from 'vitest';
import { ensureBuilt, ROOT } from '../support/build.js';
import { expectError } from '../support/expect-error.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { idOf, send } from '../support/http.js';
import { onServer, testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { checkHealed } from './check-healed.js';
import { expectHealed } from './expect-healed.js';
import { startLoad, type Load } from './load.js';

const MINUTE_MS = 60_000;
const CALLERS = 8;
const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const run = promisify(execFile);

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

/** Served, sealed, and under a checkpoint that is anchored. @returns the ids */
async function serve(home: GatewayHome, gateway: GatewayProcess, calls: number): Promise<string[]> {
  const ids: string[] = [];
  for (let call = 0; call < calls; call++) {
    const answer = await gateway.chat({});
    expect(answer.status).toBe(200);
    ids.push(idOf(answer));
  }
  expect((await checkHealed(home)).findings).toEqual([]);
  return ids;
}

/** @returns the id of the first call that is served again */
function untilServed(gateway: GatewayProcess): Promise<string> {
  const served = async () => {
    const answer = await gateway.chat({});
    return answer.status === 200 && idOf(answer);
  };
  return waitFor('calls to be served again', served, MINUTE_MS);
}

interface Restored {
  readonly fault: string;
  readonly home: GatewayHome;
  readonly gateway: GatewayProcess;
  /** Calls that the backup holds. */
  readonly kept: readonly string[];
  /** Callers that went on while it was restored. */
  readonly load?: Load;
}

/** Calls are refused until an operator gives the lost rows up; then all is sound but for the break. */
async function recover(task: RunnerTask, restored: Restored): Promise<void> {
  const { fault, home, gateway, kept, load } = restored;
  const inFlight = load ? `${load.open} calls` : 'none';
  await waitFor(
    'the rollback to be found',
    async () => (await send(`${gateway.url}/readyz`)).json<Ready>().checks.audit_log === 'failed',
    MINUTE_MS,
  );
  expectError(await gateway.chat({}), 'audit_unavailable');
  await load?.stop();
  const { stdout } = await run(process.execPath, [CLI, 'audit', 'recover', '--accept-fork'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...home.ownEnvironment },
  });
  expect(stdout).toContain('fork');
  const again = await untilServed(gateway);
  const { sealed } = await expectHealed(task, home, {
    fault,
    inFlight,
    seen: { ...load?.seen, served: [...kept, again] },
  });
  expect([...sealed.values()].flat().filter((type) => type === 'fork')).toHaveLength(1);
}

interface Ready {
  readonly checks: { readonly audit_log: string };
}

it(
  'the files of the database are copied back while the gateway is stopped',
  async ({ task }) => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      const [files, backup] = [join(home.folder, 'postgres'), join(home.folder, 'backup')];
      const kept = await serve(home, await home.start(), 3);
      await home.stop();
      await run('cp', ['-a', files, backup]);
      await serve(home, await home.start(), 3);
      await home.stop();
      await rm(files, { recursive: true });
      await rename(backup, files);
      const gateway = await home.start();
      await recover(task, { fault: 'the data folder of PostgreSQL restored', home, gateway, kept });
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);

/** Nobody is on it, and nobody gets onto it, while `work` runs. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const server = inject('postgresUrl');
  await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onServer(
    server,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  await work();
  await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

it(
  'the database is restored from a backup under a gateway that serves',
  async ({ task }) => {
    const { url } = await testDatabase();
    const name = new URL(url).pathname.slice(1);
    const backup = `${name}_backup`;
    const server = inject('postgresUrl');
    const home = await GatewayHome.make({}, sandbox.url, { direct: url, through: url });
    try {
      const gateway = await home.start();
      const kept = await serve(home, gateway, 3);
      await home.close();
      await alone(name, () => onServer(server, `CREATE DATABASE ${backup} TEMPLATE ${name}`));
      await untilServed(gateway);
      await serve(home, gateway, 3); // What is not signed yet, a backup takes unnoticed.
      await home.close();
      const load = startLoad(CALLERS, () => gateway);
      await waitFor('some load', () => load.seen.served.length > CALLERS, MINUTE_MS);
      await alone(name, async () => {
        await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
        await onServer(server, `ALTER DATABASE ${backup} RENAME TO ${name}`);
      });
      await recover(task, { fault: 'the database restored under load', home, gateway, kept, load });
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);
