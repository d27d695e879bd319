// `npm run attack`, `npm run chaos`: installs, builds, and runs one of the suites that print a table.
// Arguments after the name of the suite go on to vitest; test/support/suite-options.ts says which may.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { buildPreviousRelease } from './previous-release.mjs';
import { ensureRedis } from './redis.mjs';
import { checkOptions } from './run-typescript.mjs';

const [suite, ...rest] = process.argv.slice(2);
ensureInstalled();
checkOptions(join(ROOT, 'test', 'support', 'suite-options.ts'), [suite, ...rest]);
ensureBuilt(); // Real processes are killed, which are the built ones.
if (suite === 'chaos') ensureRedis(); // Replicas share one.
const files = rest.filter((argument) => !argument.startsWith('-'));
const rolls = suite === 'chaos' && (files.length === 0 || files.some((file) => /roll/.test(file)));
const env = { ...process.env, ...(rolls && { GW_PREVIOUS_BUILD: buildPreviousRelease() }) };
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(
  pinnedNode,
  // One file after the other: they measure memory, the event loop and times, which another would disturb.
  [vitest, 'run', '--project', suite, '--no-file-parallelism', ...reporters, ...rest],
  { cwd: ROOT, stdio: 'inherit', env },
);
process.exit(status ?? 1);
