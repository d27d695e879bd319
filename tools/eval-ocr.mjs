// `npm run eval:ocr`: how many words gw/ocr reads wrongly. Options are in test/ocr/eval/options.ts.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const EVAL = join(ROOT, 'test', 'ocr', 'eval');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(EVAL, 'options.ts'), args);
runTypeScript(join(EVAL, 'main.ts'), args, { readsSources: true });
