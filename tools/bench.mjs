// `npm run bench`: installs, builds, installs what ours is compared with, and measures. Options are
// in test/bench/options.ts; `npm run bench -- --smoke` takes about half a minute.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT, run, say } from './install.mjs';

const BENCH = join(ROOT, 'test', 'bench');
const PORTKEY = join(BENCH, 'portkey');

process.on('SIGINT', () => undefined); // The harness stops what it started, and ends by itself.

const args = process.argv.slice(2);
ensureInstalled();
ensureBuilt();
if (comparesWith('portkey')) ensurePortkey();
const hook = new URL('../test/bench/resolve-ts.mjs', import.meta.url).href;
const { status } = spawnSync(pinnedNode, ['--import', hook, join(BENCH, 'main.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);

/** The harness checks the options; here only the names in `--only` matter. */
function comparesWith(name) {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } }, strict: false });
  return typeof values.only !== 'string' || values.only.split(',').includes(name);
}

/** Installed on first use and again when its lock file has changed. */
function ensurePortkey() {
  const lock = readFileSync(join(PORTKEY, 'package-lock.json'), 'utf8');
  const stamp = join(PORTKEY, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing the gateway that ours is compared with (once) …');
  run('npm', ['ci', '--prefix', PORTKEY, '--ignore-scripts', '--loglevel=error']);
  writeFileSync(stamp, lock);
}
