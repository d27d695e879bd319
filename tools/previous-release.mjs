// The release before this checkout, built: what runs beside it while replicas are replaced one by one.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildCommit } from './build-commit.mjs';
import { ROOT } from './install.mjs';

/** Until there is a release: a commit with a migration less. */
const BEFORE_THE_FIRST = 'dd554ec733f6250cd83a59e0876647d47cb5cac6';

/** @returns {string} the folder with its `dist` */
export function buildPreviousRelease() {
  const args = ['describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^'];
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const ref = status === 0 ? stdout.trim() : BEFORE_THE_FIRST;
  return join(ROOT, 'test', 'bench', '.builds', buildCommit(ref));
}
