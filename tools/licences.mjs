// `npm run licences [-- --all]`: what every package that runs is licensed under, from the packages themselves. Ends with 1 where one is under
// something else than is allowed here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';

/** Permissive: whoever passes the gateway on has to keep notices, and nothing else. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Named one by one, with why. */
const EXCEPTIONS = [
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later', 'a dynamic library, which anybody may replace'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later', 'holds the same library'],
  [
    /^@img\/sharp-wasm32$/,
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'holds it too; for other platforms',
  ],
];

/** @returns {{name: string, version: string, licence: string, note: string}[]} by name */
export function licencesOf(root = ROOT) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  for (const [path, { dev, version, license }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = license ?? licenceIn(join(root, path));
    const [, , note = ''] =
      EXCEPTIONS.find(([pattern, its]) => pattern.test(name) && its === licence) ?? [];
    found.set(`${name}@${version}`, { name, version, licence, note });
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Packages for other machines are in the lock file and not on this one. */
function licenceIn(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return 'not said';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'not said';
}

/** Of `A OR B` one may be chosen; of `A AND B` both hold. */
export const isAllowed = ({ licence, note }) =>
  note !== '' ||
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one)));

export function licenceTable(all) {
  const rows = all.map(
    ({ name, version, licence, note }) => `${name} ${version}\t${licence}${note && `\t${note}`}`,
  );
  return rows.map((row) => `${row}\n`).join('');
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  const all = licencesOf();
  const refused = all.filter((one) => !isAllowed(one));
  process.stdout.write(licenceTable(process.argv.includes('--all') ? all : refused));
  process.stdout.write(
    `${all.length} packages, ${refused.length} under a licence that is not permissive\n`,
  );
  process.exitCode = refused.length > 0 ? 1 : 0;
}
