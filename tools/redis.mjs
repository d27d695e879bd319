// The redis-server that tests start: on the path, else Debian's is installed.
import { delimiter, join } from 'node:path';
import { ensureProgram } from './debian.mjs';
import { fail } from './install.mjs';

export function ensureRedis() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = folders.map((folder) => join(folder, 'redis-server'));
  if (!ensureProgram(places, 'redis-server')) {
    fail('There is no redis-server on the path. Install Redis 7 or later.');
  }
}
