import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A file that is there as a whole or not at all, whenever this process is killed; only its owner may
 * read it. Replaces what was there.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  await rename(await writeBeside(path, text), path);
}

/**
 * The same, for what is made once. Returns what the file says then: another process's text, when that
 * one was faster.
 */
export async function writeOnce(path: string, text: string): Promise<string> {
  const beside = await writeBeside(path, text);
  try {
    await link(beside, path);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    await rm(beside);
  }
  return readFile(path, 'utf8');
}

async function writeBeside(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`; // A killed process's is replaced by the next of its number.
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return beside;
}
