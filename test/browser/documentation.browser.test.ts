import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, openPage, overflowOf, startBrowser } from '../support/browser.js';
import { ROOT } from '../support/build.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools', 'docs-pages.mjs')]);
  gateway = await startGateway();
  browser = await startBrowser();
});
afterAll(() => browser.close());

const open = (path: string, width = 1_280, scheme: 'light' | 'dark' = 'light') =>
  openPage(browser, gateway.url + path, { width, scheme });

/** Every page that the navigation leads to. */
async function pages(): Promise<readonly string[]> {
  const { page } = await open('/docs');
  const found = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.docs-nav > details > ul > li > a')].map((one) => one.pathname)`,
  );
  await page.close();
  return found;
}

describe.each([
  [1_280, 'light'],
  [390, 'dark'],
] as const)('at %i pixels, %s', (width, scheme) => {
  it('shows every page to everybody, without a foreign request', { timeout: 300_000 }, async () => {
    const paths = await pages();
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const { page, faults, hosts } = await open(path, width, scheme);
      const found = [...faults, ...(await accessibilityFaults(page))];
      const beyond = await overflowOf(page);
      expect([path, found, beyond, [...hosts]]).toEqual([path, [], 0, [new URL(gateway.url).host]]);
      await page.close();
    }
  });
});

it('finds a section by its words, without the mouse', async () => {
  const { page, faults } = await open('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('backup restore');
  await page.getByText('Running the gateway › Backup and restore').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/running#backup-and-restore');
  expect(faults).toEqual([]);
});

it('says so where nothing has these words', async () => {
  const { page } = await open('/docs/errors');
  await page.getByRole('searchbox').fill('qqqqq');
  await page.getByText('0 places').waitFor();
});

it('leads links that were made when endpoints stood at this address to their place', async () => {
  const { page } = await open('/docs#errors');
  await page.waitForURL('**/docs/api#errors');
});

it('leads a problem of the admin API to the row that explains it', async () => {
  const problem = await gateway.send('/admin/v1/keys');
  const { type } = problem.json<{ type: string }>();
  const { page } = await open(type);
  const row = page.locator(':target');
  expect(await row.count()).toBe(1);
});
