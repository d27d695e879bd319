// A step of `npm run release`: a database of this release, as test/upgrade/keep-release.ts makes it, for test/e2e/upgrade.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

const [version] = process.argv.slice(2);
const UPGRADE = join(ROOT, 'test', 'upgrade');
ensureInstalled();
ensureBuilt();
runTypeScript(join(UPGRADE, 'keep-release.ts'), [join(UPGRADE, 'releases', `${version}.tar.gz`)]);
