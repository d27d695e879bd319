import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { JOB_MS_MAX } from '../support/document-jobs.js';
import { startGateway } from '../support/gateway.js';

const TAXES = 'Value added tax is due on the tenth of each month.\n\nLate payment costs interest.';
const GARDEN = 'Tomatoes want sun and water every morning.';

/** After it was looked at in narrow ones, too. */
const WIDE = { width: 1440, height: 900 };

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

async function workload(): Promise<string> {
  const { data } = (await owner.get('/workloads')).json<{ data: { id: string; name: string }[] }>();
  return data.find(({ name }) => name === 'default')?.id ?? '';
}
const open = (as = context) => openPage(as, `${gateway.url}/console/knowledge`);

async function upload(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('row', { name });
  await row.getByText('Read').waitFor({ timeout: JOB_MS_MAX });
}

it(
  'a store is made, filled, searched, granted and deleted',
  async () => {
    const { page, faults } = await open();
    await page.getByText('No store yet').waitFor();
    expect(await usabilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New store' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New store' });
    await dialog.getByLabel('Name').fill('handbook');
    await dialog.getByLabel('Embedding model').fill('sandbox/embedding');
    await page.keyboard.press('Escape'); // The list of models, and not the dialog.
    expect(await usabilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the store' }).click();

    const drawer = page.getByRole('dialog', { name: 'handbook' });
    await drawer.getByText('No document yet').waitFor();
    await drawer.getByRole('combobox', { name: 'Attributes' }).fill('year=2026');
    await page.keyboard.press('Enter');
    const nothing = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
    await page.locator('input[type=file]').setInputFiles(nothing);
    await drawer.getByRole('alert').getByText('empty.txt is empty').waitFor();
    expect(await drawer.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);
    await upload(page, 'taxes.txt', TAXES);
    await drawer.getByText(/^[1-9]\d*, of at most 800 tokens/).waitFor(); // As the row says by now.
    await upload(page, 'garden.txt', GARDEN);
    await drawer.getByLabel('Try a search').fill('when is value added tax due');
    await drawer.getByRole('button', { name: 'Search' }).click();
    const found = drawer.getByRole('status', { name: 'What was found' });
    await found.getByText(/^taxes\.txt, 0\.\d{3}$/).waitFor();
    expect(await found.locator('blockquote').first().textContent()).toContain('on the tenth');
    expect(await usabilityFaults(page)).toEqual([]);
    await page.setViewportSize(WIDE);
    await drawer.getByRole('button', { name: 'Actions: garden.txt' }).click();
    await page.getByRole('menuitem', { name: 'Delete the document' }).click();
    await page.getByText('The document, its text and its vectors are deleted').waitFor();
    await drawer.getByRole('row', { name: 'garden.txt' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /handbook.*1 read.*Nobody/ }).waitFor();

    await page.goto(`${gateway.url}/console/workloads/${await workload()}?tab=models`);
    const searching = page.getByRole('switch', { name: 'Models of chats search by themselves' });
    expect(await searching.isDisabled()).toBe(true); // There is nothing to search.
    await page.getByRole('combobox', { name: 'Knowledge' }).click();
    await page.getByRole('option', { name: 'handbook' }).click();
    await page.keyboard.press('Escape');
    await searching.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
    const path = `/workloads/${await workload()}`;
    const { settings } = (await owner.get(path)).json<{ settings: object }>();
    expect(settings).toMatchObject({ knowledge_tool: true });
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await page.getByRole('row', { name: /handbook.*default/ }).click();
    await drawer.getByRole('button', { name: 'Delete the store' }).click();
    await page.getByRole('textbox', { name: /to confirm/ }).fill('handbook');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete the store' }).click();
    await page.getByText('Take it from the workloads that may search it first').waitFor();
    expect(faults.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
    await page.close();
  },
  2 * JOB_MS_MAX,
);

it('a store says how it is searched, and why it cannot be otherwise', async () => {
  const made = await owner.post('/knowledge/stores', {
    name: 'sealed',
    embedding_model: 'sandbox/embedding',
  });
  const { id } = made.json<{ id: string }>();
  const { page } = await openPage(context, `${gateway.url}/console/knowledge?store=${id}`);
  const drawer = page.getByRole('dialog', { name: 'sealed' });
  await drawer.getByText('Passage by passage').waitFor();
  await drawer.getByRole('button', { name: 'Change the engine' }).click();
  const dialog = page.getByRole('dialog', { name: 'How it is searched' });
  await dialog.getByRole('radio', { name: 'By an index in the database' }).check();
  expect(await usabilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/not kept in the clear here.*GW_PGVECTOR=on/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  // As it is where it was made with an index that is not there any more.
  await gateway.database.app.dataSource.query(
    `UPDATE knowledge_store SET engine = 'pgvector' WHERE name = 'sealed'`,
  );
  await page.reload();
  await drawer.getByText('Not there').waitFor();
  await drawer.getByText(/GW_PGVECTOR=on/).waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Change the engine' }).click();
  await dialog.getByRole('radio', { name: 'Passage by passage' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Passage by passage').waitFor();
  await page.close();
});

it(
  'a file that was changed on disk is chosen and read again',
  async () => {
    const made = await owner.post('/knowledge/stores', {
      name: 'changing',
      embedding_model: 'sandbox/embedding',
    });
    const { id } = made.json<{ id: string }>();
    const folder = await mkdtemp(join(tmpdir(), 'gw-chosen-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'notes.txt');
    const { page } = await openPage(context, `${gateway.url}/console/knowledge?store=${id}`);
    const drawer = page.getByRole('dialog', { name: 'changing' });
    for (const text of [TAXES, GARDEN]) {
      await writeFile(file, text);
      await drawer.locator('input[type=file]').setInputFiles(file);
      await drawer.getByRole('button', { name: 'Upload' }).click();
      await drawer.getByText('Drop a document here').waitFor();
    }
    await expect
      .poll(() => drawer.getByRole('row', { name: /notes\.txt.*Read/ }).count(), {
        timeout: JOB_MS_MAX,
      })
      .toBe(2);
    await page.close();
  },
  JOB_MS_MAX,
);

it('a document that cannot be read says why, and can be tried again', async () => {
  const made = await owner.post('/knowledge/stores', {
    name: 'broken',
    embedding_model: 'sandbox/embedding',
  });
  const { id } = made.json<{ id: string }>();
  const { page } = await openPage(context, `${gateway.url}/console/knowledge?store=${id}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('row', { name: 'a.pdf' });
  await row.getByText('Failed').waitFor();
  await row.getByText(/cannot be read|damaged|not be opened/i).waitFor();
  await row.getByRole('button', { name: 'Actions: a.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Try again' }).click();
  await page.getByText('It is tried again').waitFor();
  await page.close();
});

it('may be read by auditors, who change and search nothing', async () => {
  const { page } = await open(await contextOf(browser, auditor, gateway.url));
  await page.getByRole('row', { name: /handbook/ }).click();
  const drawer = page.getByRole('dialog', { name: 'handbook' });
  await drawer.getByText('taxes.txt').waitFor();
  for (const name of ['Upload', 'Search', 'Delete the store', 'Actions: taxes.txt']) {
    expect(await drawer.getByRole('button', { name }).count()).toBe(0);
  }
  expect(await usabilityFaults(page)).toEqual([]);
  await page.close();
});
