import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestSettings } from '../support/settings.js';

export const RELEASES = join(import.meta.dirname, 'releases');
const run = promisify(execFile);

/** What every release is kept with, and started again on. */
export const SETTINGS: TestSettings = {
  models: ['fault/slow=2,tokens=40'],
  workloads: [
    { name: 'default', budget: { amount: '1.00', period: 'total' } },
    { name: 'guarded', protection: { mode: 'block' } },
  ],
};
const KEYS = 'keys.json';

/** A backup that a release has made of its own database, in one file. */
export async function packRelease(
  file: string,
  folder: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  await writeFile(join(folder, KEYS), JSON.stringify(Object.fromEntries(keys)));
  await run('tar', ['-czf', file, '-C', folder, '.']);
}

export interface KeptRelease {
  readonly folder: string;
  /** Virtual keys by workload. */
  readonly keys: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

export async function unpackRelease(file: string): Promise<KeptRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'gw-release-'));
  await run('tar', ['-xzf', file, '-C', folder]);
  const keys = JSON.parse(await readFile(join(folder, KEYS), 'utf8')) as Record<string, string>;
  return {
    folder,
    keys: new Map(Object.entries(keys)),
    remove: () => rm(folder, { recursive: true }),
  };
}
