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
// Tests must not be found by a run of ours.
const BUILT_FROM = ['.', ':(exclude)test', ':(exclude,glob)**/*.test.*'];

/** @returns the commit's full id, which is the name of its folder in test/bench/.builds */
export function buildCommit(ref) {
  const commit = idOf(ref);
  const folder = join(BUILDS, commit);
  if (!existsSync(folder)) build(commit, folder);
  utimesSync(folder, new Date(), new Date());
  forgetOldest();
  // Without dependencies of its own it finds ours, because it lies inside this checkout.
  if (!existsSync(join(folder, 'node_modules')) && !hasOurDependencies(folder)) npmInstall(folder);
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
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit, '--', ...BUILT_FROM]);
  run('tar', ['-xf', archive, '-C', UNFINISHED]);
  rmSync(archive);
  if (!hasOurDependencies(UNFINISHED)) npmInstall(UNFINISHED);
  run('npm', ['run', '--silent', 'build'], { cwd: UNFINISHED });
  renameSync(UNFINISHED, folder);
}

const hasOurDependencies = (folder) => lockOf(folder) === lockOf(ROOT);

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

function forgetOldest() {
  const usedMs = (name) => statSync(join(BUILDS, name)).mtimeMs;
  const names = readdirSync(BUILDS).toSorted((a, b) => usedMs(b) - usedMs(a));
  for (const name of names.slice(BUILDS_KEPT)) {
    rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}
