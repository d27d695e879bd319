// Brings a checkout to the point where it can run: dependencies, then build. Plain Node 20, no
// dependencies of its own. Everything already in place is recognised in some ten milliseconds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MIN = [20, 19];
const INSTALL_STAMP = join(ROOT, 'node_modules', '.installed-lock');
const BUILD_STAMP = join(ROOT, 'dist', '.built-from');
const SOURCE_FOLDERS = ['apps', 'libs', 'console'];
const SOURCE_FILES = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
const LEFT_OUT = new Set(['node_modules', 'dist', '.gateway', 'testing', '__fixtures__']);
const TEST_FILE = /\.test\.tsx?$/;

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
  npmInstall(ROOT);
  if (!existsSync(pinnedNode)) {
    fail(
      'The pinned runtime was not installed. Its install script must be allowed to run: npm rebuild node --foreground-scripts',
    );
  }
  writeFileSync(INSTALL_STAMP, lock);
}

/** Exactly what the lock file of a folder names. */
export function npmInstall(folder) {
  // Engine notes of packages that will only ever run on the pinned runtime would only alarm.
  run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder });
}

export function ensureBuilt() {
  const current = fingerprint();
  if (readOr(BUILD_STAMP) === current) return;
  say('Building the gateway and the Console …');
  run('npm', ['run', '--silent', 'build']);
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, current);
}

/**
 * Paths below the checkout and contents of what is built, so that a copy of a checkout, whose files
 * have other times, is not built again. Reading those few hundred files takes some ten milliseconds.
 */
function fingerprint() {
  const hash = createHash('sha256');
  const files = [...SOURCE_FILES, ...SOURCE_FOLDERS.flatMap(filesIn)];
  for (const file of files) {
    const content = readFileSync(join(ROOT, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !LEFT_OUT.has(name) && !TEST_FILE.test(name))
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, isFolder }) => (isFolder ? filesIn(path) : [path]));
}

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
};

const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Runs to its end with our output; a failure ends this process with the same code. */
export function run(command, args, { cwd = ROOT } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
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
