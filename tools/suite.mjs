// `npm run attack`, `npm run chaos`: installs, builds, and runs one of the suites that print a table.
// Arguments after the name of the suite go on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';

ensureInstalled();
ensureBuilt(); // Real processes are killed, which are the built ones.
const [suite, ...rest] = process.argv.slice(2);
if (suite === 'chaos') ensureRedis(); // Replicas share one.
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', suite, ...reporters, ...rest],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
