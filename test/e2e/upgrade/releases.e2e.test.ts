import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform';
import { ensureBuilt, ROOT } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { idOf } from '../../support/http.js';
import { emptyDatabases } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { RELEASES, SETTINGS, unpackRelease } from '../../upgrade/a-release.js';

const MINUTE_MS = 60_000;
const CLI = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
const run = promisify(execFile);

const anEmptyDatabase = emptyDatabases();
const sandbox = await TestSandbox.start();
beforeAll(ensureBuilt, 2 * MINUTE_MS);
afterAll(() => sandbox.close());

const releases = (await readdir(RELEASES)).map((name) => basename(name, '.tar.gz'));

interface Spent {
  readonly nano: string;
}
const SPENT = 'SELECT sum(spent)::text AS nano FROM meter_counter';

it.each(releases)(
  'a database of release %s is brought up to this one, and goes on',
  async (release) => {
    const kept = await unpackRelease(join(RELEASES, `${release}.tar.gz`));
    const url = await anEmptyDatabase();
    const database = { direct: url, through: url };
    const home = await GatewayHome.make(SETTINGS, sandbox.url, database, kept.keys);
    try {
      const env = { PATH: process.env['PATH'], ...home.environment };
      const { stdout } = await run(process.execPath, [CLI, 'restore', kept.folder], { env });
      const [, sealed = ''] = /^(\d+) sealed rows in 1 log: clean\.$/m.exec(stdout) ?? [];
      expect(Number(sealed)).toBeGreaterThan(20);
      expect(await migrate(url)).toEqual([]);
      const [before] = await home.rows<Spent>(SPENT);

      const gateway = await home.start();
      const answer = await gateway.chat({});
      expect(answer.status).toBe(200);
      await expect
        .poll(async () => (await home.fsck()).rows, { timeout: MINUTE_MS })
        .toBe(Number(sealed) + 1);
      expect((await home.fsck()).findings).toEqual([]);
      const [after] = await home.rows<Spent>(SPENT);
      expect(BigInt(after?.nano ?? 0)).toBeGreaterThan(BigInt(before?.nano ?? 0));
      const shown = await run(process.execPath, [CLI, 'audit', 'show', idOf(answer)], { env });
      expect(shown.stdout).toContain('sandbox/small');
    } finally {
      await home.remove();
      await kept.remove();
    }
  },
  3 * MINUTE_MS,
);
