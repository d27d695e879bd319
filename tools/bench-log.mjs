// `npm run bench:log`: how fast the log is sealed and verified. Arguments go on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
ensureBuilt();
const hook = new URL('../test/bench/resolve-ts.mjs', import.meta.url).href;
const main = join(ROOT, 'test', 'bench', 'log', 'main.ts');
const { status } = spawnSync(pinnedNode, ['--import', hook, main, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
