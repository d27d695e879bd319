// `npm run test:browser`: the pages in a real Chromium. Where there is none, Debian's is installed. Arguments go on to
// vitest: names of suites, as `console`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureProgram } from './debian.mjs';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT } from './install.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

ensureInstalled();
ensureBuilt();
const chromium = process.env.GW_CHROMIUM ?? ensureProgram(PLACES, 'chromium');
if (!chromium) fail('There is no Chromium. Install one, or name it with GW_CHROMIUM.');
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', 'browser', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, GW_CHROMIUM: chromium },
  },
);
process.exit(status ?? 1);
