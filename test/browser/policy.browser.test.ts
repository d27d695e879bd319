import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UsageRollUp } from '#insight';
import { SetUp } from '#members';
import { LiveSettings } from '#operations';
import { AdminClient, OWNER } from '../support/admin.js';
import { accessibilityFaults, openPage, overflowOf, startBrowser } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { UPSTREAM_KEY } from '../support/test-sandbox.js';

const at = (zone: string) => ({
  zone,
  countries: [zone],
  guaranteed: true,
  storage: { zone, retention: 'zero' },
  operator: { name: 'Example', country: zone },
});
const gateway = await startGateway(
  {
    providers: [
      { name: 'american', location: at('US') },
      { name: 'german', location: at('DE') },
    ],
    aliases: [
      { name: 'both', targets: [{ model: 'american/small' }], fallbacks: ['german/small'] },
    ],
  },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = new AdminClient(gateway.url);
const sql = (text: string) => gateway.database.owner.dataSource.query(text);
const LOOKS_MS_MAX = 180_000; // A page in both schemes, wide and narrow, on a busy machine.
vi.setConfig({ testTimeout: LOOKS_MS_MAX });
let browser: Browser;
let asOwner: BrowserContext;

interface Settings {
  readonly name: string;
  readonly time_zone: string;
  readonly default_provider?: string;
  readonly protection: { readonly mode: string; readonly terms: object[] };
  readonly residency: { readonly mode: string; readonly preset: string; readonly order: string[] };
}
const organisation = async () =>
  (await owner.get('/organisation')).json<{ version: number; settings: Settings }>();
const settings = async () => (await organisation()).settings;
const patch = async (body: object) =>
  owner.patch('/organisation', body, { version: (await organisation()).version });

const url = (path: string) => `${gateway.url}/console${path}`;
const open = (path: string, opening: object = {}) => openPage(asOwner, url(path), opening);
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const saved = (page: Page) => page.getByText('Saved, and in force').waitFor();

beforeAll(async () => {
  browser = await startBrowser();
  asOwner = await browser.newContext();
  await firstRun(asOwner);
  await owner.signIn(OWNER.email, OWNER.password);
  await patch({ residency: { mode: 'enforce', preset: 'anything' } });
  await gateway.app.get(LiveSettings).refresh();
  await gateway.chat({ model: 'american/small' });
  await gateway.chat({ model: 'both' });
  await gateway.chat({
    model: 'german/small',
    messages: [{ role: 'user', content: 'Write to anna.berger@example.org about it.' }],
  });
  await gateway.records.settled();
  await gateway.app.get(UsageRollUp).rollUp();
}, LOOKS_MS_MAX);
afterAll(() => browser.close());

/** Each step by its own decision; the provider that is connected is the sandbox in the place of the real one. */
async function firstRun(context: BrowserContext): Promise<void> {
  const token = await gateway.app.get(SetUp).token();
  const { page, faults } = await openPage(context, url('/setup#token=cut'));
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByLabel('Set-up token').and(page.locator('[aria-invalid=true]')).waitFor();
  await page.getByLabel('Set-up token').fill('a-token-that-another-gateway-has-printed-12');
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe(OWNER.name);
  await expectUsable(page);
  // The right link in the same tab.
  await page.evaluate(`location.hash = 'token=${token}'`);
  await page.getByText('The set-up token came with the link').waitFor();
  await page.route('**/admin/v1/providers', (route) => {
    const body = { ...route.request().postDataJSON(), base_url: `${gateway.sandbox.url}/v1` };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await heading(page, 'Data protection and residency').waitFor();
  await page.getByRole('radio', { name: 'Mask' }).check();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Put it in force' }).click();
  await heading(page, 'Your first provider').waitFor();
  await expectUsable(page);
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Mistral AI' }).click();
  await page.locator('input[type=password]').fill('a-key-of-the-provider');
  await page.getByRole('button', { name: 'Connect and try it' }).click();
  await page.getByText('It does not take the key').waitFor();
  await page.getByRole('button', { name: 'Another key or provider' }).click();
  await page.locator('input[type=password]').fill(UPSTREAM_KEY);
  await page.getByRole('button', { name: 'Connect and try it' }).click();
  await page.getByText('The provider answers').waitFor();
  await page.getByText('stands on the page Residency').waitFor();
  expect(await page.content()).not.toContain(UPSTREAM_KEY);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Name').fill('support-bot');
  await page.getByRole('button', { name: 'Create the workload' }).click();
  await page.getByRole('button', { name: 'Make a first key and try it' }).click();
  const dialog = page.getByRole('dialog', { name: 'first is ready' });
  await dialog.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'sandbox/small' }).click();
  await dialog.getByRole('button', { name: 'Send a test call' }).click();
  await dialog.getByText('It works').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('I stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expectUsable(page);
  await page.getByRole('link', { name: 'Open support-bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'support-bot' }).waitFor();
  expect(faults.filter((fault) => !/status of 4(?:03|22)/.test(fault))).toEqual([]); // The token.
  await page.close();
  await owner.signIn(OWNER.email, OWNER.password);
  const made = await settings();
  expect(made.protection.mode).toBe('mask');
  expect(made.residency).toMatchObject({ mode: 'enforce', preset: 'eu' });
  expect((await owner.get('/providers')).text).toContain('"name":"mistral"');
}

/** In both schemes, wide and narrow: nothing that keeps somebody out, and nothing beyond the edge. */
async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_440, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      const found = await accessibilityFaults(page);
      expect([colorScheme, width, await overflowOf(page), ...found]).toEqual([
        colorScheme,
        width,
        0,
      ]);
    }
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
}

describe('the policy of data protection', () => {
  it('is changed by what differs, and asks again who it is where it protects less', async () => {
    const { page, faults } = await open('/protection');
    await page.getByRole('radio', { name: 'Refuse', exact: true }).check();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ protection: { mode: 'block' } });
    await saved(page);
    expect(faults).toEqual([]);

    await sql('UPDATE member_session SET stepped_up_at = NULL');
    await page.getByRole('radio', { name: 'Pseudonyms' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.getByText('protection.mode').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await settings()).protection.mode).toBe('block');
    await dialog.locator('input[type=password]').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await settings()).protection.mode).toBe('tokenize');
    await page.close();
  });

  it('is tried on a text: what is found is named in its place, and each mode shows what leaves', async () => {
    const { page, faults } = await open('/protection');
    await page.getByRole('textbox', { name: 'Text' }).fill('Ask ada@example.org, 10.20.30.40.');
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page.getByText('2 values found').waitFor();
    const marked = page.getByRole('region', { name: 'The text with what was found' });
    expect(await marked.locator('mark').allTextContents()).toEqual([
      'ada@example.orgemail',
      '10.20.30.40ipv4',
    ]);
    const output = page.getByRole('region', { name: 'What would leave in each mode' });
    expect(await output.textContent()).toMatch(/^Ask EMAIL_\w+, IP_ADDRESS_\w+\.$/);
    await page.getByText('Mask', { exact: true }).last().click();
    expect(await output.textContent()).toBe('Ask «EMAIL», «IP_ADDRESS».');
    await page.getByText('Refuse', { exact: true }).last().click();
    await page.getByText('Its caller is told protection_blocked').waitFor();
    await page.getByRole('button', { name: /^email/ }).press('Enter');
    expect(await marked.locator('mark').count()).toBe(1);
    await expectUsable(page);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is tried before it is saved', async () => {
    const { page, faults } = await open('/protection');
    await page.getByRole('textbox', { name: 'Text' }).fill('Falcon costs 4711-AB.');
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Add terms of a kind' }).click();
    await page.getByRole('textbox', { name: 'Kind' }).fill('project');
    await page.getByRole('textbox', { name: 'One term on each line' }).fill('Falcon\n\nMerlin');
    await page.getByText('One value found').waitFor();
    await page.getByText('Not saved yet', { exact: true }).waitFor();
    expect((await settings()).protection.terms).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    expect((await settings()).protection.terms).toEqual([
      { term: 'Falcon', kind: 'project' },
      { term: 'Merlin', kind: 'project' },
    ]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says at a pattern what is wrong with it', async () => {
    const { page } = await open('/protection');
    await page.getByRole('button', { name: 'Add a pattern' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('order');
    await page.getByRole('textbox', { name: 'Pattern' }).fill('(a+)+$');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'begins or ends' }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
  });

  it('tells what was found by day and kind', async () => {
    const { page } = await open('/protection');
    const card = page.getByRole('region', { name: 'Findings per day' });
    await card.getByRole('img', { name: 'Findings per day' }).waitFor();
    await card.getByText('Table', { exact: true }).click();
    await card.getByRole('cell', { name: 'email' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
  });
});

describe('the residency policy', () => {
  it('is tried on the calls of last week before it is saved', async () => {
    const { page, faults } = await open('/residency');
    await page.getByText('calls were made').waitFor();
    await page.getByRole('radio', { name: 'EU only' }).check();
    await page.getByText('2 of 4 would have been refused').waitFor();
    await page.getByRole('cell', { name: /american\/small.*Those by both/ }).waitFor();
    const american = page.getByRole('listitem').filter({ hasText: 'american' }).first();
    expect(await american.textContent()).toMatch(/fewer\d+ → 0 of/);
    await expectUsable(page);
    expect((await settings()).residency.preset).toBe('anything');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    expect((await settings()).residency.preset).toBe('eu');
    await page.getByRole('radio', { name: 'Anything' }).check();
    await page.getByText('Data would go further than now').waitFor();
    await page.getByText('residency.allow_zones').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says what cannot be so at its field, until it is another', async () => {
    const { page } = await open('/residency');
    const zones = page.getByRole('combobox', { name: 'Allowed zones' });
    await zones.fill('ATLANTIS');
    await zones.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => zones.getAttribute('aria-invalid')).toBe('true');
    await zones.press('Backspace');
    await expect.poll(() => zones.getAttribute('aria-invalid')).not.toBe('true');
    await page.close();
  });

  it('has an order that goes by keys', async () => {
    const { page } = await open('/residency');
    for (const name of ['Countries with a decision', 'Machines of your own']) {
      await page.getByRole('combobox', { name: 'Place', exact: true }).click();
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    }
    await page.getByRole('button', { name: 'Move up: Machines of your own' }).press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    expect((await settings()).residency.order).toEqual(['local', 'adequate']);
    await page.close();
  });

  it('names countries and operators, and goes back to its preset', async () => {
    const { page } = await open('/residency');
    await page.getByRole('combobox', { name: 'Never these countries' }).click();
    await page.getByRole('combobox', { name: 'Never these countries' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany (DE)' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Operators' }).click();
    await page.getByRole('option', { name: 'Only of these places' }).click();
    await page.getByRole('combobox', { name: 'Places of operators' }).waitFor();
    await page.getByText('its country is ruled out').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('combobox', { name: 'Places of operators' })
      .waitFor({ state: 'detached' });
    await page.close();
  });
});

describe('what is kept', () => {
  it('is switched on, and the cache tells what it held and is purged', async () => {
    const { page, faults } = await open('/cache');
    await page.getByRole('switch', { name: 'Response cache' }).check();
    await page.getByText('nothing is cached while the days above are 0').waitFor();
    await page.getByRole('textbox', { name: 'Days that they are kept' }).fill('7');
    await expectUsable(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    expect(await settings()).toMatchObject({
      content_retention_days: 7,
      response_cache: { enabled: true, ttl_seconds: 3_600, shared: false },
    });
    await page.getByText('Answered out of the cache').first().waitFor();
    await page.getByRole('button', { name: 'Purge the cache' }).click();
    const dialog = page.getByRole('dialog', { name: 'Purge the cache?' });
    await dialog.getByRole('button', { name: 'Purge the cache' }).click();
    await page.getByText('The cache was empty.').waitFor();
    await patch({ content_retention_days: 0, response_cache: { enabled: false } });
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe('the organisation', () => {
  it('has a name, a time and a default provider, and compares what came between', async () => {
    const { page, faults } = await open('/settings/organisation');
    await page.getByRole('textbox', { name: 'Name' }).fill('Example GmbH');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Vienna');
    await page.getByRole('option', { name: 'Europe/Vienna' }).click();
    await page.getByRole('combobox', { name: 'Default provider' }).click();
    await page.getByRole('option', { name: 'german' }).click();
    await patch({ cap: { amount: '100.00', period: 'monthly' } });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
    await dialog.getByText('cap').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await saved(page);
    expect(await settings()).toMatchObject({
      name: 'Example GmbH',
      time_zone: 'Europe/Vienna',
      default_provider: 'german',
      cap: { amount: '100.00' },
    });
    await page.getByRole('banner').getByText('Example GmbH').waitFor();
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
    await page.close();
  });
});

it.each([
  ['/protection', 'Refuse'],
  ['/residency', 'Enforce'],
])('%s is there to read for auditors, and why only that', async (path, name) => {
  const email = `auditor${path.slice(1)}@example.com`;
  await owner.invited('auditor', email);
  const context = await browser.newContext();
  const { page, faults } = await openPage(context, url(path));
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Your role may read this, not change it.').waitFor();
  expect(await page.getByRole('radio', { name, exact: true }).isDisabled()).toBe(true);
  await expectUsable(page);
  expect(faults).toEqual([]);
  await context.close();
});

it.each(['/protection', '/residency', '/settings/organisation'])(
  '%s can be used by everybody',
  async (path) => {
    const { page, faults, hosts } = await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await expectUsable(page);
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(gateway.url).host]);
    await page.close();
  },
);
