// `npm run bench:documents`: what drawing, recognising and anonymizing pages take, as parts of one run. Arguments go on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', 'measure', ...reporters, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
