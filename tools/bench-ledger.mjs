// `npm run bench:ledger`: what the records of a call cost, without the call. Arguments go on.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
ensureBuilt();
ensureRedis();
runTypeScript(join(ROOT, 'test', 'bench', 'ledger', 'main.ts'), process.argv.slice(2));
