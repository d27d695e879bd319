// `npm run eval:dlp`: what data protection finds. Options are in test/dlp/eval/options.ts.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const EVAL = join(ROOT, 'test', 'dlp', 'eval');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(EVAL, 'options.ts'), args);
runTypeScript(join(EVAL, 'main.ts'), args, { readsSources: true });
