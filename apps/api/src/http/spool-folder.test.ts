import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSpoolFolder, removeLeftUploads, spoolHome } from './spool-folder.js';

/** A folder of an upload, of the process with that number. */
async function anUploadOf(pid: number): Promise<string> {
  const own = await makeSpoolFolder();
  await rm(own, { recursive: true });
  const folder = join(spoolHome(), basename(own).replace(`-${process.pid}-`, `-${pid}-`));
  await mkdir(folder);
  await writeFile(join(folder, '0'), 'half of an upload');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('removes what a killed process had spooled, and leaves the uploads of one that lives', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [left, open] = [await anUploadOf(dead), await anUploadOf(process.ppid)];
  expect(await removeLeftUploads()).toBeGreaterThan(0);
  expect([existsSync(left), existsSync(open)]).toEqual([false, true]);
});
