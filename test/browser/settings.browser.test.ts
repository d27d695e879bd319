import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '#platform';
import { AdminClient, OWNER } from '../support/admin.js';
import {
  accessibilityFaults,
  contextOf,
  openPage,
  overflowOf,
  startBrowser,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
let browser: Browser;
let asOwner: BrowserContext;
let asAuditor: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  asOwner = await contextOf(browser, owner, gateway.url);
  asAuditor = await contextOf(browser, auditor, gateway.url);
});
afterEach(() => sql('UPDATE member_session SET stepped_up_at = now()'));
afterAll(() => browser.close());

const at = (path: string) => `${gateway.url}/console${path}`;
const sql = (text: string) => gateway.database.owner.dataSource.query(text);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const stepUp = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.locator('input[type=password]').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
};

describe('limits and credit', () => {
  it('a cap is set, in force, and told as what binds', async () => {
    const { page, faults } = await openPage(asOwner, at('/settings/limits'));
    await page.getByText('Nothing is shared').waitFor();
    await page.getByLabel('Limit what the organisation spends').click();
    await page.getByLabel('Amount').fill('250');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ cap: { amount: '250', period: 'monthly' } });
    await page.getByText('Saved, and in force').waitFor();
    await page.reload();
    await page
      .getByRole('progressbar', { name: 'Organisation: 0 % used' })
      .waitFor({ state: 'attached' });
    const row = page.getByRole('row').filter({ hasText: 'default' });
    await row.getByText("limited by the organisation's cap").waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('credit is booked by owners who say again who they are', async () => {
    await sql(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const { page } = await openPage(asOwner, at('/settings/limits'));
    await page.getByRole('button', { name: 'Book credit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book credit' });
    await dialog.getByLabel('Amount').fill('80');
    await dialog.getByLabel('Note').fill('Invoice 2026-118');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Book credit' }).click();
    await stepUp(page);
    await page.getByRole('cell', { name: 'Invoice 2026-118' }).waitFor();
    await page.getByRole('img', { name: 'Balance over time' }).waitFor();
    expect((await owner.get('/credit')).json()).toMatchObject({ booked: '80.00' });
    await page.close();
  });

  it('are read and not changed by auditors', async () => {
    const { page } = await openPage(asAuditor, at('/settings/limits'));
    await page.getByText('Your role may read this, not change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Book credit' }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Limit what the organisation spends').isDisabled()).toBe(true);
    await page.close();
  });
});

describe('settings as code', () => {
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Settings as YAML' });
  const plan = (page: Page) => page.getByRole('button', { name: 'Plan', exact: true }).click();
  const withAlias = (text: string, name: string) =>
    text.replace(
      /^aliases:(?: \[\])?\n/m,
      `aliases:\n  - name: ${name}\n    targets:\n      - model: sandbox/small\n`,
    );

  it('what a document would change is shown, and applied as it was shown', async () => {
    await sql(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const { page, faults } = await openPage(asOwner, at('/settings/code'));
    const text = await editor(page).inputValue();
    await editor(page).fill(withAlias(text, 'fast'));
    await plan(page);
    await page.getByText('1 to create, 0 to change, 0 to delete').waitFor();
    await page.getByRole('list', { name: 'fast' }).getByText('fast').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply the plan' }).click();
    await stepUp(page);
    await page.getByText('Applied: 1 created, 0 changed, 0 deleted').waitFor();
    expect(await editor(page).inputValue()).toContain('name: fast');
    const { data } = (await owner.get('/aliases')).json<{ data: { name: string }[] }>();
    expect(data.map(({ name }) => name)).toEqual(['fast']);
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
    await page.close();
  });

  it('a plan that is not of this document or of these settings is not applied', async () => {
    const { page } = await openPage(asOwner, at('/settings/code'));
    const text = await editor(page).inputValue();
    const wanted = withAlias(text, 'slow');
    await editor(page).fill(wanted);
    await plan(page);
    const apply = page.getByRole('button', { name: 'Apply the plan' });
    await apply.waitFor();
    await editor(page).fill(`${wanted}# more\n`);
    await page.getByText('has changed since this plan').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await plan(page);
    await page.getByText('has changed since this plan').waitFor({ state: 'hidden' });
    await owner.post('/workloads', { name: 'between' });
    await apply.click();
    await page.getByText('Somebody has changed settings since this plan').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Plan again' }).click();
    await apply.click();
    await page.getByText('Applied: 1 created').waitFor();
    await page.close();
  });

  it('what is wrong is told by its line', async () => {
    const { page } = await openPage(asOwner, at('/settings/code'));
    await editor(page).fill('apiVersion: gw/v1\nworkloads:\n  - name: support\n    rpm: none\n');
    await plan(page);
    await page.getByRole('alert').getByText('Line 4 · workloads[0].rpm').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await editor(page).fill('apiVersion: gw/v1\nworkloads: [\n');
    await plan(page);
    await page
      .getByRole('alert')
      .getByText(/Line 3/)
      .first()
      .waitFor();
    await page.close();
  });

  it('is read and not changed by auditors', async () => {
    const { page } = await openPage(asAuditor, at('/settings/code'));
    await page.getByText('Your role may read this, not change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Plan', exact: true }).isDisabled()).toBe(true);
    expect(await editor(page).isEditable()).toBe(false);
    await page.close();
  });
});

