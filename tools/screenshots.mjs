// `npm run screenshots`: pictures of the main pages of the Console, for the documentation. A gateway of its
// own is set up by the way that somebody new goes, called for a while and thrown away; nothing in the pictures
// is anybody's. What that way takes without reading is said on the terminal.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBuilt, ensureInstalled, fail, pinnedNode, ROOT, say } from './install.mjs';

const BYTES_MAX = 150_000; // They are read on a page, by everybody who looks at the repository.
const READY_MS_MAX = 60_000;
const SEALED_MS = 4_000; // Until calls are summed, and a replay finds them.
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
  await goNewcomersWay(page);
  await fill(page);
  mkdirSync(FOLDER, { recursive: true });
  await take(page, '/', 'overview');
  await take(page, '/usage?days=1', 'usage');
  const { data: calls } = await ask(page, '/audit?outcome=ok&limit=1');
  await take(page, `/audit?call=${calls[0].id}`, 'audit');
  const { data: workloads } = await ask(page, '/workloads');
  await take(page, `/workloads/${workloads[0].id}?tab=protection`, 'workload');
  await take(page, '/keys', 'keys');
  await take(page, '/health', 'health');
  await page.goto(`${base}/console/playground`);
  await askModel(page, MESSAGES[0]);
  await shoot(page, 'playground');
  await page.goto(`${base}/console/decisions`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('link', { name: 'Row of the log' }).waitFor();
  await shoot(page, 'decisions');
  await setUpAuto(page);
  await take(page, '/auto', 'auto');
} finally {
  await browser.close();
  gateway.kill('SIGTERM');
  await new Promise((resolve) => gateway.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

/** From the link that the gateway prints to a streamed answer in the playground, and to one by curl. */
async function goNewcomersWay(page) {
  const startedMs = performance.now();
  const told = (what) =>
    say(
      `${what} after ${((performance.now() - startedMs) / 1_000).toFixed(1)} seconds of clicking`,
    );
  const { setup_token: token } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8'));
  await page.goto(`${base}/console/setup#token=${token}`);
  await page.getByLabel('Organisation').fill(OWNER.organisation_name);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByRole('button', { name: 'Put it in force' }).click();
  await page.getByRole('radio', { name: 'The sandbox' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Name').fill('support-bot');
  await page.getByRole('button', { name: 'Create the workload' }).click();
  await page.getByRole('link', { name: 'Open support-bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'support-bot' }).waitFor();
  await page.getByRole('link', { name: 'Playground' }).click();
  await askModel(page, MESSAGES[2]);
  told('A streamed answer in the playground');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  const asked = page.getByRole('dialog', { name: 'New key' });
  await asked.getByLabel('Workload').first().click();
  await page.getByRole('option', { name: 'support-bot' }).click();
  await asked.getByLabel('Name').fill('laptop');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secret = page.getByRole('group', { name: 'the secret' });
  await secret.hover();
  const answer = stream((await secret.locator('code').textContent()) ?? '');
  if (!answer.includes('data: [DONE]')) fail(`The key of the Console was answered: ${answer}`);
  told('A streamed answer by curl');
  await page.getByLabel('I stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
}

async function askModel(page, text) {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const facts = page.getByRole('group', { name: 'What became of the call' });
  await facts.getByRole('link', { name: 'Row of the log' }).waitFor();
}

function stream(key) {
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = JSON.stringify({ model: 'sandbox/sandbox-chat', stream: true, messages });
  const json = 'content-type: application/json';
  const args = ['-sN', `${base}/v1/chat/completions`, '-H', `authorization: Bearer ${key}`];
  return execFileSync('curl', [...args, '-H', json, '-d', body], { encoding: 'utf8' });
}

async function take(page, path, name) {
  await page.goto(`${base}/console${path}`, { waitUntil: 'networkidle' });
  await shoot(page, name);
}

async function shoot(page, name) {
  const file = join(FOLDER, `${name}.png`);
  await page.waitForTimeout(500); // Charts and drawers move into place.
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  say(`docs/screenshots/${name}.png, ${Math.round(size / 1_000)} kB`);
  if (size > BYTES_MAX) fail(`${name}.png is larger than ${BYTES_MAX / 1_000} kB.`);
}

/** Two more workloads with keys, and calls of each. */
async function fill(page) {
  const { data: mails } = await ask(page, '/mailbox');
  await ask(page, '/email/verify', { code: /\b\d{6}\b/.exec(mails[0].text)[0] });
  const { api_key: key } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8'));
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

/** A policy of `gw/auto`, and calls that went by it. */
async function setUpAuto(page) {
  const model = 'sandbox/sandbox-chat';
  const routes = ['general', 'code'].map((name) => ({ name, low: [], medium: [], high: [model] }));
  const { version } = await ask(page, '/organisation');
  await ask(page, '/organisation', { auto: { routes } }, version);
  const { data: workloads } = await ask(page, '/workloads');
  const workload = workloads.find(({ settings }) => settings.name === 'support-bot');
  const made = await ask(page, '/keys', { name: 'auto', workload_id: workload.id, env: 'test' });
  for (const message of MESSAGES) await call(made.secret, message, 'gw/auto');
  await page.waitForTimeout(SEALED_MS);
}

function call(key, content, model = 'sandbox/sandbox-chat') {
  return fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  });
}

/** As the page asks, with its cookie. */
function ask(page, path, body, version) {
  return page.evaluate(
    async ({ path, body, version }) => {
      const answer = await fetch(`/admin/v1${path}`, {
        method: version ? 'PATCH' : body ? 'POST' : 'GET',
        headers: {
          'x-gw-console': '1',
          'content-type': 'application/json',
          ...(version && { 'if-match': `"${version}"` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.status === 204 ? undefined : answer.json();
    },
    { path, body, version },
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
