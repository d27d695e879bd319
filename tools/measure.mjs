// `npm run bench:documents`, `bench:batches`, `bench:knowledge`, `bench:tools`: times and memory of one matter, as a table. The name of a file in
// test/measure comes first; what follows goes on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { ensurePgvector } from './pgvector.mjs';

const [matter = '', ...rest] = process.argv.slice(2);
ensureInstalled();
const env = { ...process.env, ...(matter === 'knowledge' && { GW_PG_BIN: ensurePgvector() }) };
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
  { cwd: ROOT, stdio: 'inherit', env },
);
process.exit(status ?? 1);
