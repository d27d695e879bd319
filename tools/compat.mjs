// `npm run compat`: real clients against the gateway and the sandbox, at every family of providers.
// `npm run compat:agents`: coding agents, likewise. What they need is installed on first use, in
// folders of their own. `npm run compat:telemetry`: a collector of OpenTelemetry, made of its own modules with Go;
// `npm run compat:buckets`: an object store, likewise.
// Arguments go on to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT, run, say } from './install.mjs';

const COMPAT = join(ROOT, 'test', 'compat');
const AGENTS = join(COMPAT, 'agents');

const [suite, ...rest] = process.argv.slice(2);
ensureInstalled();
ensureBuilt();
if (suite === 'telemetry') ensureProgram('collector', '.');
else if (suite === 'buckets')
  ensureProgram('object-store', 'github.com/versity/versitygw/cmd/versitygw');
else ensurePackages(COMPAT, 'the clients');
if (suite === 'agents') ensurePackages(AGENTS, 'the agents');
const bin = (...path) => join(ROOT, 'node_modules', ...path);
// The types of the clients are part of what a developer gets: they have to fit what is asked of them.
if (suite === 'clients') check([bin('typescript', 'bin', 'tsc'), '-p', COMPAT]);
const FILES = {
  agents: ['agents/'],
  buckets: ['buckets.'],
  telemetry: ['telemetry.'],
  clients: ['clients.', 'hosts.', 'embeddings.', 'documents.', 'decisions.', 'snippets.'],
};
const files = FILES[suite];
check([
  bin('vitest', 'vitest.mjs'),
  'run',
  '--project',
  'compat',
  '--reporter=./test/compat/compat-reporter.ts',
  ...files.map((file) => `test/compat/${file}`),
  ...rest,
]);

function check(args) {
  const { status } = spawnSync(pinnedNode, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Installed on first use and again when the lock file has changed. */
function ensurePackages(folder, what) {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`Installing ${what} (once) …`);
  run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, lock);
}

/**
 * Go makes nothing anew that has not changed; the first time takes minutes.
 *
 * @param name of the folder of its module, and of the program
 */
function ensureProgram(name, source) {
  const program = join(ROOT, 'node_modules', '.cache', name, name);
  if (spawnSync('go', ['version']).status !== 0) {
    fail(`There is no Go. Install 1.26 or newer: the ${name} is made with it.`);
  }
  say(`Making the ${name} …`);
  run('go', ['build', '-trimpath', '-o', program, source], { cwd: join(COMPAT, name) });
}
