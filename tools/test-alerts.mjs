// `npm run test:alerts`: each alert of docker/prometheus fires where it should, and is silent where it should. Prometheus' own
// `promtool` says so; where there is none, Debian's is installed.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ensureProgram } from './debian.mjs';
import { fail, ROOT } from './install.mjs';

const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
const promtool = ensureProgram(
  folders.map((folder) => join(folder, 'promtool')),
  'prometheus',
);
if (!promtool) fail('There is no promtool on the path. Install Prometheus, which it comes with.');
for (const args of [
  ['check', 'rules', 'alerts.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
]) {
  const { status } = spawnSync(promtool, args, {
    cwd: join(ROOT, 'docker', 'prometheus'),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
