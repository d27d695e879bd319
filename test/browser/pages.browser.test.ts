import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#kernel';
import { startGateway, type TestGateway } from '../support/gateway.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the sandbox of a first run serves; `test/e2e/docs` asks for all the others. */
const PASTED = [
  'createChatCompletion',
  'listModels',
  'getModel',
  'createCompletion',
  'createEmbedding',
  'createModeration',
  'createResponse',
  'createTranscription',
  'createTranslation',
  'createSpeech',
  'createImage',
  'editImage',
  'getFile',
  'downloadFile',
  'hello',
  'health',
  'readiness',
  'metrics',
];

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  gateway = await startGateway();
  browser = await chromium.launch({
    executablePath: process.env['GW_CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** Opens a page and keeps what it complained about and where it went. */
async function open(
  path: string,
  width = 1_280,
): Promise<{ page: Page; faults: string[]; hosts: Set<string> }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${gateway.url}${path}`, { waitUntil: 'networkidle' });
  return { page, faults, hosts };
}

describe.each([1_280, 390])('at %i pixels', (width) => {
  it('shows the health of the gateway in the Console', async () => {
    const { page, faults, hosts } = await open('/console/', width);
    await page.getByText('postgres', { exact: false }).first().waitFor();
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
    expect(await overflow(page)).toBe(0);
  });

  it('documents every path of the API without a foreign request', async () => {
    const { page, faults, hosts } = await open('/docs', width);
    await page.getByText('/v1/chat/completions').first().waitFor();
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
    expect(await overflow(page)).toBe(0);
  });
});

it('sends a person with a browser from an unknown path to the documentation', async () => {
  const { page } = await open('/nothing-here');
  expect(new URL(page.url()).pathname).toBe('/docs');
});

it('shows shell examples that work when they are pasted, and every error key', async () => {
  const { page } = await open('/docs');
  await page.locator('article').first().waitFor();
  const shells: [id: string, text: string][] = await page.evaluate(
    `[...document.querySelectorAll('article')].map((one) =>
      [one.id, one.querySelector('pre[aria-label="Shell"]').textContent])`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'gw-paste-'));
  await writeFile(join(folder, '.curlrc'), String.raw`write-out = "\n%{http_code}"`);
  const paste = async (id: string, env: Record<string, string> = {}) => {
    const text = shells.find(([its]) => its === id)?.[1] ?? `no example of ${id}`;
    const shell = { cwd: folder, env: { ...process.env, CURL_HOME: folder, API_KEY: key, ...env } };
    const { stdout } = await promisify(execFile)('sh', ['-c', text], shell);
    return stdout;
  };
  const key = gateway.key();
  const uploaded = await paste('uploadFile');
  const { id } = JSON.parse(uploaded.split('\n')[0] ?? '') as { id: string };
  for (const name of PASTED) {
    expect([name, await paste(name, { FILE_ID: id })]).toEqual([
      name,
      expect.stringMatching(/\n200$/),
    ]);
  }
  const keys = await page.locator('#errors tbody th').allTextContents();
  expect(keys).toEqual(Object.keys(catalogue));
  await rm(folder, { recursive: true });
});

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