describe('activity', () => {
  it('is filtered by the address, and tells what changed', async () => {
    const made = (await owner.post('/workloads', { name: 'watched', rpm: 5 })).json<{
      id: string;
    }>();
    await owner.patch(`/workloads/${made.id}`, { rpm: 6 }, { version: 1 });
    const { page, faults } = await openPage(asAuditor, at('/settings/activity?action=workload'));
    await page.getByRole('row').filter({ hasText: 'workload.update' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'What was done' });
    const changes = drawer.getByRole('list', { name: 'Changes' });
    await changes.getByText('rpm').waitFor();
    expect(await changes.textContent()).toMatch(/Before: −5.*After: \+6/);
    expect(new URL(page.url()).searchParams.get('entry')).toBeTruthy();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'workload.create' }).first().waitFor();
    expect(await page.getByText('credit.adjust').count()).toBe(0);
    const link = page.getByRole('link', { name: 'Export CSV' });
    expect(await link.getAttribute('href')).toContain('action=workload');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('without a match says so, and clears its filters', async () => {
    const { page } = await openPage(asOwner, at('/settings/activity?action=totp'));
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText('setup').waitFor();
    await page.close();
  });
});

describe('the system', () => {
  it('tells versions and configuration, and copies them without a secret', async () => {
    await asAuditor.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await openPage(asAuditor, at('/settings/system'));
    await page.getByText(VERSION, { exact: true }).waitFor();
    await page.getByLabel('Find a setting').fill('masterkey');
    expect(await page.getByRole('row').allTextContents()).toEqual([
      'SettingValue',
      'masterKey[secret]',
    ]);
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await page.getByText('Copied, without secrets').waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ version: VERSION });
    await page.close();
  });
});

it('the mailbox is in the navigation while no mail server has the mails', async () => {
  const { page } = await openPage(asOwner, at('/settings/system'));
  const link = page.getByRole('navigation').getByRole('link', { name: 'Mailbox' });
  await link.waitFor();
  await page.route('**/admin/v1/session', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...session, mail_server: true } });
  });
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'System' }).waitFor();
  expect(await link.count()).toBe(0);
  await page.close();
});

it('a page that is on its way has a heading', async () => {
  const { page } = await openPage(asOwner, at('/settings/system'));
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/assets/overview-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/'), { waitUntil: 'commit' });
  await heading(page, 'Overview').waitFor({ state: 'attached' });
  expect(await page.getByText('Closest to their limit').count()).toBe(0);
  go();
  await page.getByText('Closest to their limit').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.close();
});

const PAGES = [
  '/',
  '/settings/limits',
  '/settings/code',
  '/settings/activity',
  '/settings/activity?action=totp',
  '/settings/system',
];

describe.each(['light', 'dark'] as const)('in %s colours', (scheme) => {
  describe.each([1_440, 390])('at %i pixels', (width) => {
    it.each(PAGES)('everybody can use %s', async (path) => {
      const { page, faults } = await openPage(asOwner, at(path), { width, scheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await overflowOf(page)).toBe(0);
      expect(faults).toEqual([]);
      await page.close();
    });
  });
});
