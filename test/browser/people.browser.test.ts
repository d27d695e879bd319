import { generateSync } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Oidc } from '#members';
import { AdminClient, OWNER } from '../support/admin.js';
import { accessibilityFaults, openPage, overflowOf, startBrowser } from '../support/browser.js';
import { startGateway } from '../support/gateway.js';
import { IdentityProvider } from '../support/identity-provider.js';

const HOST = 'gateway.localhost'; // Browsers trust it without https.
const gateway = await startGateway(
  {},
  {
    managedBy: 'console',
    env: { GW_PUBLIC_URL: `http://${HOST}`, GW_OUTBOUND_HOSTS: '127.0.0.1' },
  },
);
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
const idp = await IdentityProvider.start(gateway.app.get(Oidc).redirectUri);
let browser: Browser;
let asOwner: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser({ [HOST]: new URL(gateway.url).host });
  asOwner = await contextOf(owner);
});
afterEach(() => sql('UPDATE member_session SET stepped_up_at = now()'));
afterAll(async () => {
  await browser.close();
  await idp.stop();
});

const at = (path: string) => `http://${HOST}/console${path}`;
const sql = (text: string) => gateway.database.owner.dataSource.query(text);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A browser that has the session of somebody. */
async function contextOf(client: AdminClient): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(8_000);
  const [name = '', value = ''] = client.cookies.split('=');
  await context.addCookies([{ name, value, url: `http://${HOST}` }]);
  return context;
}

