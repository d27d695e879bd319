// `npm run eval:restore`: ten thousand answers with pseudonyms as models change them, whole and streamed, in
// every format of conversations; prints how many came back exactly, by format. Under two minutes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';

const CASES = 10_000;

ensureInstalled();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const test = 'libs/dlp/src/restore/restored-exactly.test.ts';
const reporters = ['--reporter=dot', '--reporter=./test/support/table-reporter.ts'];
const { status } = spawnSync(pinnedNode, [vitest, 'run', '--project', 'unit', test, ...reporters], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, GW_RESTORE_CASES: String(CASES) },
});
process.exit(status ?? 1);
