import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachOf, ROLES, type Permission, type Role } from '#contract';
import common from '../../console/src/locales/en/common.json' with { type: 'json' };
import { AdminClient } from '../support/admin.js';
import { openPage, startBrowser } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const clients: Readonly<Record<Role, AdminClient>> = {
  owner,
  admin: await owner.invited('admin'),
  member: await owner.invited('member'),
  auditor: await owner.invited('auditor'),
};
let browser: Browser;
const contexts = new Map<Role, BrowserContext>();

beforeAll(async () => {
  browser = await startBrowser();
  for (const role of ROLES) {
    const context = await browser.newContext();
    const [name = '', value = ''] = clients[role].cookies.split('=');
    await context.addCookies([{ name, value, url: gateway.url }]);
    contexts.set(role, context);
  }
});
afterAll(() => browser.close());

interface Place {
  readonly to: string;
  readonly name: keyof typeof common.places;
  readonly permission?: Permission;
}
/** The Console's own list, so that a new page is looked at without anybody thinking of it. */
const listed = new URL('../../console/src/app/places.ts', import.meta.url).href;
const { PLACES } = (await import(listed)) as {
  PLACES: readonly { readonly places: readonly Place[] }[];
};
const places = PLACES.flatMap((group) => group.places);
const isFor = (role: Role, { permission }: Place) =>
  permission === undefined || reachOf(role, permission) !== undefined;
const cases = (isWanted: boolean) =>
  ROLES.flatMap((role) =>
    places.filter((place) => isFor(role, place) === isWanted).map(({ to }) => [role, to] as const),
  );

async function open(role: Role, to: string) {
  const context = contexts.get(role);
  if (!context) throw new Error(`no ${role}`);
  gateway.clock.skip(60_000); // More requests than somebody may send within a minute.
  const refused: string[] = [];
  context.removeAllListeners('response');
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) refused.push(`${response.request().method()} ${pathname}`);
  });
  const { page, faults } = await openPage(context, `${gateway.url}/console${to}`);
  return { page, faults, refused };
}
const links = (page: Page) =>
  page.getByRole('navigation', { name: common.navigation }).getByRole('link').allInnerTexts();

describe('a role', () => {
  it.each(ROLES)('%s is led to its pages, and to no others', async (role) => {
    const { page } = await open(role, '/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const own = places.filter((place) => isFor(role, place));
    const names = own.map(({ name }) => common.places[name]);
    await expect.poll(() => links(page)).toEqual(names);
    await page.close();
  });

  it.each(cases(true))('%s sees %s, which asks for nothing beyond the role', async (role, to) => {
    const { page, faults, refused } = await open(role, to);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each(cases(false))('%s who goes to %s by hand is told so', async (role, to) => {
    const { page } = await open(role, to);
    await page.locator('main').getByRole('alert').first().waitFor();
    await page.close();
  });
});

describe('an auditor', () => {
  const readable = cases(true).filter(([role]) => role === 'auditor');

  it.each(readable)('%s can press nothing on %s that is refused then', async (role, to) => {
    const { page, refused } = await open(role, to);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const buttons = page.locator('main button:enabled:visible');
    const count = await buttons.count();
    for (let index = 0; index < count; index++) {
      const button = buttons.nth(index);
      if (!(await button.isVisible())) continue;
      const box = await button.elementHandle();
      await box?.click({ timeout: 2_000 }).catch(() => undefined); // What it lay under has gone.
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Escape');
      if (new URL(page.url()).pathname !== `/console${to}`) await page.goBack();
    }
    expect(refused).toEqual([]);
    await page.close();
  });
});
