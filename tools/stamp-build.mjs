// The end of `npm run build`: what the compiler leaves behind is copied, and the build is stamped.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, stampBuild } from './install.mjs';

/** Read by path, from the place that they have beside their sources. */
const MODELS = [join('libs', 'dlp', 'models'), join('libs', 'typed', 'models')];

for (const models of MODELS) {
  cpSync(join(ROOT, models), join(ROOT, 'dist', models), { recursive: true });
}
stampBuild();
