// The build of another commit of this repository, for `npm run bench -- --against`. Kept by commit,
// so that it is made once.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fail, npmInstall, ROOT, run, say } from './install.mjs';

const BUILDS = join(ROOT, 'test', 'bench', '.builds');
const UNFINISHED = join(BUILDS, 'unfinished');
const BUILDS_KEPT = 5;
// Its sources would be found by every search and check of ours.
const PARTS_KEPT = new Set(['dist', 'node_modules', 'package.json', 'package-lock.json']);

/** @returns the commit's full id, which is the name of its folder in test/bench/.builds */
export function buildCommit(ref) {
  const commit = idOf(ref);
  const folder = join(BUILDS, commit);
  if (!existsSync(folder) || !findsItsDependencies(folder)) build(commit, folder);
  utimesSync(folder, new Date(), new Date());
  forgetOldest();
  return commit;
}

function idOf(ref) {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) fail(`--against: this repository has no commit "${ref}".`);
  return stdout.trim();
}

/** Becomes `folder` only when it is complete; whatever ends this process before, nothing stays. */
function build(commit, folder) {
  say(`Building ${commit.slice(0, 7)} to measure against (once) …`);
  const discard = () => rmSync(UNFINISHED, { recursive: true, force: true });
  discard();
  process.once('exit', discard);
  mkdirSync(UNFINISHED, { recursive: true });
  const archive = join(UNFINISHED, 'commit.tar');
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit]);
  run('tar', ['-xf', archive, '-C', UNFINISHED]);
  if (!findsItsDependencies(UNFINISHED)) npmInstall(UNFINISHED);
  run('npm', ['run', '--silent', 'build'], { cwd: UNFINISHED });
  for (const name of readdirSync(UNFINISHED)) {
    if (!PARTS_KEPT.has(name)) rmSync(join(UNFINISHED, name), { recursive: true });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(UNFINISHED, folder);
}

/** Its own, or ours where they are the same: it lies inside this checkout and finds them. */
const findsItsDependencies = (folder) =>
  existsSync(join(folder, 'node_modules')) || lockOf(folder) === lockOf(ROOT);

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

function forgetOldest() {
  const usedMs = (name) => statSync(join(BUILDS, name)).mtimeMs;
  const names = readdirSync(BUILDS).toSorted((a, b) => usedMs(b) - usedMs(a));
  for (const name of names.slice(BUILDS_KEPT)) {
    rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}
