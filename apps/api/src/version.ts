import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.js';

/** Of package.json, so that there is one place to change it. */
export const VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
