import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
let browser: Browser;
let asOwner: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  asOwner = await contextOf(browser, owner, gateway.url);
});
afterAll(() => browser.close());

it('several keys are rotated with one step-up, and their secrets shown in one list, once', async () => {
  const [workload] = (await owner.get('/workloads')).json<{ data: { id: string }[] }>().data;
  // Names of this try alone: another may have made its keys before it failed.
  const [laptop, ci, kept] = ['laptop', 'ci', 'kept'].map((name) => `${name} ${randomUUID()}`);
  for (const name of [laptop, ci, kept]) {
    await owner.post('/keys', { name, workload_id: workload?.id, env: 'test' });
  }
  await gateway.database.owner.dataSource.query(
    `UPDATE member_session SET stepped_up_at = now() - interval '1 day'`,
  );
  const { page, faults } = await openPage(asOwner, `${gateway.url}/console/keys`);
  await page.getByLabel(`Select ${laptop}`).check();
  await page.getByLabel(`Select ${ci}`).check();
  await page.getByText('2 keys selected').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.getByRole('button', { name: 'Rotate 2 keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate 2 keys' });
  await dialog.getByText(`${laptop}, of default`).waitFor();
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const stepUp = page.getByRole('dialog', { name: 'Is it you?' });
  await stepUp.locator('input[type=password]').fill(OWNER.password);
  await stepUp.getByRole('button', { name: 'Go on' }).click();
  const shown = page.getByRole('dialog', { name: '2 keys are ready' });
  await shown.waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Download' }).click(),
  ]);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head).toBe('name,workload,key');
  const secrets = lines.map((line) => line.split(',')[2] ?? '');
  expect(secrets).toHaveLength(2);
  for (const secret of secrets) {
    const headers = { authorization: `Bearer ${secret}` };
    expect((await gateway.chat({}, { headers })).status).toBe(200);
  }
  await shown.getByRole('checkbox').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  const html = await page.content();
  expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
  await page.getByText('Gives way').first().waitFor();
  expect(await page.getByText('keys selected').count()).toBe(0);
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  await page.close();
});

it('a key is renamed and ends earlier; what came between is compared first', async () => {
  const [workload] = (await owner.get('/workloads')).json<{ data: { id: string }[] }>().data;
  const made = await owner.post('/keys', {
    name: 'editor',
    workload_id: workload?.id,
    env: 'test',
  });
  const { id, version } = made.json<{ id: string; version: number }>();
  const { page, faults } = await openPage(asOwner, `${gateway.url}/console/keys`);
  await page.getByRole('button', { name: 'Actions: editor' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit editor' });
  await dialog.getByLabel('Expires').fill('2040-01-01T12:00');
  await owner.patch(`/keys/${id}`, { name: 'renamed' }, { version });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: /changed/i });
  await conflict.getByRole('row', { name: /name.*editor.*renamed/ }).waitFor();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('editor is saved').waitFor();
  const key = (await owner.get(`/keys/${id}`)).json<{ name: string; expires_at: string }>();
  // What was not touched stays theirs.
  expect([key.name, key.expires_at.slice(0, 4)]).toEqual(['renamed', '2040']);
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  await page.close();
});
