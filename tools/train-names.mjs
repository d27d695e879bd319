// `npm run train:names`: see test/dlp/train/main.ts.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
runTypeScript(join(ROOT, 'test', 'dlp', 'train', 'main.ts'), process.argv.slice(2), {
  readsSources: true,
});
