// `npm run soak`: a gateway under load for a long time, and a page that shows it. Options are in
// test/soak/options.ts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const SOAK = join(ROOT, 'test', 'soak');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(SOAK, 'options.ts'), args);
ensureBuilt();
if (args.includes('--redis')) ensureRedis();
runTypeScript(join(SOAK, 'main.ts'), args);
