// `npm run eval:injection`: what is found of texts that speak to the model. Options are in test/injection/eval/options.ts.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const EVAL = join(ROOT, 'test', 'injection', 'eval');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(EVAL, 'options.ts'), args);
runTypeScript(join(EVAL, 'main.ts'), args, { readsSources: true });
