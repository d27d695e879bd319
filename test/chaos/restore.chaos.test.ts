import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, type RunnerTask } from 'vitest';
import { ensureBuilt, ROOT } from '../support/build.js';
import { expectError } from '../support/expect-error.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { send } from '../support/http.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { checkHealed } from './check-healed.js';
import { addFault } from './fault-row.js';

const MINUTE_MS = 60_000;
const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const run = promisify(execFile);

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

/** Served, sealed, and under a checkpoint that is anchored. */
async function serve(home: GatewayHome, gateway: GatewayProcess, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) expect((await gateway.chat({})).status).toBe(200);
  expect((await checkHealed(home)).findings).toEqual([]);
}

/** Calls are refused until an operator gives the lost rows up; then all is sound but for the break. */
async function recover(
  task: RunnerTask,
  fault: string,
  home: GatewayHome,
  gateway: GatewayProcess,
) {
  await waitFor(
    'the rollback to be found',
    async () => (await send(`${gateway.url}/readyz`)).json<Ready>().checks.audit_log === 'failed',
    MINUTE_MS,
  );
  expectError(await gateway.chat({}), 'audit_unavailable');
  const { stdout } = await run(process.execPath, [CLI, 'audit', 'recover', '--accept-fork'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...home.ownEnvironment },
  });
  expect(stdout).toContain('fork');
  await waitFor(
    'calls to be served again',
    async () => (await gateway.chat({})).status === 200,
    MINUTE_MS,
  );
  const { holdsLeft, findings, sealed } = await checkHealed(home);
  addFault(task, {
    fault,
    inFlight: 'none',
    served: sealed.size,
    refused: 1,
    interrupted: 0,
    holdsLeft,
    findings: findings.length,
  });
  expect([holdsLeft, findings]).toEqual([0, []]);
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
      await serve(home, await home.start(), 3);
      await home.stop();
      await run('cp', ['-a', files, backup]);
      await serve(home, await home.start(), 3);
      await home.stop();
      await rm(files, { recursive: true });
      await rename(backup, files);
      await recover(task, 'the data folder of PostgreSQL restored', home, await home.start());
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);
