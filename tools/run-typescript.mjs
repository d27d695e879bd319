// Runs a program of the tests as it lies, with the pinned runtime. Their helpers are classes whose fields
// their constructors declare, which Node strips only when told to.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pinnedNode, ROOT } from './install.mjs';

const TYPES = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
const CHECK = join(ROOT, 'test', 'support', 'check-options.mjs');
const EXPLAINED = 3;

/** What `#lib` means to a program that needs no build. */
const SOURCES = ['--conditions=gateway-source'];

export function runTypeScript(file, args, { readsSources = false } = {}) {
  process.exit(statusOf(file, args, readsSources ? SOURCES : []));
}

/**
 * Before anything is built or started: ends with 0 when the program was only to be explained, and with 2
 * when it cannot be called so.
 * @param file the module with its `USAGE` and `readOptions`
 */
export function checkOptions(file, args) {
  const status = statusOf(CHECK, [file, ...args]);
  if (status !== 0) process.exit(status === EXPLAINED ? 0 : status);
}

function statusOf(file, args, conditions = []) {
  const hook = new URL('../test/bench/resolve-ts.mjs', import.meta.url).href;
  const { status } = spawnSync(
    pinnedNode,
    [...TYPES, ...conditions, `--import=${hook}`, file, ...args],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  );
  return status ?? 1;
}
