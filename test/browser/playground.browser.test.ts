import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../support/admin.js';
import { openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { PRICE } from '../support/settings.js';

const SLOW = 'fault/slow=400,tokens=400';
const MAIL = 'anna.berger@example.org';
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' } },
    models: [{ id: SLOW, price: PRICE }],
    aliases: [{ name: 'mirror', targets: [{ model: 'sandbox/echo' }] }],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  context = await browser.newContext();
  const [name = '', value = ''] = member.cookies.split('=');
  await context.addCookies([{ name, value, url: gateway.url }]);
});
afterAll(() => browser.close());

const open = (query = '') => openPage(context, `${gateway.url}/console/playground${query}`);
const message = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
const type = (page: Page, text: string) => message(page).fill(text);
const send = (page: Page) => message(page).press('Control+Enter');
const system = (page: Page) => page.getByRole('textbox', { name: 'System prompt' });
const answers = (page: Page): Locator => page.getByRole('article');

it('shows what would leave before it is sent, and what became of it after', async () => {
  const { page, faults, hosts } = await open();
  expect(await page.getByLabel('Model', { exact: true }).first().inputValue()).toBe('mirror');
  await type(page, `Write to ${MAIL}, **please**`);
  const preview = page.getByRole('region', { name: 'What would leave of your message' });
  const mark = preview.locator('mark');
  await mark.waitFor();
  // What stands in its place, and not the address.
  expect(await mark.textContent()).not.toContain('berger');
  await preview.getByText('email: tokenize × 1').waitFor();
  const sent = page.waitForRequest((request) => request.url().includes('/playground/chat'));
  await send(page);
  expect((await sent).postDataJSON()).toMatchObject({
    model: 'mirror',
    messages: [{ role: 'user', content: `Write to ${MAIL}, **please**` }],
    stream: true,
  });
  const answer = answers(page).first();
  // The model has echoed what it got, the value is back, and Markdown is read.
  await answer.getByText(MAIL).first().waitFor();
  await answer.locator('strong', { hasText: 'please' }).waitFor();
  const facts = answer.getByRole('group', { name: 'What became of the call' });
  await facts.getByText('€').waitFor();
  await facts.getByText('sandbox/echo in LOCAL').waitFor();
  await facts.getByText('email × 1').waitFor();
  expect(await message(page).inputValue()).toBe('');
  expect(await usabilityFaults(page)).toEqual([]);
  await facts.getByRole('link', { name: 'Row of the log' }).waitFor();
  const row = await facts.getByRole('link', { name: 'Row of the log' }).getAttribute('href');
  await answer.getByText('Request and answer as they were').click();
  await answer.getByText('data: [DONE]').waitFor();
  await page.goto(`${gateway.url}${row ?? ''}`);
  await page.getByRole('dialog', { name: 'Call' }).getByText('settled').waitFor();
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(gateway.url).host]);
  await page.close();
});

it('goes on with what was said, and sends an edited message in the place of the first', async () => {
  const { page } = await open();
  await type(page, 'one');
  await send(page);
  await answers(page).first().getByText('Row of the log').waitFor();
  await type(page, 'two');
  const second = page.waitForRequest((request) => request.url().includes('/playground/chat'));
  await send(page);
  const { messages } = (await second).postDataJSON() as { messages: { role: string }[] };
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  await answers(page).nth(1).getByText('Row of the log').waitFor();
  await page.getByRole('button', { name: 'Edit and send again: message 1' }).click();
  expect(await message(page).inputValue()).toBe('one');
  await type(page, 'three');
  const third = page.waitForRequest((request) => request.url().includes('/playground/chat'));
  await send(page);
  expect((await third).postDataJSON()).toMatchObject({ messages: [{ content: 'three' }] });
  await answers(page).first().getByText('Row of the log').waitFor();
  expect(await answers(page).count()).toBe(1);
  await page.close();
});

it('stops with Escape, and keeps what had come', async () => {
  const { page, faults } = await open(`?model=${encodeURIComponent(`sandbox/${SLOW}`)}`);
  await type(page, 'Tell me everything');
  await send(page);
  const answer = answers(page).first();
  await answer.locator('p', { hasText: /\w{3}/ }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.keyboard.press('Escape');
  await answer.getByText('Stopped.').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await answer.getByRole('group', { name: 'What became of the call' }).getByText('€').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

it('compares two models, each on record by itself, and shows the request as code', async () => {
  const { page } = await open('?model=sandbox/echo&compare=sandbox/small');
  await page.getByLabel('Tools').fill('[{');
  await page.getByText('This is no JSON list of tools.').waitFor();
  await type(page, "it's both");
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('Tools').fill('');
  await page.getByLabel('Temperature').fill('0.5');
  await send(page);
  await expect.poll(() => answers(page).getByText('Row of the log').count()).toBe(2);
  const rows = await answers(page).getByRole('link', { name: 'Row of the log' }).all();
  const links = await Promise.all(rows.map((row) => row.getAttribute('href')));
  expect(new Set(links).size).toBe(2);
  await page.getByRole('button', { name: 'As code' }).click();
  const dialog = page.getByRole('dialog', { name: 'The last request as code' });
  await dialog.getByText(`"content":"it'\\''s both"`).waitFor();
  await dialog.getByRole('tab', { name: 'OpenAI Python' }).click();
  await dialog.getByText('stream=True').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.close();
});

it('says what refused a call, with its code and its id', async () => {
  const { id, version } = (
    await member.post('/workloads', { name: 'strict', protection: { mode: 'block' } })
  ).json<{ id: string; version: number }>();
  expect(version).toBe(1);
  const { page } = await open(`?model=sandbox/echo&workload=${id}`);
  await type(page, `Write to ${MAIL}`);
  await page.getByText(/It would be refused: \w*protection_blocked/).waitFor();
  await send(page);
  const alert = answers(page).first().getByRole('alert');
  await alert.getByText('data_protection_blocked').waitFor();
  await alert.getByText('Data protection refused').waitFor();
  expect(await alert.locator('code').textContent()).toMatch(/^[-0-9a-f]{36}$/);
  await page.close();
});

it('keeps presets in the browser, and no prompt without being asked', async () => {
  const { page } = await open('?model=sandbox/echo');
  await page.evaluate('localStorage.clear()');
  const save = async (name: string, isWithTexts: boolean) => {
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: 'Save these settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a preset' });
    await dialog.getByLabel('Name').fill(name);
    if (isWithTexts) await dialog.getByLabel('Keep the system prompt').check();
    expect(await usabilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const kept = () => page.evaluate('JSON.stringify(localStorage)');
  await system(page).fill('You are a secret agent');
  await page.getByLabel('Temperature').fill('0.25');
  await type(page, 'a message');
  await save('plain', false);
  expect(await kept()).toContain('plain');
  expect(await kept()).not.toContain('secret agent');
  await save('whole', true);
  expect(await kept()).toContain('secret agent');
  expect(await kept()).not.toContain('a message');
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'whole', exact: true }).click();
  expect(await system(page).inputValue()).toBe('You are a secret agent');
  expect(await page.getByLabel('Temperature').inputValue()).toBe('0.25');
  await page.close();
});
