import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { JOB_MS_MAX, settled, slowDocument } from '../support/document-jobs.js';
import { startGateway } from '../support/gateway.js';

const MAIL = 'eleanor.whitcombe@example.org';
const LETTER = `Dear Mr Tobias Fairweather,\nwrite to ${MAIL} about Blue Heron.`;

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  context = await contextOf(browser, owner, gateway.url);
});
afterAll(() => browser.close());

const open = (as = context) => openPage(as, `${gateway.url}/console/documents`);
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const send = (page: Page) => page.getByRole('button', { name: 'Anonymize' }).click();

it(
  'takes a document, shows it before and after, and which tag stands for what to who asks',
  async () => {
    const { page, faults, hosts } = await open();
    await page.getByText('No document yet').waitFor();
    expect(await usabilityFaults(page)).toEqual([]);
    await choose(page, 'letter.txt', 'text/plain', Buffer.from(LETTER));
    await page.getByText(/letter\.txt, \d+ B/).waitFor();
    await page.getByRole('combobox', { name: 'Terms of your own' }).fill('Blue Heron');
    await page.keyboard.press('Enter');
    await send(page);
    const drawer = page.getByRole('dialog', { name: 'letter.txt' });
    await drawer.getByText('Done').waitFor({ timeout: JOB_MS_MAX });
    await drawer.locator('pre', { hasText: MAIL }).waitFor();
    const after = drawer.locator('pre', { hasText: '«EMAIL_1»' });
    expect(await after.locator('mark').allTextContents()).toEqual(
      expect.arrayContaining(['«PERSON_NAME_1»', '«EMAIL_1»']),
    );
    expect(await after.textContent()).not.toMatch(/Fairweather|whitcombe|Heron/);
    expect(await usabilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Show which tag stands for what' }).click();
    await drawer.getByRole('cell', { name: 'Tobias Fairweather' }).waitFor();
    const saving = page.waitForEvent('download');
    await drawer.getByRole('button', { name: 'Download' }).click();
    expect((await saving).suggestedFilename()).toBe('letter.anonymized.txt');
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await drawer.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The document and its result are deleted').waitFor();
    await page.getByText('No document yet').waitFor();
    expect(await page.content()).not.toContain('Fairweather');
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
    await settled(gateway);
    await page.close();
  },
  JOB_MS_MAX,
);

it(
  'stops a document that is at work, and says why one cannot be taken',
  async () => {
    const { page, faults } = await open();
    await choose(page, 'empty.pdf', 'application/pdf', Buffer.from('%PDF-1.7 nothing'));
    await send(page);
    await page.getByRole('alert').first().waitFor();
    await choose(page, 'book.pdf', 'application/pdf', Buffer.from(slowDocument(60)));
    await send(page);
    const drawer = page.getByRole('dialog', { name: 'book.pdf' });
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await drawer.getByText('Cancelled').waitFor({ timeout: JOB_MS_MAX });
    expect(faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
    await settled(gateway);
    await page.close();
  },
  JOB_MS_MAX,
);

it('is no page of who may send nothing', async () => {
  const { page } = await open(await contextOf(browser, auditor, gateway.url));
  expect(await page.getByRole('link', { name: 'Documents' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Anonymize' }).count()).toBe(0);
  await page.close();
});
