// `npm run test:browser`: the pages in a real Chromium. Where there is none, Debian's is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT, run, say } from './install.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

ensureInstalled();
ensureBuilt();
const found = () => process.env.GW_CHROMIUM ?? PLACES.find((path) => existsSync(path));
if (!found()) installChromium();
const chromium = found();
if (!chromium) fail('There is no Chromium. Install one, or name it with GW_CHROMIUM.');
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(pinnedNode, [vitest, 'run', '--project', 'browser'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, GW_CHROMIUM: chromium },
});
process.exit(status ?? 1);

function installChromium() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  say('Installing Chromium …');
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
}
