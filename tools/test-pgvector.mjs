// `npm run test:pgvector`: stores of documents whose vectors the database indexes, on a PostgreSQL that has pgvector. Where none
// is named by GW_PG_BIN, one is installed by Python. Arguments go on to vitest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';
import { ensurePgvector } from './pgvector.mjs';

ensureInstalled();
ensureBuilt();
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', 'pgvector', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, GW_PG_BIN: ensurePgvector() } },
);
process.exit(status ?? 1);
