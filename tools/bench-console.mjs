// `npm run bench:console`: what administrators with live views cost the calls. Options are in
// test/bench/console/options.ts; `npm run bench:console -- --smoke` takes a few seconds.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench', 'console');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
runTypeScript(join(BENCH, 'main.ts'), args);
