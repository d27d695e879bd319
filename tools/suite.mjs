// `npm run attack`, `npm run chaos`: installs, builds, and runs one of the suites that print a table.
// Arguments after the name of the suite go on to vitest; test/support/suite-options.ts says which may.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';
import { checkOptions } from './run-typescript.mjs';

const [suite, ...rest] = process.argv.slice(2);
ensureInstalled();
checkOptions(join(ROOT, 'test', 'support', 'suite-options.ts'), [suite, ...rest]);
ensureBuilt(); // Real processes are killed, which are the built ones.
if (suite === 'chaos') ensureRedis(); // Replicas share one.
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(
  pinnedNode,
  // One file after the other: they measure memory, the event loop and times, which another would disturb.
  [vitest, 'run', '--project', suite, '--no-file-parallelism', ...reporters, ...rest],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
