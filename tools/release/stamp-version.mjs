// Where the number of a release stands.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, run } from '../install.mjs';

const OPEN = '## Unreleased\n';

export function stampVersion(root, version) {
  const { version: now } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (order(version, now) < 0) fail(`${version} is older than ${now} of package.json.`);
  if (version !== now)
    run('npm', ['version', version, '--no-git-tag-version', '--silent'], { cwd: root });
  replace(join(root, 'docker/helm/gateway/Chart.yaml'), [
    [/^version: .*$/m, `version: ${version}`],
    [/^appVersion: .*$/m, `appVersion: '${version}'`],
  ]);
  const day = new Date().toISOString().slice(0, 10);
  replace(join(root, 'CHANGELOG.md'), [[OPEN, `${OPEN}\n## ${version} - ${day}\n`]]);
}

function replace(file, changes) {
  let text = readFileSync(file, 'utf8');
  for (const [wanted, written] of changes) {
    if (text.search(wanted) < 0) fail(`${file} lacks ${wanted}.`);
    text = text.replace(wanted, written);
  }
  writeFileSync(file, text);
}

const order = (one, other) => one.localeCompare(other, 'en', { numeric: true });
