import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, from the sources and from the build alike. */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json of the gateway was not found');
  return findRoot(parent);
}
