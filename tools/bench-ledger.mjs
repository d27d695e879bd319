// `npm run bench:ledger`: what the records of a call cost, without the call. Options are in
// test/bench/ledger/options.ts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench', 'ledger');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
ensureRedis();
runTypeScript(join(BENCH, 'main.ts'), args);
