import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { LiveSettings } from '#operations';
import { TypedModels } from '#typed';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { keptTypedModel } from '../support/onnx/a-typed-model.js';

const SMALL = 'sandbox/small';
const LARGE = 'sandbox/echo';
const CHEAP = 'cheap/small';
const CHEAP_PRICE = { currency: 'EUR', input: '0.10', output: '0.20' };

const folder = keptTypedModel();
const gateway = await startGateway(
  { providers: [{ name: 'cheap', models: [{ id: 'small', price: CHEAP_PRICE }] }] },
  {
    managedBy: 'console',
    env: { GW_TYPED: 'on', GW_TYPED_MODELS_DIR: folder, GW_AUTO_BUDGET_MS: '10000' },
  },
);
await gateway.app.get(TypedModels).start();
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
let browser: Browser;
let asOwner: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  asOwner = await contextOf(browser, owner, gateway.url);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

interface Tiers {
  readonly name: string;
  readonly low: string[];
  readonly high: string[];
}
const organisation = async () =>
  (await owner.get('/organisation')).json<{
    version: number;
    settings: { auto?: { session_minutes: number; default_route: string; routes: Tiers[] } };
  }>();
const auto = async () => (await organisation()).settings.auto;

const open = (context = asOwner) => openPage(context, `${gateway.url}/console/auto`);
const route = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved, and in force').waitFor();
};
async function name(page: Page, kind: string, tier: string, model: string): Promise<void> {
  await route(page, kind).getByRole('combobox', { name: tier }).fill(model);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

it('is set up from nothing, tier by tier, and says what is wrong with one', async () => {
  const { page, faults } = await open();
  await page.getByText('gw/auto leads nowhere yet').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await name(page, 'General', 'High', 'nobody/one');
  await page.getByRole('button', { name: 'Save' }).click();
  await route(page, 'General').getByText('nobody').last().waitFor();
  expect(await auto()).toBeUndefined();
  await page.keyboard.press('Escape');
  await route(page, 'General').getByRole('combobox', { name: 'High' }).press('Backspace');
  await name(page, 'General', 'High', LARGE);
  await name(page, 'General', 'Low', SMALL);
  await route(page, 'General').getByPlaceholder('none: goes to High').waitFor();
  await page.getByRole('button', { name: 'Add a kind' }).click();
  await page.getByRole('menuitem', { name: 'Code' }).click();
  await name(page, 'Code', 'High', LARGE);
  await save(page);
  expect(await auto()).toMatchObject({
    default_route: 'general',
    session_minutes: 30,
    high: { reasoning: 0.7, hard: 0.45, expected: 2.2 },
    low: { reasoning: 0.2, easy: 0.85, expected: 1.1 },
    routes: [
      { name: 'general', low: [SMALL], medium: [], high: [LARGE] },
      { name: 'code', low: [], medium: [], high: [LARGE] },
    ],
  });
  await page.getByText('No call to gw/auto in these days.').waitFor();
  expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
  await page.close();
});

it('explains a request step by step', async () => {
  const { page, faults } = await open();
  const prompt = page.getByRole('textbox', { name: 'What a client would ask' });
  await prompt.fill('poem proof');
  await prompt.press('Control+Enter');
  const steps = page.getByRole('region', { name: 'What gw/auto makes of it' });
  await steps.getByText('demand high').waitFor();
  await steps.getByText('The router takes it for writing').waitFor();
  await page.getByText('The request would go to').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

it('replays past calls by what is changed, before it is saved', async () => {
  await gateway.app.get(LiveSettings).refresh();
  for (const content of ['hello', 'hello it is', 'poem proof']) {
    const answer = await gateway.chat({ model: 'gw/auto', messages: [{ role: 'user', content }] });
    expect(answer.status, answer.text).toBe(200);
  }
  await gateway.records.settled();
  await gateway.app.get(UsageRollUp).rollUp();
  const { page, faults } = await open();
  const replay = page.getByRole('region', { name: 'Replay of past calls' });
  await replay.getByText('3 calls, the newest ones.').waitFor();
  await route(page, 'General').getByRole('combobox', { name: 'Low' }).press('Backspace');
  await name(page, 'General', 'Low', CHEAP);
  const moved = replay.getByRole('row').filter({ hasText: CHEAP });
  await moved.filter({ hasText: SMALL }).filter({ hasText: '2' }).waitFor();
  await replay.getByText('% less').waitFor();
  await replay.getByRole('img', { name: 'Calls by demand' }).waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.getByText('Bounds of low and high').click();
  await page.getByLabel('Low: up to this probability').fill('0');
  await page.getByLabel('Low: from this probability').fill('1');
  await replay.getByText('Table', { exact: true }).click();
  const table = replay.getByRole('table', { name: 'Calls by demand' });
  await table
    .getByRole('row')
    .filter({ hasText: /Medium0(1|2)/ })
    .waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  expect((await auto())?.routes[0]?.low).toEqual([SMALL]);
  expect(faults).toEqual([]);
  await page.close();
});

it('shows what came between, and keeps what only others have changed', async () => {
  const { page } = await open();
  await page.getByLabel('Minutes that a conversation').fill('45');
  const theirs = { auto: { default_route: 'code' } };
  await owner.patch('/organisation', theirs, { version: (await organisation()).version });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
  await dialog.getByText('auto.default_route').waitFor();
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await page.getByText('Saved, and in force').waitFor();
  expect(await auto()).toMatchObject({ session_minutes: 45, default_route: 'code' });
  await page.close();
});

it('is there to read for auditors', async () => {
  const { page, faults } = await open(await contextOf(browser, auditor, gateway.url));
  await page.getByText('Your role may read this, not change it.').waitFor();
  const low = route(page, 'General').getByRole('combobox', { name: 'Low' });
  expect(await low.isDisabled()).toBe(true);
  await page.getByText('3 calls, the newest ones.').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});
