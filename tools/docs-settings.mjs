// `npm run docs:settings`: docs/settings.md of the schema of the settings file. With `--check` nothing is written, and
// it fails where the page is not what it would write, or does not say what a setting means.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import { format } from 'oxfmt';
import { writeSettings } from './docs/write-settings.mjs';
import { fail, ROOT, say } from './install.mjs';

const FILE = join(ROOT, 'docs', 'settings.md');

const { settingsSchema } =
  await import('../dist/apps/api/src/admin/config/settings-schema.js').catch((fault) =>
    fail(`The build could not be read (npm run build): ${fault.message}`),
  );
const current = readFileSync(FILE, 'utf8');
const { page, unexplained } = writeSettings(settingsSchema(), current);
const { code } = await format('settings.md', page);
if (process.argv.includes('--check')) {
  if (code !== current)
    fail('docs/settings.md is not of these settings: npm run build && npm run docs:settings');
} else if (code !== current) {
  writeFileSync(FILE, code);
  say('docs/settings.md is written.');
}
if (unexplained.length > 0)
  fail(`docs/settings.md does not say what these mean: ${unexplained.join(', ')}`);
process.exit(0);
