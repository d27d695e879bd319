// `npm run test:images`: the stages of docker/Dockerfile, built step by step on a clean system, without an engine for containers, and
// what comes of them run as images are: their own root, read-only, as their own user, without a network. Needs root and Linux.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALL, DOCUMENT, PAGES, SETTINGS } from './images/asked-inside.mjs';
import { makeBase, networkOf } from './images/base-image.mjs';
import { buildImages } from './images/build-stage.mjs';
import { readDockerfile } from './images/read-dockerfile.mjs';
import { databaseUrl, Host } from './images/serve-image.mjs';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT, say } from './install.mjs';

const MIB = 1024 * 1024;
const START_MS_MAX = 60_000;
let passed = 0;
const CLI = ['node', 'dist/apps/cli/src/main.js'];

if (process.platform !== 'linux' || process.getuid() !== 0) {
  fail(
    'npm run test:images needs Linux and root: it mounts the layers of images and gives them a network of their own.',
  );
}
ensureInstalled();
ensureBuilt();
if (process.execPath !== pinnedNode) {
  const [, self] = process.argv; // The server of the database is started by the built gateway's own code.
  process.exit(spawnSync(pinnedNode, [self], { stdio: 'inherit' }).status ?? 1);
}
const work = join(tmpdir(), 'gw-images');
mkdirSync(work, { recursive: true });
const base = makeBase(work);
const stages = readDockerfile(readFileSync(join(ROOT, 'docker', 'Dockerfile'), 'utf8'));
const made = { stages, work, base, network: networkOf(base) };
const startedMs = performance.now();
const [api, worker] = buildImages(['api', 'worker'], made);
say(`Built in ${seconds(performance.now() - startedMs)}.`);

print('Layers of the image, on top of node:24-bookworm-slim:\n');
for (const { step, bytes } of api.sizes.filter(({ bytes }) => bytes > MIB / 100))
  print(`${mib(bytes)}  ${step.slice(0, 90)}`);
print(`${mib(api.sizes.reduce((sum, { bytes }) => sum + bytes, 0))}  together\n`);

const { EmbeddedPostgres } = await import(`${ROOT}/dist/libs/platform/src/index.js`);
const { SystemClock, SystemEntropy } = await import(`${ROOT}/dist/libs/kernel/src/index.js`);
const dataDir = mkdtempSync(join(work, 'database-'));
chmodSync(dataDir, 0o755); // Its server is another user, who has to pass through.
const postgres = await EmbeddedPostgres.start(
  { dataDir, settings: { fsync: 'off' } },
  new SystemClock(),
  new SystemEntropy(),
);
const sockets = decodeURIComponent(/host=([^&]*)/.exec(postgres.url)[1]);
chmodSync(sockets, 0o755);
const host = new Host(work, sockets);
try {
  await host.ready();
  await serve();
} finally {
  host.close();
  await postgres.stop();
  const made = [dataDir, join(work, 'layers')];
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

async function serve() {
  const variables = {
    DATABASE_URL: databaseUrl(postgres.url),
    GW_MASTER_KEY: randomBytes(32).toString('hex'),
    GW_CONFIG_FILE: '/tmp/settings.yaml',
    PROVIDER_KEY: 'any',
  };
  const places = { api: host.prepare('api', api), worker: host.prepare('worker', worker) };
  check('it runs as', host.exec(places.api, ['id', '-u']).trim(), '10001');
  check(
    'its root is',
    failsTo(() => host.exec(places.api, ['touch', '/app/x'])) ? 'read-only' : 'written to',
    'read-only',
  );
  const generated = host.exec(places.api, [...CLI, 'key', 'generate'], variables);
  const [secret] = /gw_\w+/.exec(generated) ?? fail(`No key in: ${generated}`);
  const withKey = { ...variables, APP_KEY: secret };
  host.exec(places.api, ['sh', '-c', `cat > /tmp/settings.yaml <<'END'\n${SETTINGS}\nEND`]);
  host.exec(places.api, [...CLI, 'migrate'], withKey);
  const sandbox = host.start(places.api, ['node', 'dist/apps/sandbox/src/main.js'], {});
  const served = { ...withKey, GW_ROLE: 'api' };
  const gateway = host.start(places.api, api.command, served);
  const apiMs = await host.untilHealthy(places.api, gateway, served, START_MS_MAX);
  const seals = host.start(places.worker, worker.command, variables);
  const workerMs = await host.untilHealthy(places.worker, seals, variables, START_MS_MAX);
  print(`healthy after: api ${seconds(apiMs)}, worker ${seconds(workerMs)}`);
  const ask = (program) =>
    host.exec(places.api, ['node', '--input-type=module', '-e', program], { KEY: secret }).trim();
  check('a call gets', ask(CALL), '200 Write to anna@example.com');
  check('the Console and the documentation get', ask(PAGES), '200 200');
  check('a letter is read:', ask(DOCUMENT), '200 A letter for the gateway');
  const examined = host.exec(places.api, [...CLI, 'doctor'], served);
  check('gw doctor says:', examined.trim().split('\n').at(-1), 'Nothing stands in the way.');
  sandbox.child.kill();
  print(`\n${passed} passed, 0 failed`);
}

function check(what, is, wanted) {
  if (!is.startsWith(wanted)) throw new Error(`${what} ${is}, not ${wanted}`);
  passed++;
  print(`✓ ${what} ${is}`);
}

function failsTo(work) {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function mib(bytes) {
  return `${(bytes / MIB).toFixed(1).padStart(7)} MiB`;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
