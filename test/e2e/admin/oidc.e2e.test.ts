import { afterAll, describe, expect, it } from 'vitest';
import { Oidc } from '#members';
import { AdminClient, OWNER } from '../../support/admin.js';
import { BrowserLike } from '../../support/browser-like.js';
import { startGateway } from '../../support/gateway.js';
import { IdentityProvider, type Person } from '../../support/identity-provider.js';

const PUBLIC_URL = 'http://gateway.test';
const gateway = await startGateway(
  {},
  {
    managedBy: 'console',
    env: { GW_PUBLIC_URL: PUBLIC_URL, GW_OUTBOUND_HOSTS: '127.0.0.1' },
  },
);
const owner = await AdminClient.setUp(gateway);
const idp = await IdentityProvider.start(gateway.app.get(Oidc).redirectUri);
afterAll(() => idp.stop());

const policy = {
  issuer: idp.issuer,
  client_id: 'gateway',
  client_secret: 'a-secret-of-the-client',
  group_claim: 'groups',
  roles: { staff: 'member', heads: 'admin' },
  new_members: 'auditor',
  required: false,
};
const configure = async (change: object = {}) => {
  const { version } = (await owner.get('/security')).json<{ version: number }>();
  const wanted = { totp: 'optional', domains: [], oidc: { ...policy, ...change } };
  return owner.put('/security', wanted, { version });
};
const person = (sub: string, more: Partial<Person> = {}): Person => {
  const one = {
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: sub,
    groups: [],
    ...more,
  };
  idp.people.set(sub, one);
  return one;
};

/** The public address of the gateway is only a name here. */
class Browser extends BrowserLike {
  override visit(url: string) {
    return super.visit(url.replace(PUBLIC_URL, gateway.url));
  }
}
const signIn = async (sub: string) => {
  const browser = new Browser({ 'x-person': sub });
  const { url } = await browser.go(`${PUBLIC_URL}/admin/v1/oidc/start`);
  const session = await browser.visit(`${gateway.url}/admin/v1/session`);
  return { url, session };
};

describe('single sign-on', () => {
  it('is set up with a secret that nobody reads again', async () => {
    const answer = await configure();
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(policy.client_secret);
    expect((await owner.get('/security')).json()).toMatchObject({ has_client_secret: true });
    expect((await new AdminClient(gateway.url).get('/oidc')).json()).toEqual({ enabled: true });
  });

  it('makes a member of who comes for the first time, with the role of their groups', async () => {
    person('hedda', { groups: ['staff', 'heads'] });
    const { url, session } = await signIn('hedda');
    expect(new URL(url).pathname).toBe('/console/');
    expect(session.json()).toMatchObject({ role: 'admin', email_verified: true });
  });

  it('takes roles back with the groups, but never an owner’s', async () => {
    person('hedda', { groups: ['staff'] });
    expect((await signIn('hedda')).session.json()).toMatchObject({ role: 'member' });
    person('olga', { email: OWNER.email, groups: ['staff'] });
    expect((await signIn('olga')).session.json()).toMatchObject({ role: 'owner' });
  });

  it('lets nobody in as the owner of an address that the provider does not vouch for', async () => {
    person('mallory', { email: OWNER.email, email_verified: false });
    const { url, session } = await signIn('mallory');
    expect(session.status).toBe(401);
    expect(decodeURIComponent(new URL(url).hash)).toContain('Nobody has invited you');
  });

  it('lets no stranger in where new members are not wanted, nor of another domain', async () => {
    await configure({ new_members: null });
    person('stranger');
    expect((await signIn('stranger')).session.status).toBe(401);
    await configure();
  });

  it('does not sign a browser in that has not begun it', async () => {
    person('eve');
    const eve = new Browser({ 'x-person': 'eve' });
    const begun = await eve.visit(`${PUBLIC_URL}/admin/v1/oidc/start`);
    const callback = await (async () => {
      let url = begun.headers.location ?? '';
      for (;;) {
        const next = new URL((await eve.visit(url)).headers.location ?? '', url).href;
        if (next.startsWith(PUBLIC_URL)) return next;
        url = next;
      }
    })();
    const victim = new Browser();
    await victim.visit(callback);
    expect((await victim.visit(`${gateway.url}/admin/v1/session`)).status).toBe(401);
  });

  it('is tried out without signing anybody in', async () => {
    const answer = await owner.post('/oidc/test');
    const { url } = answer.json<{ url: string }>();
    expect(url).toContain(idp.issuer);
  });

  it('is the only way in where passwords do not count, but for owners', async () => {
    await owner.invited('auditor', 'pat@example.com');
    await configure({ required: true });
    const pat = await new AdminClient(gateway.url).signIn('pat@example.com', OWNER.password);
    expect([pat.status, pat.json<{ code: string }>().code]).toEqual([403, 'sso_needed']);
    const olga = await new AdminClient(gateway.url).signIn(OWNER.email, OWNER.password);
    expect(olga.status).toBe(200);
  });

  it('cannot be pointed at what only this machine can reach', async () => {
    const { version } = (await owner.get('/security')).json<{ version: number }>();
    const oidc = { ...policy, issuer: 'http://10.0.0.7/idp' };
    const answer = await owner.put('/security', { totp: 'off', domains: [], oidc }, { version });
    expect(answer.status).toBe(422);
  });
});
