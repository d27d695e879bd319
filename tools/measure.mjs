// `npm run bench:documents`, `bench:batches`, `bench:knowledge`, `bench:tools`: times and memory of one matter, as a table. The name of a file in
// test/measure comes first; what follows goes on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';

const [matter = '', ...rest] = process.argv.slice(2);
ensureInstalled();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(
  pinnedNode,
  [
    vitest,
    'run',
    '--project',
    'measure',
    ...reporters,
    join('test', 'measure', `${matter}.test.ts`),
    ...rest,
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
