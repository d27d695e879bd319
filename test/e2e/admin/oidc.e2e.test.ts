import { generateSync } from 'otplib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
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

// More requests than an address may send within a minute.
beforeEach(() => gateway.clock.skip(60_000));

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

  it('takes roles back with the groups', async () => {
    person('hedda', { groups: ['staff'] });
    expect((await signIn('hedda')).session.json()).toMatchObject({ role: 'member' });
  });

  it('makes nobody an owner who has the provider alone: their own second factor comes behind it', async () => {
    person('olga', { email: OWNER.email, groups: ['staff'] });
    const { url, session } = await signIn('olga');
    expect(session.status).toBe(401);
    expect(decodeURIComponent(new URL(url).hash)).toContain('Owners sign in with their password');
    const { secret } = (await owner.post('/account/totp')).json<{ secret: string }>();
    const epoch = Math.floor(gateway.clock.nowMs() / 1_000);
    const code = (seconds: number) => generateSync({ secret, epoch: epoch + seconds });
    await owner.post('/account/totp/confirm', { code: code(-30) });
    const browser = new Browser({ 'x-person': 'olga' });
    expect((await browser.go(`${PUBLIC_URL}/admin/v1/oidc/start`)).url).toContain('#code_needed');
    const me = `${gateway.url}/admin/v1/session`;
    expect((await browser.visit(me)).json()).toMatchObject({ code: 'code_needed' });
    const cookie = browser.cookiesFor(me);
    const sent = await new AdminClient(gateway.url).post(
      '/session/totp',
      { code: code(0) },
      { headers: { cookie, origin: PUBLIC_URL } },
    );
    expect(sent.status).toBe(200);
    expect((await browser.visit(me)).json()).toMatchObject({ role: 'owner' });
    await owner.delete('/account/totp');
  });

  it('is connected by owners alone: who names the provider says who anybody is', async () => {
    const admin = await owner.invited('admin', 'admin@example.com');
    const { version } = (await admin.get('/security')).json<{ version: number }>();
    const elsewhere = { ...policy, issuer: 'https://idp.example', roles: { all: 'admin' } };
    for (const oidc of [elsewhere, { ...policy, client_secret: 'another' }, null]) {
      const answer = await admin.put('/security', { totp: 'off', domains: [], oidc }, { version });
      expect(answer.json()).toMatchObject({ code: 'permission_missing' });
    }
    const { client_secret: _, ...same } = policy;
    const kept = { totp: 'optional', domains: ['example.com'], oidc: same };
    expect((await admin.put('/security', kept, { version })).status).toBe(200);
    await configure();
  });

  it('knows nobody by the id that they have at another provider', async () => {
    const { version } = (await owner.get('/security')).json<{ version: number }>();
    const moved = { ...policy, issuer: 'https://idp.example' };
    await owner.put('/security', { totp: 'optional', domains: [], oidc: moved }, { version });
    await configure();
    person('hedda', { email: 'somebody@elsewhere.example', email_verified: false });
    expect((await signIn('hedda')).session.status).toBe(401);
    person('hedda', { groups: ['staff'] });
    expect((await signIn('hedda')).session.status).toBe(200);
  });

  it('takes no address for another one, and no claim of another form for an address', async () => {
    const odd: [string, Partial<Person>][] = [
      ['kelvin', { email: '\u212Aim@example.com' }],
      ['lines', { email: 'kim@example.com\n' }],
      ['number', { email: 7 as unknown as string }],
      ['word', { email: 'kim@example.com', email_verified: 'true' as unknown as boolean }],
    ];
    await owner.invited('auditor', 'kim@example.com');
    await configure({ new_members: null });
    for (const [sub, claims] of odd) {
      person(sub, claims);
      expect([sub, (await signIn(sub)).session.status]).toEqual([sub, 401]);
    }
    await configure();
  });

  it('is begun by others however often somebody begins it', async () => {
    const { dataSource } = gateway.database.owner;
    await dataSource.query(
      `INSERT INTO oidc_flow (state_hash, org_id, content, created_at)
        SELECT sha256(n::text::bytea), org_id, 'x', now() - interval '1 minute'
        FROM member, generate_series(1, 1500) n WHERE role = 'owner'`,
    );
    person('hedda', { groups: ['staff'] });
    expect((await signIn('hedda')).session.status).toBe(200);
    const [{ count } = { count: '0' }] = await dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM oidc_flow',
    );
    expect(Number(count)).toBeLessThanOrEqual(1_000);
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

  it('is the only way in for who is invited where passwords do not count', async () => {
    await owner.post('/invites', { email: 'ines@example.com', role: 'member' });
    const token = await owner.tokenFor('ines@example.com');
    await configure({ required: true, new_members: null });
    const accept = { token, name: 'Ines', password: OWNER.password };
    const refused = await new AdminClient(gateway.url).post('/invites/accept', accept, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(refused.json()).toMatchObject({ code: 'sso_needed' });
    person('ines');
    expect((await signIn('ines')).session.json()).toMatchObject({ role: 'member' });
    await configure();
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
