import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
let browser: Browser;
let asOwner: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  asOwner = await contextOf(browser, owner, gateway.url);
  await asOwner.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => browser.close());

it('a call shows what each step took, and is copied as curl without what it said', async () => {
  const secret = 'anna.berger@example.org';
  const answer = await gateway.chat({ messages: [{ role: 'user', content: secret }] });
  await gateway.records.settled();
  const id = String(answer.headers['request-id']);
  const { page, faults } = await openPage(asOwner, `${gateway.url}/console/audit/${id}`);
  const steps = page.getByRole('list', { name: 'What each step took' }).getByRole('listitem');
  await steps.first().waitFor();
  const names = (await steps.allTextContents()).map((text) => text.replace(/[\d.,]+ ms$/, ''));
  expect(names.slice(0, 7)).toEqual([
    'Reading',
    'Inspect',
    'Route',
    'Scope',
    'Seal',
    'Meter',
    'sandbox',
  ]);
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.getByRole('button', { name: 'Copy as curl' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const line = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(line).toContain(`'${gateway.url}/v1/chat/completions'`);
  expect(line).toContain('"model":"sandbox/small"');
  expect(line).toContain('$GW_KEY');
  expect(line).not.toContain('anna.berger');
  expect(faults).toEqual([]);
  await page.close();
});
