// `npm run bench:reads`: how fast the Console reads a million calls. Options are in test/bench/reads/options.ts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench', 'reads');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
runTypeScript(join(BENCH, 'main.ts'), args);
