// Runs a program of the tests as it lies, with the pinned runtime. Their helpers are classes whose fields
// their constructors declare, which Node strips only when told to.
import { spawnSync } from 'node:child_process';
import { pinnedNode, ROOT } from './install.mjs';

const TYPES = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];

export function runTypeScript(file, args) {
  const hook = new URL('../test/bench/resolve-ts.mjs', import.meta.url).href;
  const { status } = spawnSync(pinnedNode, [...TYPES, '--import', hook, file, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
