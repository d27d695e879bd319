// The end of `npm run build`: fails when the Console has grown beyond what a first visit may cost.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fail, ROOT, say } from './install.mjs';

const KB = 1_000;
const ENTRY_MAX = 240 * KB; // Half a second on a slow line, before anything is shown.
const PAGE_MAX = 140 * KB; // Charts and editors, which only their pages fetch.
const STYLES_MAX = 45 * KB;

const folder = join(ROOT, 'dist', 'console');
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const named = (extension) =>
  [...html.matchAll(new RegExp(`assets/[^"]+\\.${extension}`, 'g'))].map(([path]) => path);
const bytes = (paths) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0);

const entry = new Set(named('js'));
const pages = readdirSync(join(folder, 'assets'))
  .filter((name) => name.endsWith('.js') && !entry.has(`assets/${name}`))
  .map((name) => [name, bytes([`assets/${name}`])])
  .toSorted(([, one], [, other]) => other - one);
const [largest = 'none', pageBytes = 0] = pages[0] ?? [];
const rows = [
  ['entry', bytes([...entry]), ENTRY_MAX],
  ['styles', bytes(named('css')), STYLES_MAX],
  [`largest lazy file (${largest})`, pageBytes, PAGE_MAX],
];
const shown = rows.map(
  ([name, size, max]) => `${name} ${(size / KB).toFixed(0)} of ${max / KB} kB gzip`,
);
say(`Console: ${shown.join(', ')}`);
if (rows.some(([, size, max]) => size > max)) fail('The Console is over its budget.');
