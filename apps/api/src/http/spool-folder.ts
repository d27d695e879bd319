import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before the number of the process whose upload it is. Folders of other machines are none of ours. */
const PREFIX = `gw-form-${hostname()}-`;

/** Where uploads are spooled. */
export const spoolHome = tmpdir;

/** For the files of one form; whoever asked for it removes it. */
export const makeSpoolFolder = (): Promise<string> =>
  mkdtemp(join(spoolHome(), `${PREFIX}${process.pid}-`));

/** Removes the uploads of processes that were killed before they could. Returns how many. */
export async function removeLeftUploads(): Promise<number> {
  let removed = 0;
  for (const name of await readdir(spoolHome())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    // A number of our own can only be a former process's: this one has not begun to serve.
    if (pid !== process.pid && (await isGateway(pid))) continue;
    await rm(join(spoolHome(), name), { recursive: true, force: true });
    removed++;
  }
  return removed;
}

/** Numbers of processes come again: one that is no Node program is none of ours. */
async function isGateway(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined);
  return name === undefined || /node|main/i.test(name);
}