const fillSignIn = async (page: Page, email: string, password = OWNER.password) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe('an invitation', () => {
  it('is sent, found in the mailbox, and accepted by who has its link', async () => {
    const { page, faults } = await openPage(asOwner, at('/members'));
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail address').fill('ada@example.com');
    await dialog.getByRole('radio', { name: 'Administrator' }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('cell', { name: 'ada@example.com', exact: true }).first().waitFor();
    await page.goto(at('/settings/mailbox'));
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    await row.getByRole('button').first().click();
    const link = await page.getByRole('dialog').getByRole('link').getAttribute('href');
    expect(faults).toEqual([]);
    await page.close();

    const own = await browser.newContext();
    const invited = await openPage(own, link ?? '');
    await invited.page.getByText('You will be: Administrator').waitFor();
    await invited.page.getByLabel('Your name').fill('Ada');
    await invited.page.locator('input[type=password]').fill(OWNER.password);
    await invited.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await heading(invited.page, 'Overview').waitFor();
    expect(invited.page.url()).not.toContain('token');
    expect(invited.faults).toEqual([]);
    await own.close();
  });

  it('that is over is told so', async () => {
    const { page } = await openPage(browser, at('/invite#token=none-that-was-ever-made'));
    await page.getByText('This invitation is over').waitFor();
    await page.close();
  });
});

describe('what weighs more', () => {
  it('is done once the password was given again', async () => {
    await sql(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const { page } = await openPage(asOwner, at('/settings/tokens'));
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('terraform');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.locator('input[type=password]').fill('not the password at all');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.locator('input[type=password]').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    const secret = await page.getByRole('dialog').getByText(/^gwa_/).first().textContent();
    expect((await new AdminClient(gateway.url, secret ?? '').get('/session')).status).toBe(200);
    await page.getByLabel('I stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'terraform', exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Revoke terraform' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('terraform');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    expect((await new AdminClient(gateway.url, secret ?? '').get('/session')).status).toBe(401);
    await page.close();
  });
});

describe('a second factor', () => {
  const codeOf = (secret: string) => generateSync({ secret });
  /** A code counts once, so the next one is that of the next period. */
  const nextCodeOf = (secret: string) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });

  it('is set up from the account, and then asked for at the sign-in', async () => {
    const admin = await owner.invited('admin', 'tina@example.com');
    const context = await contextOf(admin);
    const { page, faults } = await openPage(context, at('/account'));
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByLabel('Code of the app').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.waitFor();
    const [recovery = ''] = await codes.locator('code').allTextContents();
    expect(await codes.locator('code').count()).toBe(10);
    expect(await accessibilityFaults(page)).toEqual([]);
    await codes.getByLabel('I stored them').check();
    await codes.getByRole('button', { name: 'Done' }).click();
    await page.getByText('A second factor is set up').waitFor();
    expect(faults).toEqual([]);
    await context.close();

    for (const code of [nextCodeOf(secret), recovery]) {
      const own = await browser.newContext();
      const signIn = await openPage(own, at('/members'));
      await fillSignIn(signIn.page, 'tina@example.com');
      await signIn.page.getByLabel('Code of your second factor').fill('000000');
      await signIn.page.getByRole('button', { name: 'Sign in' }).click();
      await signIn.page.getByRole('alert').waitFor();
      expect(await accessibilityFaults(signIn.page)).toEqual([]);
      await signIn.page.getByLabel('Code of your second factor').fill(code);
      await signIn.page.getByRole('button', { name: 'Sign in' }).click();
      await heading(signIn.page, 'Members').waitFor();
      await own.close();
    }
  });

  it('that the organisation asks for leads to the account first', async () => {
    await auditor.get('/session');
    const put = async (totp: string) => {
      const { version } = (await owner.get('/security')).json<{ version: number }>();
      return owner.put('/security', { totp, domains: [] }, { version });
    };
    expect((await put('required')).status).toBe(200);
    const context = await contextOf(auditor);
    const { page } = await openPage(context, at('/members'));
    await heading(page, 'Your account').waitFor();
    await page.getByText('Your organisation asks for one').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
    await sql('DELETE FROM security_settings');
  });
});

describe('one’s own account', () => {
  it('has its address verified by the code of the mail', async () => {
    await sql(`UPDATE member SET email_verified_at = NULL WHERE email = '${OWNER.email}'`);
    const code = /\b\d{6}\b/.exec(await owner.mailTo(OWNER.email))?.[0] ?? '';
    const { page } = await openPage(asOwner, at('/workloads'));
    await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('This code is wrong or over').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Your e-mail address is verified').waitFor();
    await page.getByLabel('Six-digit code').waitFor({ state: 'detached' });
    await page.close();
  });

  it('gets a new password by the link of a mail, which ends its sessions', async () => {
    await owner.invited('member', 'finn@example.com');
    const own = await browser.newContext();
    const { page, faults } = await openPage(own, at('/signin'));
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('E-mail address').fill('finn@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a mail is on its way').waitFor();
    await page.goto(at(`/reset#token=${await owner.tokenFor('finn@example.com')}`));
    await page.locator('input[type=password]').fill('another good long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, 'finn@example.com', 'another good long password');
    await heading(page, 'Overview').waitFor();
    await page.goto(at('/account'));
    await page.getByText('This browser').waitFor();
    expect(await page.getByRole('button', { name: /^Sign out: / }).count()).toBe(0);
    expect(faults).toEqual([]);
    await own.close();
  });

  it('ends the session of another browser', async () => {
    const other = new AdminClient(gateway.url);
    await other.signIn(OWNER.email, OWNER.password);
    const { page } = await openPage(asOwner, at('/account'));
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await page.getByText('That browser is signed out').waitFor();
    expect((await other.get('/session')).status).toBe(401);
    await page.close();
  });
});

describe('members', () => {
  it('change their role; what came between is compared first', async () => {
    await owner.invited('member', 'carl@example.com');
    const { page } = await openPage(asOwner, at('/members?q=carl'));
    await page.getByRole('button', { name: 'Actions: The member' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('radio', { name: 'Auditor' }).check();
    const { data } = (await owner.get('/members')).json<{
      data: { id: string; email: string; version: number }[];
    }>();
    const { id, version } = data.find(({ email }) => email === 'carl@example.com') ?? {};
    await owner.patch(`/members/${id}`, { name: 'Carl' }, { version: version ?? 0 });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed this meanwhile' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByRole('cell', { name: 'Auditor' }).waitFor();
    expect((await owner.get(`/members/${id}`)).json()).toMatchObject({
      name: 'Carl',
      role: 'auditor',
    });
    await page.getByRole('button', { name: 'Actions: Carl' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('carl@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody matches').waitFor();
    expect((await owner.get(`/members/${id}`)).status).toBe(404);
    await page.close();
  });

  it('have a last owner, who stays', async () => {
    const { page } = await openPage(asOwner, at('/members?q=olga'));
    await page.getByRole('button', { name: `Actions: ${OWNER.name}` }).click();
    const remove = page.getByRole('menuitem', { name: 'Remove (the last owner stays)' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText('The last owner keeps the role').waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await page.close();
  });

  it('are there to read for auditors, and why only that', async () => {
    const context = await contextOf(auditor);
    const { page } = await openPage(context, at('/members'));
    await page.getByText('Your role may read this, not change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true);
    await page.goto(at('/settings/security'));
    expect(await page.getByRole('radio', { name: 'Required' }).isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: 'Mailbox' }).count()).toBe(0);
    await context.close();
  });
});

describe('single sign-on', () => {
  it('is set up, tested and used', async () => {
    idp.people.set('hedda', {
      sub: 'hedda',
      email: 'hedda@example.com',
      email_verified: true,
      name: 'Hedda',
      groups: ['heads'],
    });
    const context = await contextOf(owner);
    await context.setExtraHTTPHeaders({ 'x-person': 'hedda' });
    const { page, faults } = await openPage(context, at('/settings/security'));
    await page.getByRole('switch', { name: 'People may sign in' }).press('Space');
    await page.getByLabel('Issuer').fill(idp.issuer);
    await page.getByLabel('Client id').fill('gateway');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('a-secret-of-the-client');
    await page.getByLabel('Claim with the groups').fill('groups');
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByRole('textbox', { name: 'Group', exact: true }).fill('heads');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Administrator' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved, and in force').waitFor();
    expect(await page.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The round trip works').waitFor();
    await page.getByRole('cell', { name: 'hedda@example.com' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();

    const own = await browser.newContext();
    await own.setExtraHTTPHeaders({ 'x-person': 'hedda' });
    const { page: signIn } = await openPage(own, at('/members?q=olga'));
    await signIn.getByRole('link', { name: 'Single sign-on' }).click();
    await signIn.getByText('Nobody has invited you').waitFor();
    expect(await accessibilityFaults(signIn)).toEqual([]);
    const read = (await owner.get('/security')).json<{ version: number; oidc: object }>();
    const wanted = { totp: 'optional', domains: [], oidc: { ...read.oidc, new_members: 'member' } };
    expect((await owner.put('/security', wanted, { version: read.version })).status).toBe(200);
    await signIn.goto(at('/members?q=olga'));
    await signIn.getByRole('link', { name: 'Single sign-on' }).click();
    await heading(signIn, 'Members').waitFor();
    expect(new URL(signIn.url()).search).toBe('?q=olga');
    await own.close();
  });
});

const INSIDE = [
  '/account',
  '/members',
  '/members?q=nobody',
  '/settings/security',
  '/settings/tokens',
  '/settings/mailbox',
];
const OUTSIDE = [
  '/signin',
  '/signin#problem=Nobody%20has%20invited%20you.',
  '/forgot',
  '/reset',
  '/reset#token=something-like-a-token',
  '/verify',
  '/verify#token=something-like-a-token',
  '/invite',
];

describe.each(['light', 'dark'] as const)('in %s colours', (scheme) => {
  describe.each([1_440, 390])('at %i pixels', (width) => {
    it.each([...INSIDE, ...OUTSIDE])('people can use %s', async (path) => {
      const into = INSIDE.includes(path) ? asOwner : browser;
      const { page, faults } = await openPage(into, at(path), { width, scheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await overflowOf(page)).toBe(0);
      expect(faults).toEqual([]);
      await page.close();
    });
  });
});
