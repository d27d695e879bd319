// `npm test`: installs and runs every test. With GW_FIXTURES naming the folder of recorded provider
// traffic, the recorded suites run, too. Arguments go on to vitest.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, pinnedNode, ROOT } from './install.mjs';

ensureInstalled();
ensureBuilt(); // The crash tests kill real processes, which are the built ones.
const report = join(mkdtempSync(join(tmpdir(), 'gw-report-')), 'report.json');
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const PROJECTS = ['unit', 'system', 'console'].flatMap((name) => ['--project', name]);
const args = [
  'run',
  ...PROJECTS,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];
const result = spawnSync(pinnedNode, [vitest, ...args, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
const counts = readCounts(report);
if (counts) console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed`);
process.exit(result.status ?? 1);

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // The run ended before it had anything to count; its exit code says so.
  }
}
