// `npm run bench:jobs`: a large document of a job, by one process that reads pages and by two. Options are in
// test/bench/jobs/options.ts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { checkOptions, runTypeScript } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench', 'jobs');
const args = process.argv.slice(2);
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
runTypeScript(join(BENCH, 'main.ts'), args);
