// `npm run test:redis`: what counts in Redis, on one server and on a cluster of six. Where there is no
// redis-server, Debian's is installed. Arguments go on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';

ensureInstalled();
ensureRedis();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', 'redis', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
