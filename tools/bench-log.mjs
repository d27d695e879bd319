// `npm run bench:log`: how fast the log is sealed and verified. Options are in test/bench/log/options.ts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench', 'log');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
runTypeScript(join(BENCH, 'main.ts'), args);
