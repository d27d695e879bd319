// `npm run bench`: installs, builds, prepares what ours is compared with, and measures. Options are
// in test/bench/options.ts; `npm run bench -- --smoke` takes about half a minute.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCommit } from './build-commit.mjs';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT, run, say } from './install.mjs';
import { checkOptions } from './run-typescript.mjs';

const BENCH = join(ROOT, 'test', 'bench');
/** Folders of what ours is compared with, each with a lock file of its own. */
const PEERS = ['portkey', 'llms'];

process.on('SIGINT', () => undefined); // The harness stops what it started, and ends by itself.

const args = process.argv.slice(2);
const { against, only } = readArgs();
ensureInstalled();
checkOptions(join(BENCH, 'options.ts'), args);
ensureBuilt();
for (const peer of PEERS) if (only.split(',').includes(peer)) ensurePeer(peer);
// Of an option given twice the last one counts: the harness is told the commit, not its name here.
if (against) args.push(`--against=${buildCommit(against)}`);
const hook = new URL('../test/bench/resolve-ts.mjs', import.meta.url).href;
const { status } = spawnSync(pinnedNode, ['--import', hook, join(BENCH, 'main.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);

/** The options are checked by then; here only what has to be prepared matters. */
function readArgs() {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, against: { type: 'string' } },
    strict: false,
  });
  const against = typeof values.against === 'string' ? values.against : undefined;
  const peers = against ? '' : PEERS.join(',');
  return { against, only: typeof values.only === 'string' ? values.only : peers };
}

/** Installed on first use and again when its lock file has changed. */
function ensurePeer(peer) {
  const folder = join(BENCH, peer);
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`Installing ${peer}, which ours is compared with (once) …`);
  run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error']);
  writeFileSync(stamp, lock);
}
