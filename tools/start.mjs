// `npm start`: installs, builds and runs; the same for the worker, the sandbox and the migration.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './install.mjs';

const MAINS = {
  api: 'dist/apps/api/src/main.js',
  worker: 'dist/apps/worker/src/main.js',
  sandbox: 'dist/apps/sandbox/src/main.js',
  migrate: 'dist/apps/cli/src/main.js',
};
const PARENT_CHECK_MS = 1_000;

const name = process.argv[2] ?? 'api';
if (!(name in MAINS)) fail(`Unknown program ${name}. Known: ${Object.keys(MAINS).join(', ')}`);

ensureInstalled();
ensureBuilt();
const args = name === 'migrate' ? ['migrate'] : process.argv.slice(3);
const child = spawn(pinnedNode, [join(ROOT, MAINS[name]), ...args], {
  // The channel tells the child when this process is killed; then it stops by itself.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
// Under npm, by Ctrl-C in a terminal, or from whoever signals the whole group, one request to stop comes
// by several ways. The child takes what comes within a second for one, so each is passed on, and a later
// one hurries it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));

// Whoever started us was killed: nobody will ever stop us, so stop as if it had, once. Under npm that
// is the parent of the shell in between, which survives it.
const starters = [process.ppid, ...parentOf(process.ppid)];
const watch = setInterval(() => {
  if (starters.every(isAlive) && process.ppid === starters[0]) return;
  clearInterval(watch);
  child.disconnect();
}, PARENT_CHECK_MS).unref();

function parentOf(pid) {
  if (!process.env.npm_lifecycle_event) return [];
  const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  const parent = Number(stdout);
  return parent > 1 ? [parent] : [];
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
