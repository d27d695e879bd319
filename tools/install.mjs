// Brings a checkout to the point where it can run: dependencies, then build. Plain Node 20, no
// dependencies of its own. Everything already in place is recognised in a few milliseconds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MIN = [20, 19];
const INSTALL_STAMP = join(ROOT, 'node_modules', '.installed-lock');
const BUILD_STAMP = join(ROOT, 'dist', '.built-from');
const SOURCES = ['apps', 'libs', 'console', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const LEFT_OUT = new Set(['node_modules', 'dist', '.gateway']);

/** The runtime that the project pins: Node 24 from its own dependencies. */
export const pinnedNode = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    fail(`Node ${NODE_MIN.join('.')} or newer is needed to install; this is ${process.version}.`);
  }
  const lock = hashOf([join(ROOT, 'package-lock.json'), join(ROOT, 'package.json')]);
  if (existsSync(pinnedNode) && readOr(INSTALL_STAMP) === lock) return;
  say('Installing dependencies (once, about half a minute) …');
  // Engine notes of packages that will only ever run on the pinned runtime would only alarm.
  run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']);
  if (!existsSync(pinnedNode)) {
    fail(
      'The pinned runtime was not installed. Its install script must be allowed to run: npm rebuild node --foreground-scripts',
    );
  }
  writeFileSync(INSTALL_STAMP, lock);
}

export function ensureBuilt() {
  const current = fingerprint();
  if (readOr(BUILD_STAMP) === current) return;
  say('Building the gateway and the Console …');
  run('npm', ['run', '--silent', 'build']);
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, current);
}

/** Paths, sizes and times of the sources: no content is read, so it takes milliseconds. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) add(join(ROOT, source), hash);
  return hash.digest('hex');
}

function add(path, hash) {
  const stats = statSync(path);
  if (!stats.isDirectory()) {
    if (!path.endsWith('.test.ts')) hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).toSorted())
    if (!LEFT_OUT.has(name)) add(join(path, name), hash);
}

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
};

const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Runs to its end with our output; a failure ends this process with the same code. */
export function run(command, args, environment = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

export const say = (text) => process.stderr.write(`${text}\n`);

export function fail(text) {
  say(text);
  process.exit(1);
}
