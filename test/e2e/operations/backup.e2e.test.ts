import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt, ROOT } from '../../support/build.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { idOf } from '../../support/http.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const MINUTE_MS = 60_000;
const CALLS = 4;

const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

interface Said {
  readonly code: number;
  readonly text: string;
}

function gw(home: GatewayHome, ...words: string[]): Promise<Said> {
  const env = { PATH: process.env['PATH'], ...home.ownEnvironment };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...words], { cwd: ROOT, env }, (fault, out, err) =>
      resolve({ code: fault ? Number(fault.code) : 0, text: out + err }),
    );
  });
}

/** With a temporary folder of its own, to see what it leaves there and who still runs on it. */
function beginDrill(home: GatewayHome, backup: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gw-ended-'));
  chmodSync(folder, 0o711); // The database server may run as somebody else.
  const env = { PATH: process.env['PATH'], ...home.ownEnvironment, TMPDIR: folder };
  const child = spawn(process.execPath, [CLI, 'restore', backup, '--drill'], { cwd: ROOT, env });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    said: (words: string) => waitFor(words, () => text.includes(words), MINUTE_MS),
    text: once(child, 'close').then(() => text),
    async left(): Promise<string[]> {
      const places = (await readdir(folder)).filter((name) => name.startsWith('gw-drill-'));
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
      return [...places, ...stdout.split('\n').filter((line) => line.includes(folder))];
    },
  };
}

async function serve(gateway: GatewayProcess): Promise<string[]> {
  const ids: string[] = [];
  for (let call = 0; call < CALLS; call++) {
    const answer = await gateway.chat({});
    expect(answer.status).toBe(200);
    ids.push(idOf(answer));
  }
  return ids;
}

const sealed = (home: GatewayHome) =>
  expect.poll(async () => (await home.fsck()).rows, { timeout: MINUTE_MS });

it(
  'a deleted database comes back as it was; what is missing is named, and the next call is served',
  async () => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      const gateway = await home.start();
      const kept = await serve(gateway);
      await sealed(home).toBe(CALLS);
      const backup = join(home.folder, 'backup');
      const made = await gw(home, 'backup', backup);
      expect(made).toMatchObject({ code: 0 });
      expect(made.text).toMatch(/^\d+ rows as of \d{4}-.*are in .*backup, [\d.]+ MiB\.$/m);
      expect(made.text).toContain('master.key): keep it elsewhere');
      const lost = await serve(gateway);
      await sealed(home).toBe(2 * CALLS);
      expect((await gw(home, 'restore', backup)).text).toMatch(/A gateway runs on|not empty/);
      await home.stop(); // Anchors all of it.
      await rm(join(home.folder, 'postgres'), { recursive: true });

      const restored = await gw(home, 'restore', backup);
      expect(restored.text).toMatch(
        /: entries 4 to 7 are missing, 4 that were sealed after \d{4}-/,
      );
      expect(restored.text).toContain('4 sealed rows in 1 log: clean.');
      expect(restored.text).toContain('npx gw audit recover --accept-fork');
      expect(restored.code).toBe(1);
      expect((await gw(home, 'audit', 'recover', '--accept-fork')).text).toContain('fork');

      const again = await home.start();
      const [id = ''] = await serve(again);
      await sealed(home).toBe(2 * CALLS + 1); // The entry of the fork is one.
      expect((await home.fsck()).findings).toEqual([]);
      const shown = async (call: string) => (await gw(home, 'audit', 'show', call)).code;
      expect(await shown(kept[0] ?? '')).toBe(0);
      expect(await shown(id)).toBe(0);
      expect(await shown(lost[0] ?? '')).toBe(1);
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);

it(
  'a drill proves a backup beside the gateway that made it, and leaves nothing behind',
  async () => {
    const home = await GatewayHome.make({}, sandbox.url);
    const drills = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('gw-drill-'));
    try {
      const before = await drills();
      const gateway = await home.start();
      await serve(gateway);
      const backup = join(home.folder, 'backup');
      expect((await gw(home, 'backup', backup)).code).toBe(0);
      const drilled = await gw(home, 'restore', backup, '--drill');
      expect(drilled.text).toMatch(/✓ a gateway starts and serves a call/);
      expect(drilled.text).toContain('The backup can be gone on from.');
      expect(drilled.code).toBe(0);
      expect(await drills()).toEqual(before);
      await serve(gateway);

      await rm(join(backup, 'tables', 'workload.copy.gz'));
      const broken = await gw(home, 'restore', backup, '--drill');
      expect(broken.text).toMatch(
        /✗ every byte .*\n\n.*workload.copy.gz is not as it was written/s,
      );
      expect(broken.code).toBe(1);
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);

it(
  'a drill that is ended takes everything away first, whenever that is',
  async () => {
    const home = await GatewayHome.make({}, sandbox.url);
    try {
      const gateway = await home.start();
      await serve(gateway);
      const backup = join(home.folder, 'backup');
      expect((await gw(home, 'backup', backup)).code).toBe(0);
      for (const [ended, code] of [
        ['every byte is as it was written', 'SIGINT'],
        ['nothing can leave it', 'SIGTERM'],
      ] as const) {
        const drilling = beginDrill(home, backup);
        await drilling.said(`✓ ${ended}`);
        await waitFor('something to lie there', async () => (await drilling.left()).length > 0);
        drilling.kill(code);
        expect(await drilling.text).toContain(`It was ended by ${code}.`);
        expect(await drilling.left()).toEqual([]);
      }
    } finally {
      await home.remove();
    }
  },
  4 * MINUTE_MS,
);

it('says what is missing of what it was asked', async () => {
  const home = await GatewayHome.make({}, sandbox.url);
  try {
    expect((await gw(home, 'backup')).text).toMatch(/^Into which folder\?/);
    expect((await gw(home, 'restore')).text).toMatch(/^From which folder\?/);
    expect((await gw(home, 'restore', 'x', '--into', 'y')).text).toMatch(/--into is for --drill/);
    expect((await gw(home, 'restore', home.folder)).text).toMatch(/There is no master key\. Put/);
    expect((await readdir(home.folder)).toSorted()).toEqual(['settings.yaml']);
  } finally {
    await home.remove();
  }
});
