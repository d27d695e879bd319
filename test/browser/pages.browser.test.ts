import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
