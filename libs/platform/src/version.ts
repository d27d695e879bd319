import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of package.json, so that there is one place to change it. */
export const VERSION = versionIn(import.meta.dirname);

/** From the sources and from the build alike. */
function versionIn(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json of the gateway was not found');
  return versionIn(parent);
}
