import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../support/admin.js';
import {
  accessibilityFaults,
  contextOf,
  openPage,
  startBrowser,
  usabilityFaults,
  WCAG,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { idOf } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';

const DAY_MS = 86_400_000;
const gateway = await startGateway(
  { workloads: [{ name: 'default' }, { name: 'other' }] },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
let browser: Browser;
let signedIn: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  signedIn = await contextOf(browser, owner, gateway.url);
  await gateway.chat();
  await gateway.chat({}, { workload: 'other' });
  await gateway.chat({ model: 'nowhere/model' });
  await gateway.records.settled();
  const summed = async () =>
    (await owner.get('/usage')).json<{ total: { requests: number } }>().total.requests;
  await waitFor('the sums', async () => (await summed()) === 3);
});
afterAll(() => browser.close());

const open = (path: string) => openPage(signedIn, `${gateway.url}/console${path}`);
const searchOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('usage', () => {
  it('is asked for by range and filters that stand in the address, and leads to its calls', async () => {
    const { page, faults } = await open('/usage?group=provider&days=month');
    const table = page.getByRole('table', { name: 'Usage and spend' });
    await table.getByRole('cell', { name: 'sandbox' }).waitFor();
    await page.getByText('Per 1,000 requests').waitFor();
    await page.getByRole('combobox', { name: 'Range' }).click();
    await page.getByRole('option', { name: 'From … to …' }).click();
    const day = new Date(gateway.clock.nowMs() - DAY_MS).toISOString().slice(0, 10);
    await page.getByLabel('From', { exact: true }).fill(day);
    await expect
      .poll(() => searchOf(page.url()))
      .toEqual({ group: 'provider', days: 'custom', from: day });
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Surface' }).click();
    await page.getByRole('option', { name: 'chat' }).click();
    await table.getByRole('row').nth(1).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const { from, to, ...filters } = searchOf(page.url());
    expect(filters).toEqual({ provider: 'sandbox', surface: 'chat' });
    expect([from, to].map((at) => new Date(at ?? '').toISOString())).toEqual([from, to]);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of a range without a call says so', async () => {
    const { page } = await open('/usage?days=custom&from=2020-01-01&to=2020-01-31');
    await page.getByText('No call in this range.').waitFor();
    await page.close();
  });
});

describe('the audit log', () => {
  it('has new calls by itself while it is live, and says when it waits', async () => {
    const { page, faults } = await open('/audit');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await expect.poll(() => searchOf(page.url())).toEqual({ live: 'yes' });
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    await gateway.chat({}, { workload: 'other' });
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(4);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is narrowed to what is drawn over its bars', async () => {
    const { page } = await open('/audit');
    const bars = page.getByRole('img', { name: /calls,/ });
    const box = await bars.boundingBox();
    if (!box) throw new Error('no bars');
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => Object.keys(searchOf(page.url()))).toEqual(['from', 'to']);
    const { from = '', to = '' } = searchOf(page.url());
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
    await page.close();
  });

  it('keeps its filters by a name, in this browser', async () => {
    const { page } = await open('/audit?outcome=refused&surface=chat');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Keep this view' }).click();
    await page.getByLabel('Name').fill('Refused chats');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => searchOf(page.url())).toEqual({});
    await page.reload();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Refused chats', exact: true }).click();
    await expect.poll(() => searchOf(page.url())).toEqual({ outcome: 'refused', surface: 'chat' });
    await page.close();
  });

  it('finds one call by its id', async () => {
    const id = idOf(await gateway.chat());
    await gateway.records.settled();
    const { page } = await open('/audit');
    await page.getByLabel('Request id').fill(id.slice(0, 23));
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody tr').click();
    await expect.poll(() => searchOf(page.url())['call']).toBe(id);
    await page.close();
  });
});

it.each(['/usage?days=custom', '/audit?live=yes&surface=chat'])(
  '%s can be used by everybody',
  async (path) => {
    const { page } = await open(path);
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    expect(await usabilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menu').waitFor();
    expect(await accessibilityFaults(page, WCAG)).toEqual([]);
    await page.close();
  },
);
