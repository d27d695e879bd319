// `npm run typed:eval`: how often typed decisions are right. Options are in test/typed/eval/options.ts.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const EVAL = join(ROOT, 'test', 'typed', 'eval');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(EVAL, 'options.ts'), args);
runTypeScript(join(EVAL, 'main.ts'), args, { readsSources: true });
