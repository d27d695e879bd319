// `npm run check`: everything that must hold before a commit. All of it runs, then it says what failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
const bin = (...path) => join(ROOT, 'node_modules', ...path);
/** @type {readonly (readonly [string, string, readonly string[]])[]} */
const CHECKS = [
  ['types', bin('typescript', 'bin', 'tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  [
    'types of the Console',
    bin('typescript', 'bin', 'tsc'),
    ['--noEmit', '-p', 'console/tsconfig.json'],
  ],
  ['lint', bin('oxlint', 'bin', 'oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt', 'bin', 'oxfmt'), ['--check', '.']],
  [
    'floors',
    bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'console/src'],
  ],
  ['unused', bin('knip', 'bin', 'knip.js'), []],
  ['types of the admin API', join(ROOT, 'tools', 'api-types.mjs'), ['--check']],
  ['licences', join(ROOT, 'tools', 'licences.mjs'), []],
  ['pictures', join(ROOT, 'tools', 'docs-pictures.mjs'), ['--check']],
];

const failed = CHECKS.filter(([name, script, args]) => {
  const startedMs = Date.now();
  const { status } = spawnSync(pinnedNode, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  const seconds = ((Date.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return status !== 0;
});
process.exit(failed.length > 0 ? 1 : 0);
