import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { send } from '../support/http.js';
import { testDatabase } from '../support/test-database.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectHealed } from './expect-healed.js';
import type { Stand } from './faults.js';
import { startLoad } from './load.js';

const MINUTE_MS = 60_000;
const CALLERS = 8;
const DISK_MB = 320; // A new cluster takes forty, its journal as much as there is room for.
const BLOCK = Buffer.alloc(1024 * 1024, 1);
const LEFT_BYTES = 40 * 1024 * 1024; // Too little for readiness, and still enough for PostgreSQL.

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

interface Disk {
  readonly kind: string;
  readonly home: GatewayHome;
  /** Room for probes alone to notice. */
  fillNearly(): Promise<void>;
  fill(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** A disk of its own where we may mount one; otherwise a table that says what PostgreSQL says then. */
async function aDisk(): Promise<Disk> {
  const home = await GatewayHome.make({}, sandbox.url);
  const settings = execFileSync('cat', [join(home.folder, 'settings.yaml')]);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', home.folder], {
      stdio: 'ignore',
    });
  } catch {
    await home.remove();
    return aFullTable();
  }
  chmodSync(home.folder, 0o755);
  execFileSync('tee', [join(home.folder, 'settings.yaml')], { input: settings, stdio: 'pipe' });
  const filler = join(home.folder, 'filler');
  return {
    kind: 'a disk',
    home,
    fillNearly: () => fillUp(home.folder, filler, LEFT_BYTES),
    fill: () => fillUp(home.folder, filler, 0),
    empty: async () => rmSync(filler),
    close: async () => {
      await home.stop();
      execFileSync('umount', ['-l', home.folder]);
      await home.remove();
    },
  };
}

async function fillUp(folder: string, filler: string, leftBytes: number): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize <= leftBytes) return;
      await file.write(BLOCK, 0, Math.min(BLOCK.length, bavail * bsize - leftBytes));
    }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
  } finally {
    await file.close();
  }
}

async function aFullTable(): Promise<Disk> {
  const { url, owner } = await testDatabase();
  const home = await GatewayHome.make({}, sandbox.url, { direct: url, through: url });
  return {
    kind: 'a table',
    home,
    fillNearly: async () => undefined,
    fill: () =>
      owner.dataSource.query(`
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER no_room BEFORE INSERT ON call_intent EXECUTE FUNCTION no_room();`),
    empty: () => owner.dataSource.query('DROP FUNCTION no_room CASCADE'),
    close: () => home.remove(),
  };
}

it(
  'a disk that is full under load is told by readiness, and nothing is lost when it has room again',
  async ({ task }) => {
    const disk = await aDisk();
    const { home } = disk;
    try {
      const gateway = await home.start();
      const stand: Stand = { home, gateway };
      const isReady = async () => (await send(`${gateway.url}/readyz`)).status === 200;
      const load = startLoad(CALLERS, () => stand.gateway);
      await waitFor('some load', () => load.seen.served.length > CALLERS, MINUTE_MS);
      await disk.fillNearly();
      if (disk.kind === 'a disk') expect(await isReady()).toBe(false);
      await disk.fill();
      const { open } = load;
      await waitFor('readiness to fall', async () => !(await isReady()), MINUTE_MS);
      await waitFor('calls to be refused', () => load.seen.refused > 0, 2 * MINUTE_MS);
      await disk.empty();
      await waitFor('readiness to come back', isReady, 2 * MINUTE_MS);
      const sofar = load.seen.served.length;
      await waitFor('calls to be served', () => load.seen.served.length > sofar, MINUTE_MS);
      await load.stop();
      await expectHealed(task, home, {
        fault: `${disk.kind} that is full`,
        inFlight: `${open} calls`,
        seen: load.seen,
      });
    } finally {
      await disk.close();
    }
  },
  5 * MINUTE_MS,
);
