import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TypedModels } from '#typed';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { keptTypedModel } from '../support/onnx/a-typed-model.js';

const folder = keptTypedModel();
const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_TYPED: 'on', GW_TYPED_MODELS_DIR: folder } },
);
await gateway.app.get(TypedModels).start();
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  context = await contextOf(browser, member, gateway.url);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const open = (query = '') => openPage(context, `${gateway.url}/console/decisions${query}`);
const ask = (page: Page) => page.getByRole('button', { name: 'Ask', exact: true }).click();
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const model = (page: Page) => page.getByLabel('Model', { exact: true }).first();

it('asks questions of every type, and says what each answer is worth', async () => {
  const { page, faults, hosts } = await open();
  expect(await model(page).inputValue()).toBe('gw/typed');
  await page.locator('body').press('n');
  expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Text, or JSON' }).fill('code');
  const first = page.getByRole('group', { name: 'Question 1', exact: true });
  await first.getByLabel('Name').fill('kind');
  await first.getByLabel('What is asked').fill('is it ?');
  await first.getByLabel('Option 1', { exact: true }).fill('code');
  await first.getByLabel('Option 2', { exact: true }).fill('poem');
  await page.getByRole('button', { name: 'Add a question' }).press('Enter');
  const second = page.getByRole('group', { name: 'Question 2', exact: true });
  await second.getByLabel('Name').fill('kind');
  await second.getByText('Another question has this name.').waitFor();
  await second.getByLabel('Name').fill('so');
  await second.getByText('Yes or no', { exact: true }).click();
  await second.getByLabel('What is asked').fill('is it code ?');
  await page.getByRole('button', { name: 'Add a question' }).click();
  const third = page.getByRole('group', { name: 'Question 3', exact: true });
  await third.getByText('Score', { exact: true }).click();
  await third.getByLabel('What is asked').fill('is it ?');
  await third.getByLabel('Level 1').fill('poem');
  await third.getByLabel('Level 2').fill('code');
  const sent = page.waitForRequest((request) => request.url().includes('/playground/decide'));
  await third.getByLabel('Level 2').press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    model: 'gw/typed',
    state: 'code',
    questions: { q3: { type: 'score', levels: ['poem', 'code'] }, so: { type: 'noul' } },
  });
  // The map of the manifest has 0.9 for a choice of two, and none for the others.
  await card(page, 'kind')
    .getByText(/right 89\.\d % of the time/)
    .waitFor();
  await card(page, 'kind').getByText('Good enough').waitFor();
  const bars = card(page, 'kind').getByRole('list', { name: 'Probabilities of kind' });
  expect(await bars.getByRole('listitem').first().textContent()).toMatch(/^code9\d\.\d %$/);
  await card(page, 'so').getByText('Not measured').waitFor();
  await card(page, 'q3').getByText('to be expected').waitFor();
  await page.getByText('nobody has measured').first().waitFor();
  const facts = page.getByRole('group', { name: 'What became of the call' });
  await facts.getByText('€').waitFor();
  await page.getByText('Revision of the weights').waitFor();
  await page.getByRole('slider').press('End');
  await card(page, 'kind').getByText('Not sure enough').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.getByText('Request and answer as they were').click();
  await page.getByText('"answer_confidence"').waitFor();
  await facts.getByRole('link', { name: 'Row of the log' }).waitFor();
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(gateway.url).host]);
  await page.close();
});

it('asks the router about a request, which leads somewhere or leaves it open', async () => {
  const { page } = await open('?model=gw%2Ftyped%2Frouter');
  await page.getByRole('textbox', { name: 'What is asked' }).fill('code proof');
  await ask(page);
  await page.getByText('Route code, demand high').waitFor();
  await card(page, 'task').getByText('code').first().waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'What is asked' }).fill('is it');
  await ask(page);
  await page.getByText('It may as well be another kind').waitFor();
  await card(page, 'task').getByText('A guess').waitFor();
  await page.close();
});

it('says what refused a decision, with its code and its id', async () => {
  const { page } = await open();
  await page.locator('body').press('n');
  await page.getByRole('textbox', { name: 'Text, or JSON' }).fill('{"it": "code"}');
  await page.getByText('Sent as a structure.').waitFor();
  await page.getByLabel('What is asked').fill('is it ?');
  await page.getByLabel('Option 1', { exact: true }).fill('[code]');
  await page.getByLabel('Option 2', { exact: true }).fill('CODE');
  await ask(page);
  const alert = page.getByRole('alert').filter({ hasText: 'options_collide' });
  await alert.getByText('are the same once brackets').waitFor();
  expect(await alert.locator('code').textContent()).toMatch(/^[-0-9a-f]{36}$/);
  await page.close();
});

it('begins with an example, keeps questions without their state, and shows the call as code', async () => {
  const { page } = await open();
  await page.evaluate('localStorage.clear()');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('menuitem', { name: 'A follow-up, for the router' }).click();
  expect(await model(page).inputValue()).toBe('gw/typed/router');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('menuitem', { name: 'A review of a hotel' }).click();
  expect(await model(page).inputValue()).toBe('gw/typed');
  const state = page.getByRole('textbox', { name: 'Text, or JSON' });
  expect(await state.inputValue()).toContain('breakfast');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save these settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a preset' });
  await dialog.getByLabel('Name').fill('hotel');
  expect(await usabilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('breakfast');
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'hotel', exact: true }).click();
  expect(await state.inputValue()).toBe('');
  await page.getByRole('group', { name: 'Question 2', exact: true }).waitFor();
  await page.getByRole('button', { name: 'As code' }).click();
  await page.getByRole('dialog').getByText('/v1/systemone').waitFor();
  await page.close();
});

it('of a workload asks what that may ask for', async () => {
  const { id } = (
    await member.post('/workloads', { name: 'narrow', allowed_models: ['gw/typed/router'] })
  ).json<{ id: string }>();
  const { page } = await open(`?workload=${id}`);
  expect(await model(page).inputValue()).toBe('gw/typed/router');
  await page.close();
});
