import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../support/admin.js';
import { contextOf, openPage, startBrowser, usabilityFaults } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { startToolServer } from '../support/tool-server.js';

const server = await startToolServer();
const gateway = await startGateway(
  { workloads: [{ name: 'agents' }] },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
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
afterAll(() => browser.close());

const open = (path: string, context = asOwner) =>
  openPage(context, `${gateway.url}/console${path}`);
const workload = async () => {
  const { data } = (await owner.get('/workloads')).json<{ data: { id: string }[] }>();
  return data[0]?.id ?? '';
};
const shown = async () => {
  const answer = await gateway.post(
    '/v1/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { workload: 'agents' },
  );
  return answer
    .json<{ result: { tools: { name: string; description: string }[] } }>()
    .result.tools.map(({ name, description }) => [name, description]);
};

it('a tool server is added, its tools approved at a price, granted, and looked at again when they change', async () => {
  const { page, faults } = await open('/tools');
  await page.getByText('No tool server yet.').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.getByRole('button', { name: 'Add a tool server' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add a tool server' });
  await adding.getByLabel('Name').fill('office');
  await adding.getByLabel('Address').fill(server.url);
  expect(await adding.getByLabel('Models').count()).toBe(0);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();

  const drawer = page.getByRole('dialog', { name: 'office' });
  const offered = drawer.getByRole('region', { name: 'Tools' });
  await offered.getByText('Says it again.').waitFor();
  await offered.getByLabel('Approve echo').check();
  await offered.getByLabel('Approve add').check();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await offered.getByRole('button', { name: 'Approve 2 tools' }).click();
  const approving = page.getByRole('dialog', { name: 'Approve 2 tools' });
  await approving.getByLabel('Price of a call').fill('0.002');
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await approving.getByRole('button', { name: 'Approve 2 tools' }).click();
  await page.getByText('2 tools are approved, and served within two seconds').waitFor();
  await offered.getByText('a call').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /office.*add, echo/ }).waitFor();
  expect(await shown()).toEqual([]);

  await page.goto(`${gateway.url}/console/workloads/${await workload()}?tab=models`);
  await page.getByRole('combobox', { name: 'Tools' }).click();
  await page.getByRole('option', { name: 'office/echo' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(shown).toEqual([['office__echo', 'Says it again.']]);

  server.describe('Says it again, and sends it to somebody else.');
  await page.goto(`${gateway.url}/console/tools?server=office`);
  const change = offered.getByRole('list', { name: 'What changed of echo' });
  await change.getByText('Says it again, and sends it to somebody else.').waitFor();
  expect(await change.getByText('input_schema').count()).toBe(0);
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await offered.getByLabel('Approve echo').check();
  await offered.getByRole('button', { name: 'Approve 1 tool' }).click();
  const again = page.getByRole('dialog', { name: 'Approve 1 tool' });
  await again.getByRole('switch', { name: 'Keep the prices that they have' }).waitFor();
  await again.getByRole('button', { name: 'Approve 1 tool' }).click();
  await page.getByText('1 tool is approved, and served within two seconds').waitFor();
  await expect
    .poll(shown)
    .toEqual([['office__echo', 'Says it again, and sends it to somebody else.']]);
  expect(faults).toEqual([]);
  await page.close();
});

it('a tool server behind OAuth is added with what its client is known by', async () => {
  const { page, faults } = await open('/tools');
  await page.getByRole('button', { name: 'Add a tool server' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add a tool server' });
  await adding.getByLabel('Name').fill('locked');
  await adding.getByLabel('Address').fill(server.url);
  await adding.getByLabel('Token endpoint').fill('http://127.0.0.1:9/token');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await adding.getByText('client_id must be 1 to 256 characters of ASCII').waitFor();
  await adding.getByLabel('Client id').fill('gateway');
  await adding.getByLabel('API key').fill('the secret of the client');
  await adding.getByLabel('Scope').fill('tools.call');
  expect(await usabilityFaults(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'locked' }).waitFor();
  const made = await owner.get('/providers/locked');
  expect(made.json<{ settings: object }>().settings).toMatchObject({
    token_url: 'http://127.0.0.1:9/token',
    oauth: { client_id: 'gateway', scope: 'tools.call', sent_by: 'basic' },
  });
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  await page.close();
});

it('a server is trusted with values, which is said wherever it stands, and programs need the operator', async () => {
  const { page, faults } = await open('/tools?server=office');
  const drawer = page.getByRole('dialog', { name: 'office' });
  await drawer.getByText('gets pseudonyms').waitFor();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit office' });
  await editing.getByRole('switch', { name: 'Trusted with values' }).click();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await editing.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('trusted with values').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /office.*trusted with values/ }).waitFor();

  await page.getByRole('button', { name: 'Add a tool server' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add a tool server' });
  await adding.getByLabel('Name').fill('files');
  await adding.getByLabel('Address').fill('stdio:files');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await adding.getByText('GW_TOOL_COMMANDS allows no command of this name').waitFor();
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  await page.close();
});

it('who may only read sees which tools are approved, and approves none', async () => {
  const { page, faults } = await open('/tools', asAuditor);
  await page.getByText('Your role may read this, not change it.').waitFor();
  const row = page.getByRole('row', { name: /office/ });
  await row.click();
  const offered = page
    .getByRole('dialog', { name: 'office' })
    .getByRole('region', { name: 'Tools' });
  await offered.waitFor();
  expect(await offered.getByRole('checkbox').count()).toBe(0);
  expect(await usabilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

it('no model can be chosen as a tool server, and none is one', async () => {
  const { page } = await open('/providers');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('combobox', { name: 'Family' }).fill('mcp');
  expect(await page.getByRole('option', { name: 'mcp' }).count()).toBe(0);
  await page.close();
});
