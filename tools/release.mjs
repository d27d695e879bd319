// `npm run release -- <version>`: a release, proven before anything of it is here. All of it is made in a clone: the version is
// stamped, a database of the release is kept for later ones, and the tag is tried as a new user would, with its tests. Then the commit and
// the tag come back, and what is given out lies in release/<version>.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { output } from './foreign-program.mjs';
import { fail, ROOT, run, say } from './install.mjs';
import { isAllowed, licencesOf, licenceTable } from './licences.mjs';
import { stampVersion } from './release/stamp-version.mjs';
import { tryStart } from './release/try-start.mjs';

const USAGE = `npm run release -- <version> --key FILE [--quick]
  <version>   as in 1.2.0; newer than the one of package.json, or that one where it was never released
  --key FILE  an Ed25519 private key, PEM, that the checksums are signed with
  --quick     the tag is started and called, and its tests are not run`;

const { values, positionals } = readArguments();
const [version] = positionals;
if (!version || positionals.length > 1 || !values.key || !/^\d+\.\d+\.\d+$/.test(version))
  fail(USAGE);
const key = readKey(values.key);
const tag = `v${version}`;

step('looking at the checkout');
if (git('status', '--porcelain') !== '') fail('The checkout has changes. Commit them first.');
if (git('tag', '--list', tag) !== '') fail(`There is a tag ${tag} already.`);
const licences = licencesOf();
const refused = licences.filter((one) => !isAllowed(one));
if (refused.length > 0) fail(`Not permissive:\n${licenceTable(refused)}`);

const work = mkdtempSync(join(tmpdir(), 'gw-release-'));
try {
  const made = join(work, 'made');
  step('making the release in a clone');
  clone(ROOT, made);
  stampVersion(made, version);
  run('npm', ['ci', '--silent'], { cwd: made });
  run('npm', ['run', '--silent', 'build'], { cwd: made });
  run(process.execPath, ['tools/keep-release.mjs', version], { cwd: made });
  gitIn(made, 'add', '--all');
  gitIn(made, 'commit', '--quiet', '--message', `chore(release): ${version}`);
  gitIn(made, 'tag', '--annotate', '--message', `Release ${version}`, tag);

  step('trying the tag as a new user does');
  const tried = join(work, 'tried');
  clone(made, tried, '--branch', tag);
  say(`  first call after ${await tryStart(tried)} s`);
  if (!values.quick) run('npm', ['test', '--silent'], { cwd: tried });

  step('writing what is given out');
  writeArtifacts(made);
  git('fetch', '--quiet', made, `refs/tags/${tag}:refs/tags/${tag}`);
  git('merge', '--quiet', '--ff-only', tag);
} finally {
  rmSync(work, { recursive: true, force: true });
}
say(
  `\n${tag} is made and proven, and lies in release/${version}. Give it out with: git push --follow-tags`,
);

function writeArtifacts(made) {
  const folder = join(ROOT, 'release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const name = `model-gateway-${version}`;
  const files = {
    [`${name}.sbom.cdx.json`]: output('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], {
      cwd: made,
    }),
    [`${name}.licences.txt`]: licenceTable(licences),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const archive = `${name}.tar.gz`;
  gitIn(made, 'archive', `--prefix=${name}/`, `--output=${join(folder, archive)}`, tag);
  const sums = [archive, ...Object.keys(files)]
    .map((file) => `${sha256(join(folder, file))}  ${file}\n`)
    .join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  writeFileSync(join(folder, 'release-key.pem'), publicKey);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, quick: { type: 'boolean', default: false } },
    });
  } catch (fault) {
    return fail(`${fault.message}\n${USAGE}`);
  }
}

function readKey(file) {
  try {
    const found = createPrivateKey(readFileSync(file));
    if (found.asymmetricKeyType === 'ed25519') return found;
  } catch {
    // Told below: whatever it is, it signs nothing.
  }
  return fail(
    `${file} is no Ed25519 private key. Make one: openssl genpkey -algorithm ed25519 -out release-key`,
  );
}

function step(what) {
  say(`• ${what} …`);
}

function clone(from, to, ...more) {
  output('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', ...more, from, to]);
}

function git(...args) {
  return gitIn(ROOT, ...args);
}

function gitIn(cwd, ...args) {
  return output('git', args, { cwd }).trim();
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
