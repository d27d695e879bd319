// `npm run soak`: a gateway under load for a long time, and a page that shows it. Arguments go on:
// --minutes, --callers, --redis, --out.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { ensureRedis } from './redis.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
ensureBuilt();
if (process.argv.includes('--redis')) ensureRedis();
runTypeScript(join(ROOT, 'test', 'soak', 'main.ts'), process.argv.slice(2));
