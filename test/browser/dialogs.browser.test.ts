import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../support/admin.js';
import {
  accessibilityFaults,
  contextOf,
  openPage,
  startBrowser,
  WCAG,
} from '../support/browser.js';
import { startGateway } from '../support/gateway.js';

const OPENED_MS = 1_000; // What opens at a click is there by then, or the click opened nothing.
const PAGE_MS_MAX = 240_000; // A page with a dozen dialogs, each looked at in two schemes.

const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
let browser: Browser;
let signedIn: BrowserContext;

/** One of each, so that every table has a row with its actions. */
async function fill(): Promise<void> {
  const code = /\b\d{6}\b/.exec(await owner.mailTo(OWNER.email))?.[0];
  await owner.post('/email/verify', { code }); // Else a notice stands on top of each page.
  await owner.post('/session/step-up', { password: OWNER.password });
  const price = { currency: 'EUR', input: '1.00', output: '2.00' };
  const base_url = `${gateway.sandbox.url}/v1`;
  const secret = { value: 'sk-typed-into-the-console' };
  const models = [{ id: 'small', price }];
  const made = [
    await owner.post('/providers', { name: 'own', family: 'custom', base_url, models, secret }),
    await owner.post('/aliases', { name: 'fast', targets: [{ model: 'sandbox/small' }] }),
    await owner.post('/invites', { email: 'ida@example.com', role: 'auditor' }),
    await owner.post('/tokens', { name: 'ci', role: 'auditor' }),
    await owner.post('/workloads', { name: 'bot', budget: { amount: '5.00', period: 'monthly' } }),
    await owner.post('/credit/adjust', { kind: 'grant', amount: '5.00' }),
  ];
  const [workload] = (await owner.get('/workloads')).json<{ data: { id: string }[] }>().data;
  made.push(await owner.post('/keys', { name: 'first', workload_id: workload?.id, env: 'test' }));
  for (const { status, text } of made) if (status >= 300) throw new Error(text);
  await owner.invited('member');
  await gateway.chat();
  await gateway.records.settled();
}

beforeAll(async () => {
  await fill();
  browser = await startBrowser();
  signedIn = await contextOf(browser, owner, gateway.url);
});
afterAll(() => browser.close());

/** The Console's own list, so that a new page is looked at without anybody thinking of it. */
const listed = new URL('../../console/src/app/places.ts', import.meta.url).href;
const { PLACES } = (await import(listed)) as {
  PLACES: readonly { readonly places: readonly { readonly to: string }[] }[];
};
const pages = [...PLACES.flatMap(({ places }) => places.map(({ to }) => to)), '/account'];

const dialogs = (page: Page) => page.locator('[role="dialog"]:visible');
const menus = (page: Page) => page.locator('[role="menu"]:visible');

/** @returns whether there is one */
const opened = (what: Locator): Promise<boolean> =>
  what
    .first()
    .waitFor({ timeout: OPENED_MS })
    .then(
      () => true,
      () => false,
    );

async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    found.push(...(await accessibilityFaults(page, WCAG)).map((one) => `${colorScheme}: ${one}`));
  }
  return found;
}

async function close(page: Page): Promise<void> {
  for (let tries = 0; tries < 3 && (await dialogs(page).count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}

/** Titles of what was looked at. */
const all: string[] = [];

it.each(pages)(
  'what opens on %s can be used by everybody',
  async (to) => {
    gateway.clock.skip(60_000); // More requests than somebody may send within a minute.
    const address = `${gateway.url}/console${to}`;
    const { page } = await openPage(signedIn, address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main tbody[aria-busy="true"]').waitFor({ state: 'detached' });
    const faults: string[] = [];
    const looked = new Set<string>();
    const look = async (): Promise<void> => {
      const name = (await dialogs(page).first().getAttribute('aria-labelledby')) ?? '';
      const title = name ? await page.locator(`[id="${name}"]`).first().textContent() : '';
      if (!looked.has(title ?? ''))
        faults.push(...(await faultsOf(page)).map((one) => `${title}: ${one}`));
      looked.add(title ?? '');
      await close(page);
      if ((await dialogs(page).count()) > 0) await page.goto(address, { waitUntil: 'networkidle' });
    };
    const targets = page.locator(
      'main button:enabled:visible:not(tr:nth-child(n + 3) button), main tbody tr[tabindex="0"]:nth-child(1):visible',
    );
    const count = await targets.count();
    for (let at = 0; at < count; at++) {
      const target = targets.nth(at);
      if (!(await target.isVisible())) continue;
      const opens = await target.getAttribute('aria-haspopup');
      const isChoice = (await target.getAttribute('role')) !== null; // A tab, a switch, a part of a list.
      if (isChoice) continue;
      await target.click({ timeout: 2_000 }).catch(() => undefined); // What it lay under has gone.
      if (opens === 'menu' && (await opened(menus(page)))) {
        faults.push(...(await faultsOf(page)));
        const items = page.locator('[role="menuitem"]:enabled');
        const names = await items.allTextContents();
        for (const name of names.filter(Boolean)) {
          if ((await menus(page).count()) === 0) await target.click();
          await page.getByRole('menuitem', { name, exact: true }).first().click();
          if (await opened(dialogs(page))) await look();
        }
        await page.keyboard.press('Escape');
      } else if (await opened(dialogs(page))) await look();
      if (new URL(page.url()).pathname !== `/console${to}`) {
        await page.goto(address, { waitUntil: 'networkidle' });
      }
    }
    all.push(...looked);
    expect(faults).toEqual([]);
    await page.close();
  },
  PAGE_MS_MAX,
);

it('something opened', () => {
  expect(all.length).toBeGreaterThan(15);
});
