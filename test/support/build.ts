import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STAMP = join(ROOT, 'dist', 'build.tsbuildinfo');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Compiles what the gateway's own processes run, if a source is newer than the last build. */
export async function ensureBuilt(): Promise<void> {
  if ((await newestSource()) <= (await mtimeOf(STAMP))) return;
  await promisify(execFile)(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
  });
}

async function newestSource(): Promise<number> {
  let newest = 0;
  for (const folder of ['apps', 'libs']) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      newest = Math.max(newest, await mtimeOf(join(ROOT, folder, file)));
    }
  }
  return newest;
}

const mtimeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
