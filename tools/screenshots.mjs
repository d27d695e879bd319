// `npm run screenshots`: pictures of the main pages of the Console, for the documentation. A gateway of its
// own is set up, called for a while and thrown away; nothing in the pictures is anybody's.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT, say } from './install.mjs';

const BYTES_MAX = 150_000; // They are read on a page, by everybody who looks at the repository.
const READY_MS_MAX = 60_000;
const SIZE = { width: 1_280, height: 800 };
const FOLDER = join(ROOT, 'docs', 'screenshots');
const OWNER = {
  organisation_name: 'Example GmbH',
  name: 'Olga Owner',
  email: 'olga@example.com',
  password: 'correct horse battery staple',
};
const MESSAGES = [
  'Summarise the ticket of jane.doe@example.org about invoice 2026-118.',
  'Is DE89370400440532013000 a valid IBAN?',
  'Write a friendly answer to a customer who waits for a parcel.',
];

ensureInstalled();
ensureBuilt();
const data = mkdtempSync(join(tmpdir(), 'gw-screenshots-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const gateway = spawn(pinnedNode, [join(ROOT, 'dist/apps/api/src/main.js')], {
  env: { ...process.env, GW_DATA_DIR: data, GW_PORT: String(port), GW_LOG_LEVEL: 'silent' },
  stdio: 'ignore',
});
const browser = await chromium.launch({
  executablePath: process.env.GW_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await ready();
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  await fill(page);
  mkdirSync(FOLDER, { recursive: true });
  await take(page, '/', 'overview');
  await take(page, '/usage?days=1', 'usage');
  const { data: calls } = await ask(page, '/audit?outcome=ok&limit=1');
  await take(page, `/audit?call=${calls[0].id}`, 'audit');
  const { data: workloads } = await ask(page, '/workloads');
  await take(page, `/workloads/${workloads[0].id}?tab=protection`, 'workload');
  await take(page, '/keys', 'keys');
} finally {
  await browser.close();
  gateway.kill('SIGTERM');
  await new Promise((resolve) => gateway.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

async function take(page, path, name) {
  const file = join(FOLDER, `${name}.png`);
  await page.goto(`${base}/console${path}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500); // Charts and drawers move into place.
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  say(`docs/screenshots/${name}.png, ${Math.round(size / 1_000)} kB`);
  if (size > BYTES_MAX) fail(`${name}.png is larger than ${BYTES_MAX / 1_000} kB.`);
}

/** The owner, two more workloads with keys, and calls of each. */
async function fill(page) {
  await page.goto(`${base}/console/setup`);
  const { setup_token: token, api_key: key } = JSON.parse(
    readFileSync(join(data, 'first-run.json'), 'utf8'),
  );
  await ask(page, '/setup', { token, ...OWNER });
  const keys = [key];
  for (const [name, amount] of [
    ['support-desk', '0.005'],
    ['contract-search', '600'],
  ]) {
    const workload = await ask(page, '/workloads', { name, budget: { amount, period: 'monthly' } });
    const made = await ask(page, '/keys', { name: 'first', workload_id: workload.id, env: 'test' });
    keys.push(made.secret);
  }
  for (const [index, secret] of keys.entries()) {
    for (let count = 0; count < 8 * (index + 1); count += 1) {
      await call(secret, MESSAGES[count % MESSAGES.length]);
    }
  }
  await call(key, '', 'nowhere/model');
}

function call(key, content, model = 'sandbox/sandbox-chat') {
  return fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  });
}

/** As the page asks, with its cookie. */
function ask(page, path, body) {
  return page.evaluate(
    async ({ path, body }) => {
      const answer = await fetch(`/admin/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'x-gw-console': '1', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    },
    { path, body },
  );
}

async function ready() {
  const until = Date.now() + READY_MS_MAX;
  while (Date.now() < until) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  fail('The gateway did not become ready.');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
