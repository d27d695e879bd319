import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../support/admin.js';
import {
  accessibilityFaults,
  contextOf,
  openPage,
  overflowOf,
  startBrowser,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { PRICE } from '../support/settings.js';
import { UPSTREAM_KEY } from '../support/test-sandbox.js';

const gateway = await startGateway(
  {
    providers: [
      { name: 'second', models: [{ id: 'small', price: PRICE }] },
      { name: 'signed', family: 'bedrock', region: 'eu-central-1', models: [] },
    ],
    aliases: [
      {
        name: 'team/fast',
        targets: [
          { model: 'second/small', weight: 3 },
          { model: 'sandbox/small', weight: 1 },
        ],
        fallbacks: ['sandbox/echo', 'sandbox/reasoning'],
      },
    ],
  },
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
afterEach(() => sql('UPDATE member_session SET stepped_up_at = now()'));
afterAll(() => browser.close());

const at = (path: string) => `${gateway.url}/console${path}`;
const sql = (text: string) => gateway.database.owner.dataSource.query(text);
const open = (path: string, context = asOwner) => openPage(context, at(path));

interface Provider {
  readonly version: number;
  readonly settings: { readonly enabled: boolean; readonly models: object[] };
  readonly secret: { readonly last4: string; readonly fingerprint: string };
}
const provider = async (name: string) => (await owner.get(`/providers/${name}`)).json<Provider>();
const alias = async () =>
  (await owner.get('/aliases/team%2Ffast')).json<{
    version: number;
    settings: { targets: { model: string }[]; fallbacks: string[] };
  }>();

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

describe('a provider', () => {
  const SECRET = 'not-the-right-one-4711';

  it('is added by what its family needs, tested, and given another secret after a password', async () => {
    const { page, faults } = await open('/providers');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a provider' });
    await dialog.getByRole('combobox', { name: 'Family' }).fill('vertex-c');
    await page.getByRole('option', { name: 'vertex-claude' }).click();
    await dialog.getByLabel('Project').waitFor();
    await dialog.getByRole('combobox', { name: 'Family' }).fill('custom');
    await page.getByRole('option', { name: 'custom' }).click();
    expect(await dialog.getByLabel('Project').count()).toBe(0);
    await dialog.getByLabel('Name').fill('typed');
    await dialog.getByLabel('Address').fill(`${gateway.sandbox.url}/v1`);
    await dialog.locator('input[type=password]').fill(SECRET);
    await dialog.getByRole('combobox', { name: 'Models' }).fill('small');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Processes in').fill('DE');
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();

    const drawer = page.getByRole('dialog', { name: 'typed' });
    await drawer.getByText('••••4711').first().waitFor();
    await drawer.getByText('Germany').first().waitFor();
    await drawer.getByRole('button', { name: 'Test' }).click();
    await drawer.getByText('Secret refused').waitFor();
    await drawer.getByText('by Olga Owner').waitFor();
    expect(await page.content()).not.toContain(SECRET);

    await sql(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    await drawer.getByRole('button', { name: 'Replace the secret' }).click();
    const replacing = page.getByRole('dialog', { name: 'Replace the secret of typed' });
    await replacing.locator('input[type=password]').fill(UPSTREAM_KEY);
    await replacing.getByRole('button', { name: 'Replace the secret' }).click();
    const step = page.getByRole('dialog', { name: 'Is it you?' });
    await step.locator('input[type=password]').fill(OWNER.password);
    await step.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('The secret of typed is replaced').waitFor();
    await drawer.getByText('The provider was changed since.').waitFor();
    await drawer.getByRole('button', { name: 'Test again' }).click();
    await drawer.getByText('Works', { exact: true }).waitFor();
    await drawer.getByText('Models that it lists').waitFor();
    expect(await page.content()).not.toContain(UPSTREAM_KEY);
    expect((await provider('typed')).secret.last4).toBe(UPSTREAM_KEY.slice(-4));
    await expectUsable(page);
    expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([]);
    await page.close();
  });

  it('that cannot be is refused at its field', async () => {
    const { page } = await open('/providers');
    await page.locator('body').press('n');
    const dialog = page.getByRole('dialog', { name: 'Add a provider' });
    await dialog.getByRole('combobox', { name: 'Family' }).fill('custom');
    await page.getByRole('option', { name: 'custom' }).click();
    await dialog.getByLabel('Address').fill('http://192.168.0.1/v1');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.close();
  });

  it('is edited, and a change that came between is shown before anything is overwritten', async () => {
    const price = PRICE;
    await owner.post('/providers', {
      name: 'moved',
      family: 'custom',
      base_url: `${gateway.sandbox.url}/v1`,
      secret: { value: UPSTREAM_KEY },
      models: [{ id: 'small', price }],
    });
    const { page, faults } = await open('/providers?provider=moved');
    const drawer = page.getByRole('dialog', { name: 'moved', exact: true });
    await drawer.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit moved' });
    await dialog.getByLabel('Processes in').fill('DE');
    await dialog.getByRole('combobox', { name: 'Models' }).fill('echo');
    await page.keyboard.press('Enter');
    await expectUsable(page);
    const { version } = await provider('moved');
    await owner.patch('/providers/moved', { location: { zone: 'FR' } }, { version });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
    await conflict.getByRole('cell', { name: 'FR' }).waitFor();
    await expectUsable(page);
    await conflict.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('moved is saved').waitFor();
    const { settings, secret } = await provider('moved');
    expect(settings).toMatchObject({ location: { zone: 'DE' } });
    expect(settings.models).toMatchObject([{ id: 'small', price: {} }, { id: 'echo' }]);
    expect(secret.last4).toBe(UPSTREAM_KEY.slice(-4));
    expect(faults.filter((fault) => !/status of 412/.test(fault))).toEqual([]);
    await page.close();
  });

  it('is disabled, enabled and deleted by who types its name', async () => {
    await owner.post('/providers', {
      name: 'old',
      family: 'openai',
      secret: { value: 'sk-old-one' },
    });
    const { page } = await open('/providers?provider=old');
    const drawer = page.getByRole('dialog', { name: 'old', exact: true });
    await drawer.getByRole('button', { name: 'Disable' }).click();
    await drawer.getByText('No call goes to it').waitFor();
    expect((await provider('old')).settings.enabled).toBe(false);
    await expectUsable(page);
    await drawer.getByRole('button', { name: 'Enable' }).click();
    await drawer.getByRole('button', { name: 'Disable' }).waitFor();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete old' });
    expect(await confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await confirm.getByRole('textbox').fill('old');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('old is deleted').waitFor();
    expect((await owner.get('/providers/old')).status).toBe(404);
    expect(new URL(page.url()).search).toBe('');
    await page.close();
  });

  it('is only looked at by who may not change it, and it says why', async () => {
    const { page } = await open('/providers?provider=second', asAuditor);
    const drawer = page.getByRole('dialog', { name: 'second' });
    await drawer.getByText('Your role may read this, not change it.').waitFor();
    const disable = drawer.getByRole('button', { name: 'Disable' });
    expect(await disable.getAttribute('aria-disabled')).toBe('true');
    await disable.click({ force: true });
    expect((await provider('second')).settings.enabled).toBe(true);
    await page.close();
  });
});

describe('a model', () => {
  it('is found by filters that are a link, and explained from its drawer', async () => {
    const { page, faults } = await open('/models?q=second');
    await page.getByRole('link', { name: 'second/small' }).waitFor();
    expect(await page.getByRole('link', { name: /^sandbox\// }).count()).toBe(0);
    await page.getByRole('link', { name: 'second/small' }).click();
    const drawer = page.getByRole('dialog', { name: 'second/small' });
    await drawer.getByText('Price history').waitFor();
    await drawer.getByText('your settings').first().waitFor();
    await expectUsable(page);
    await drawer.getByText('Chart', { exact: true }).click();
    await drawer.locator('svg.recharts-surface').first().waitFor();
    await expectUsable(page);
    await drawer.getByRole('link', { name: 'Explain the route' }).click();
    await page.getByRole('heading', { name: 'Aliases', level: 1 }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Model or alias' }).inputValue()).toBe(
      'second/small',
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is given an own price, which its history tells', async () => {
    const { page } = await open('/models?model=second%2Fsmall');
    const drawer = page.getByRole('dialog', { name: 'second/small' });
    await drawer.getByRole('button', { name: 'Set an own price' }).click();
    const dialog = page.getByRole('dialog', { name: 'Price of second/small' });
    expect(await dialog.getByLabel('Output, a million tokens').inputValue()).toBe('2.00');
    await dialog.getByLabel('Input, a million tokens').fill('3.5');
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('€3.50').first().waitFor();
    expect((await provider('second')).settings.models).toMatchObject([
      { id: 'small', price: { input: '3.5', output: '2.00', currency: 'EUR' } },
    ]);
    const table = drawer.getByRole('table', { name: 'Price history' });
    expect(await table.getByRole('row').count()).toBe(3);
    await page.close();
  });

  it('is compared with a public list, and nothing is changed', async () => {
    const { page } = await open('/models');
    await page.getByRole('button', { name: 'Compare a price list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare a price list' });
    const cost = { input_cost_per_token: 0.000002, output_cost_per_token: 0.000008 };
    await dialog
      .getByLabel('The list, as JSON')
      .fill(JSON.stringify({ 'gpt-x': { litellm_provider: 'openai', mode: 'chat', ...cost } }));
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('1 model comes').waitFor();
    await dialog.getByText('openai/gpt-x').waitFor();
    await dialog.getByText('npx gw price import').waitFor();
    await expectUsable(page);
    await page.close();
  });
});

describe('an alias', () => {
  it('is put into another order by keys and by buttons, and saved', async () => {
    const { page, faults } = await open('/aliases');
    await page.getByRole('link', { name: 'team/fast' }).click();
    const drawer = page.getByRole('dialog', { name: 'team/fast' });
    const handle = drawer.getByRole('button', { name: 'Move target 1: arrow keys, or drag' });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await drawer.getByText('target 1 is now number 2').waitFor();
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Move target 2: arrow keys, or drag');
    await drawer.getByRole('button', { name: 'Up: fallback 2' }).click();
    await expectUsable(page);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved, and in force').waitFor();
    const { settings } = await alias();
    expect(settings.targets.map(({ model }) => model)).toEqual(['sandbox/small', 'second/small']);
    expect(settings.fallbacks).toEqual(['sandbox/reasoning', 'sandbox/echo']);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is put into another order by dragging', async () => {
    const { page } = await open('/aliases?alias=team%2Ffast');
    const drawer = page.getByRole('dialog', { name: 'team/fast' });
    const handles = drawer.getByRole('button', { name: /^Move fallback/ });
    await handles
      .first()
      .dragTo(drawer.getByRole('button', { name: 'Down: fallback 2' }), { force: true });
    await drawer.getByText('fallback 1 is now number 2').waitFor();
    const inputs = drawer.getByRole('group', { name: 'Then' }).getByLabel('Model or alias');
    expect(await inputs.first().inputValue()).toBe('sandbox/echo');
    await page.close();
  });

  it('that somebody else has changed meanwhile is compared first', async () => {
    const { page } = await open('/aliases?alias=team%2Ffast');
    const drawer = page.getByRole('dialog', { name: 'team/fast' });
    await drawer.getByRole('button', { name: 'Remove fallback 1' }).click();
    const { version } = await alias();
    const targets = [{ model: 'second/small' }];
    await owner.patch('/aliases/team%2Ffast', { targets }, { version });
    await drawer.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
    await conflict.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved, and in force').waitFor();
    const { settings } = await alias();
    expect(settings.targets).toMatchObject(targets);
    expect(settings.fallbacks).toHaveLength(1);
    await page.close();
  });

  it('is made, and deleted by who types its name', async () => {
    const { page } = await open('/aliases');
    await page.getByRole('button', { name: 'New alias' }).click();
    const dialog = page.getByRole('dialog', { name: 'New alias' });
    await dialog.getByLabel('Name').fill('brief');
    await dialog.getByLabel('Model or alias').fill('sandbox/small');
    await page.getByRole('option', { name: 'sandbox/small' }).click();
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'brief' }).click();
    const drawer = page.getByRole('dialog', { name: 'brief', exact: true });
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete brief' });
    await confirm.getByRole('textbox').fill('brief');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('brief is deleted').waitFor();
    expect((await owner.get('/aliases/brief')).status).toBe(404);
    await page.close();
  });
});

describe('a route', () => {
  it('is explained in words, of a request that was pasted, and nothing is sent', async () => {
    const { version } = await provider('second');
    await owner.patch('/providers/second', { enabled: false }, { version });
    const { page, faults } = await open('/aliases?tab=explain');
    await page.getByLabel('Or paste a request').fill('hello');
    await page.getByText('This is no JSON object.').waitFor();
    await page
      .getByLabel('Or paste a request')
      .fill(JSON.stringify({ model: 'team/fast', system: 'x', messages: [] }));
    expect(await page.getByRole('combobox', { name: 'Model or alias' }).inputValue()).toBe(
      'team/fast',
    );
    expect(await page.getByRole('combobox', { name: 'Format of the caller' }).inputValue()).toBe(
      'Messages',
    );
    const before = (await gateway.sandbox.requests()).length;
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('The request would go to').waitFor();
    await page.getByText('Its provider is disabled').waitFor();
    await page.getByText('Enabled: stops it').waitFor();
    expect((await gateway.sandbox.requests()).length).toBe(before);
    await expectUsable(page);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('that leads nowhere says so', async () => {
    const { page } = await open('/aliases?tab=explain&model=nobody%2Fsmall');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('The request would be refused').waitFor();
    await page.getByText('There is no provider nobody').waitFor();
    await page.close();
  });
});

describe('the palette', () => {
  const find = async (page: Page, text: string, name: RegExp | string) => {
    await page.getByRole('button', { name: 'Search' }).click();
    const box = page.getByRole('searchbox').or(page.getByPlaceholder('A page, a workload'));
    await box.first().fill(text);
    await page.getByRole('button', { name }).first().click();
  };

  it('finds keys by how they begin', async () => {
    const { data } = (await owner.get('/keys')).json<{ data: { prefix: string }[] }>();
    const prefix = data[0]?.prefix ?? '';
    const { page } = await open('/health');
    await find(page, prefix, new RegExp(prefix));
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect(new URL(page.url()).search).toContain('workload=');
    await page.close();
  });
});

it.each([
  '/providers',
  '/providers?q=nothing',
  '/providers?provider=signed',
  '/models',
  '/models?q=nothing-at-all',
  '/aliases',
  '/aliases?q=nothing',
  '/aliases?tab=explain',
])('%s can be used by everybody', async (path) => {
  const { page, faults, hosts } = await open(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expectUsable(page);
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(gateway.url).host]);
  await page.close();
});
