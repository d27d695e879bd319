import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SetUp } from '#members';
import { AdminClient, OWNER } from '../support/admin.js';
import {
  accessibilityFaults,
  openPage,
  startBrowser,
  usabilityFaults,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const api = new AdminClient(gateway.url);
let browser: Browser;
let signedIn: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
  signedIn = await browser.newContext();
  await setUp(signedIn);
  await api.signIn(OWNER.email, OWNER.password);
});
afterAll(() => browser.close());

/** What a shell says to it. */
async function paste(text: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)('sh', ['-c', text], { env })).stdout;
}

const at = (path: string) => `${gateway.url}/console${path}`;
const open = (path: string, opening: object = {}) => openPage(signedIn, at(path), opening);

/** As somebody does who has followed the link that the gateway prints. */
async function setUp(context: BrowserContext): Promise<void> {
  const token = await gateway.app.get(SetUp).token();
  const { page, faults } = await openPage(context, at(`/setup#token=${token}`));
  await page.getByLabel('Organisation').fill('Example GmbH');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the owner' }).click();
  await page.getByRole('heading', { name: 'Data protection and residency' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Pseudonyms' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'European Union' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Put it in force' }).click();
  await page.getByRole('heading', { name: 'Your first provider' }).waitFor();
  await page.getByRole('radio', { name: 'The sandbox' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Your first workload' }).waitFor();
  await page.getByLabel('Name').fill('support-bot');
  await page.getByLabel('Budget of a month').fill('50');
  await page.getByRole('button', { name: 'Create the workload' }).click();
  await page.getByRole('link', { name: 'Open support-bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'support-bot' }).waitFor();
  expect(page.url()).not.toContain(token);
  expect(faults).toEqual([]);
  await page.close();
}

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

interface Workload {
  readonly id: string;
  readonly version: number;
  readonly settings: { readonly rpm?: number; readonly budget?: { readonly amount: string } };
}
const workload = async (name: string): Promise<Workload> => {
  const { data } = (await api.get('/workloads')).json<{ data: (Workload & { name: string })[] }>();
  const found = data.find((one) => one.name === name);
  if (!found) throw new Error(`no workload ${name}`);
  return found;
};

describe('the first run', () => {
  it('has made what was typed', async () => {
    expect((await workload('support-bot')).settings.budget?.amount).toBe('50');
  });

  it('is over: the set-up page sends to the sign-in', async () => {
    const { page } = await openPage(browser, at('/setup'));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

describe('signing in', () => {
  it('leads back to where it was asked for', async () => {
    const { page } = await openPage(browser, at('/workloads?q=support'));
    await signIn(page);
    await page.getByRole('link', { name: 'support-bot' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=support');
  });

  it('says that the password is wrong', async () => {
    const { page } = await openPage(browser, at('/signin'));
    await page.getByLabel('E-mail address').fill(OWNER.email);
    await page.locator('input[type=password]').fill('something else altogether');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Address or password is wrong').waitFor();
  });
});

describe('a workload', () => {
  it('is not left with changes that are not saved unless that is meant', async () => {
    const { id } = await workload('support-bot');
    const { page, faults } = await open(`/workloads/${id}`);
    const amount = page.getByRole('textbox', { name: 'Amount' });
    expect(await amount.getAttribute('aria-description')).toBe('EUR');
    await amount.fill('51');
    await page.getByRole('tab', { name: 'Models', exact: true }).click();
    const away = page.getByRole('link', { name: 'Keys', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await away.click();
    await dialog.getByText('1 setting changed').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('tab', { name: 'Limits', exact: true }).click();
    expect(await amount.inputValue()).toBe('51');
    await away.click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect((await workload('support-bot')).settings.budget?.amount).toBe('50');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is changed by the field, and only that is sent', async () => {
    const { id } = await workload('support-bot');
    const { page, faults } = await open(`/workloads/${id}`);
    await page.getByLabel('Requests a minute').fill('120');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ rpm: 120 });
    await page.getByText('Saved, and in force').waitFor();
    expect((await workload('support-bot')).settings.rpm).toBe(120);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says at the field what the API refuses', async () => {
    const { id } = await workload('support-bot');
    const { page } = await open(`/workloads/${id}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('not a name');
    await page.getByRole('tab', { name: 'Scope' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('has a fault').waitFor();
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByText('name takes 1 to 64 letters').first().waitFor();
    await page.close();
  });

  it('that somebody else has changed is compared before it is overwritten', async () => {
    const { id, version } = await workload('support-bot');
    const { page } = await open(`/workloads/${id}`);
    await page.getByLabel('Requests a minute').fill('7');
    await api.patch(`/workloads/${id}`, { tpm: 9_000 }, { version });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
    await dialog.getByRole('cell', { name: '9000' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved, and in force').waitFor();
    expect((await workload('support-bot')).settings).toMatchObject({ rpm: 7, tpm: 9_000 });
    await page.close();
  });

  it('keeps what was typed when the session ends meanwhile', async () => {
    const own = await browser.newContext();
    const { id } = await workload('support-bot');
    const { page } = await openPage(own, at(`/workloads/${id}`));
    await signIn(page);
    await page.getByLabel('Requests a minute').fill('33');
    await own.clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.locator('input[type=password]').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Requests a minute').inputValue()).toBe('33');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved, and in force').waitFor();
    expect((await workload('support-bot')).settings.rpm).toBe(33);
    await own.close();
  });

  it('tells what limits it, and who says so; and is cloned', async () => {
    const { id } = await workload('support-bot');
    const { page, faults } = await open(`/workloads/${id}?tab=in_force`);
    const money = page.getByRole('table', { name: 'Money' });
    await money.getByRole('row', { name: /Its own budget stops it first/ }).waitFor();
    const settings = page.getByRole('table', { name: 'Everything else' });
    await settings.getByRole('row', { name: /protection\.mode.*the organisation/ }).waitFor();
    await page.getByRole('button', { name: 'Clone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clone support-bot' });
    await dialog.getByLabel('Name').fill('another-bot');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'another-bot' }).waitFor();
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByText('No call fits all of these filters.').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is deleted by who types its name', async () => {
    await api.post('/workloads', { name: 'old-app' });
    const { id } = await workload('old-app');
    const { page } = await open(`/workloads/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('old-app');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workloads' }).waitFor();
    expect((await api.get(`/workloads/${id}`)).status).toBe(404);
    await page.close();
  });
});

describe('a key', () => {
  it('is made, tried at once and found in the log, in one sitting', async () => {
    const { page, faults } = await open('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const asked = page.getByRole('dialog', { name: 'New key' });
    await asked.getByLabel('Workload').first().click();
    await page.getByRole('option', { name: 'support-bot' }).click();
    await asked.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'laptop is ready' });
    await dialog.waitFor();
    const shown = dialog.getByRole('group', { name: 'the secret' }).locator('code');
    expect(await shown.isVisible()).toBe(false);
    await dialog.getByRole('group', { name: 'the secret' }).hover();
    const secret = (await shown.textContent()) ?? '';
    expect(secret).toMatch(/^gw_test_/);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Of the models that the key reaches the first one that can be talked to.
    const model = dialog.getByLabel('Model').first();
    await expect.poll(() => model.inputValue()).toBe('sandbox/small');
    await dialog.getByRole('button', { name: 'Send a test call' }).click();
    await dialog.getByText('It works').waitFor();
    const shell = (await dialog.getByRole('tabpanel').locator('pre').textContent()) ?? '';
    expect(shell).toContain('curl');
    expect(await paste(shell, { GW_KEY: secret })).toContain('"choices"');
    const link = await dialog
      .getByRole('link', { name: 'Open it in the log' })
      .getAttribute('href');
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await dialog.getByLabel('I stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(secret);
    await page.goto(`${gateway.url}${link ?? ''}`);
    const call = page.getByRole('dialog', { name: 'Call' });
    await call.getByText('sandbox/small').first().waitFor();
    await call.getByText('settled').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('gives way to another, and is revoked by who types its name', async () => {
    const { page } = await open('/keys?status=active');
    await page.getByRole('button', { name: 'Actions: laptop' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'laptop is ready' });
    await dialog.getByLabel('I stored it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Gives way').waitFor();
    await page.getByRole('button', { name: 'Actions: laptop' }).first().click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const confirm = page.getByRole('dialog', { name: 'Revoke laptop' });
    await confirm.getByRole('textbox').fill('laptop');
    await confirm.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('laptop is revoked').waitFor();
    await page.close();
  });
});

it('leads from what wants a look to the page where it is', async () => {
  const { page, faults } = await open('/');
  const notice = page.getByRole('alert').filter({ hasText: 'has not been verified lately' });
  await notice.waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await notice.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

it('verifies the log at the press of a button', async () => {
  const { page, faults } = await open('/audit');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify the log' });
  await dialog.getByText('The log is intact').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

it('goes nowhere by a letter alone, also in the first moments of a page', async () => {
  const { page } = await open('/keys');
  const pressed = (key: string, atMs: number) =>
    page.evaluate(
      `{ const event = new KeyboardEvent('keydown', { key: '${key}', bubbles: true });
         Object.defineProperty(event, 'timeStamp', { value: ${atMs} });
         document.body.dispatchEvent(event); }`,
    );
  const gone: string[] = [];
  page.on('framenavigated', (frame) => gone.push(new URL(frame.url()).pathname));
  await pressed('w', 100);
  await pressed('g', 200);
  await pressed('a', 300);
  await expect.poll(() => gone).toEqual(['/console/audit']);
  await page.close();
});

it('opens what keys ask for once it is there, with what was typed for it', async () => {
  const { page } = await open('/signin');
  const { promise: held, resolve: letThrough } = Promise.withResolvers<undefined>();
  await page.route('**/over-page-*.js', (route) => held.then(() => route.continue()));
  await page.goto(at('/keys'));
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new');
  expect(await page.getByRole('dialog').count()).toBe(0);
  letThrough(undefined);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('est');
  await expect.poll(() => page.getByRole('dialog').locator('input').inputValue()).toBe('newest');
  await page.close();
});

it('that was replaced by another release while it was open says so, and is loaded anew', async () => {
  const { page } = await open('/');
  const gone = /assets\/documents-page-/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByText('This part of the Console could not be loaded').waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.unroute(gone);
  await page.getByRole('button', { name: 'Load the Console anew' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await page.close();
});

it('goes by keys alone: the palette, to a page, to a row', async () => {
  const { page } = await open('/health');
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('support-bot');
  await page.getByRole('button', { name: 'support-bot', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'support-bot' }).waitFor();
  await page.locator('body').press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.close();
});

const PAGES = [
  '/',
  '/usage',
  '/usage?group=model&days=1',
  '/audit',
  '/health',
  '/keys',
  '/workloads',
  '/workloads?q=nothing',
  ...['general', 'models', 'protection', 'residency', 'scope', 'behaviour', 'in_force', 'keys'].map(
    (tab) => `/workloads/:id?tab=${tab}`,
  ),
  '/nowhere',
];

it.each(PAGES)('%s can be used by everybody', async (path) => {
  const { id } = await workload('support-bot');
  const { page, faults, hosts } = await open(path.replace(':id', id));
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await usabilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(gateway.url).host]);
  await page.close();
});

it.each(['/signin', '/setup'])('%s can be used by everybody', async (path) => {
  const { page, faults } = await openPage(browser, at(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await usabilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});
