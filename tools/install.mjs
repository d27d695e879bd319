// Brings a checkout to the point where it can run: dependencies, then build. Plain Node 20, no
// dependencies of its own. Everything already in place is recognised in some ten milliseconds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MIN = [20, 19];
const MODULES = join(ROOT, 'node_modules');
const DIST = join(ROOT, 'dist');
const CODE = {
  stamp: join(DIST, '.built-from'),
  folders: ['apps', 'libs', 'console'],
  files: ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'],
};
/** Apart from the code: a page is written anew in half a second, and the gateway is not. */
const PAGES = {
  stamp: join(DIST, 'docs', '.built-from'),
  folders: ['docs', 'tools/docs', 'console/src/styles'],
  files: ['tools/docs-pages.mjs'],
};
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
  if (existsSync(pinnedNode) && isInstalledAsLocked()) return;
  if (!canWrite(MODULES)) {
    fail(
      `${MODULES} does not hold what package-lock.json names, and this user cannot write there. Run npm ci in ${ROOT} as a user who can, then start again.`,
    );
  }
  say('Installing dependencies (once, about half a minute) …');
  npmInstall(ROOT);
  if (!existsSync(pinnedNode)) {
    fail(
      'The pinned runtime was not installed. Its install script must be allowed to run: npm rebuild node --foreground-scripts',
    );
  }
}

/** By the note that npm itself keeps of what it has installed, whoever ran it. */
function isInstalledAsLocked() {
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const installed = packagesOf(join(MODULES, '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const its = installed[path];
    if (path === '' || (its === undefined && optional)) return true; // We, or another platform's.
    return its?.version === version && its.integrity === integrity;
  });
}

function packagesOf(file) {
  const text = readOr(file);
  return text === '' ? {} : JSON.parse(text).packages;
}

/** Exactly what the lock file of a folder names. */
export function npmInstall(folder) {
  // Engine notes of packages that will only ever run on the pinned runtime would only alarm.
  prepare('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder });
}

export function ensureBuilt() {
  const isCurrent = (what) => readOr(what.stamp) === fingerprint(what);
  if (isCurrent(CODE) && isCurrent(PAGES)) return;
  if (!canWrite(DIST)) {
    fail(
      `${DIST} is not the build of these sources, and this user cannot write there. Run npm run build in ${ROOT} as a user who can, then start again.`,
    );
  }
  if (isCurrent(CODE)) {
    prepare('npm', ['run', '--silent', 'docs:pages']);
    return;
  }
  say('Building the gateway and the Console …');
  prepare('npm', ['run', '--silent', 'build']);
}

/** The end of `npm run build`: notes what was built. */
export function stampBuild() {
  mkdirSync(DIST, { recursive: true });
  writeFileSync(CODE.stamp, fingerprint(CODE));
  stampPages();
}

/** The end of `npm run docs:pages`, which is a part of the build. */
export function stampPages() {
  writeFileSync(PAGES.stamp, fingerprint(PAGES));
}

/**
 * Paths below the checkout and contents of what is built, so that a copy of a checkout, whose files
 * have other times, is not built again. Reading those few hundred files takes some ten milliseconds.
 */
function fingerprint({ files, folders }) {
  const hash = createHash('sha256');
  for (const file of [...files, ...folders.flatMap(filesIn)]) {
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

/** Whether a folder, or the checkout that it would be made in, may be written by this user. */
function canWrite(folder) {
  try {
    accessSync(existsSync(folder) ? folder : ROOT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** What comes before a command. Somebody may read the standard output of that: nothing of this is in it. */
export const prepare = (command, args, { cwd } = {}) =>
  run(command, args, { cwd, output: process.stderr.fd });

/** Runs to its end with our output; a failure ends this process with the same code. */
export function run(command, args, { cwd = ROOT, output = 'inherit' } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    stdio: ['inherit', output, 'inherit'],
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
