import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbox } from '#platform';
import { AdminClient } from '../support/admin.js';
import {
  accessibilityFaults,
  contextOf,
  openPage,
  overflowOf,
  startBrowser,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway(
  { providers: [{ name: 'dead', base_url: 'http://127.0.0.1:9' }] },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
const member = await owner.invited('member');
await gateway.app.get(Outbox, { strict: false }).stop(); // It would deliver beside this test.
let browser: Browser;
let asOwner: BrowserContext;
let asAuditor: BrowserContext;
let asMember: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  [asOwner, asAuditor, asMember] = (await Promise.all(
    [owner, auditor, member].map((one) => contextOf(browser, one, gateway.url)),
  )) as [BrowserContext, BrowserContext, BrowserContext];
});
afterAll(() => browser.close());

const url = `${gateway.url}/console/health`;
const sql = (text: string) => gateway.database.owner.dataSource.query(text);
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Of the provider that answers: another one has models of the same names. */
const served = (page: Page, model: string) => row(page, model).filter({ hasText: 'sandbox' });
const choose = async (page: Page, what: string, action: string) => {
  await page.getByRole('button', { name: `Actions: ${what}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const give = async (page: Page, title: string, reason: string, action: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

describe('health', () => {
  it('an endpoint is paused with a reason, and resumed', async () => {
    const { page, faults } = await openPage(asOwner, url);
    await choose(page, 'sandbox/small', 'Pause');
    expect(await accessibilityFaults(page)).toEqual([]);
    await give(page, 'Pause sandbox/small', 'It answers in Latin', 'Pause');
    await served(page, 'small').getByText('Olga Owner: It answers in Latin').waitFor();
    expect((await gateway.chat({ model: 'sandbox/small' })).status).toBe(503);
    await choose(page, 'sandbox/small', 'Resume');
    await give(page, 'Resume sandbox/small', 'It is well', 'Resume');
    await served(page, 'small').getByText('serving').waitFor();
    expect((await gateway.chat({ model: 'sandbox/small' })).status).toBe(200);
    await choose(page, 'sandbox/small', 'Pause all of sandbox');
    await give(page, 'Pause all of sandbox', 'Maintenance', 'Pause');
    await served(page, 'echo').getByText('All of sandbox. Olga Owner: Maintenance').waitFor();
    await choose(page, 'sandbox/echo', 'Resume all of sandbox');
    await give(page, 'Resume all of sandbox', 'Done', 'Resume');
    await served(page, 'echo').getByText('serving').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('an open breaker is told, and reset', async () => {
    for (let tries = 0; tries < 3; tries++) await gateway.chat({ model: 'dead/small' });
    const { page } = await openPage(asOwner, url);
    await row(page, 'dead').getByText('left alone').waitFor();
    await choose(page, 'dead/small', 'Reset the breakers of dead');
    await give(page, 'Reset the breakers of dead', 'The line is mended', 'Reset');
    await row(page, 'left alone').waitFor({ state: 'detached' });
    await page.close();
  });

  it('what was given up is delivered again', async () => {
    await sql(
      `INSERT INTO outbox (id, org_id, kind, target, payload, attempts, failed_at)
        SELECT gen_random_uuid(), id, 'nobody', 'x', '{}', 12, now() FROM organisation`,
    );
    const { page } = await openPage(asOwner, url);
    const queue = page.getByRole('article', { name: 'Alerts and webhooks' });
    await queue.getByRole('button', { name: 'Try again' }).click();
    await give(page, 'Deliver again', 'The receiver is back', 'Try again');
    await page.getByText('1 deliveries are due again').waitFor();
    await queue.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await sql('DELETE FROM outbox');
    await page.close();
  });

  it('is read and not changed by auditors; members see whether calls are taken', async () => {
    const { page } = await openPage(asAuditor, url);
    await row(page, 'small').first().waitFor();
    expect(await page.getByRole('button', { name: /^Actions: / }).count()).toBe(0);
    await page.close();
    const { page: other, faults } = await openPage(asMember, url);
    await other.getByText('Ready for calls').waitFor();
    expect(await other.getByText('Models and their providers').count()).toBe(0);
    expect(faults).toEqual([]);
    await other.close();
  });

  it.each([
    ['light', 1_280],
    ['dark', 1_280],
    ['light', 390],
    ['dark', 390],
  ] as const)('can be used by everybody: %s, %i pixels', async (scheme, width) => {
    const { page } = await openPage(asOwner, url, { scheme, width });
    await page.getByText('Models on this machine').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.close();
  });
});
