import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const told = ({ status, text }: Answer) => [
  status,
  text ? (JSON.parse(text) as { code?: string }).code : undefined,
];
interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly version: number;
}
const people = async () => (await owner.get('/members')).json<{ data: Person[] }>().data;
const personOf = async (email: string) =>
  (await people()).find((one) => one.email === email) as Person;
const signedIn = async (email: string) => {
  const client = new AdminClient(gateway.url);
  expect((await client.signIn(email, OWNER.password)).status).toBe(200);
  return client;
};

describe('an invitation', () => {
  it('makes a member of who has its link, once, with the address verified', async () => {
    await owner.post('/invites', { email: 'Ada@Example.com', role: 'auditor' });
    const token = await owner.tokenFor('ada@example.com');
    const stranger = new AdminClient(gateway.url);
    expect((await stranger.post('/invites/look', { token })).json()).toMatchObject({
      email: 'ada@example.com',
      role: 'auditor',
    });
    const accept = { token, name: 'Ada', password: OWNER.password };
    expect((await stranger.post('/invites/accept', accept)).status).toBe(201);
    expect((await stranger.get('/session')).json()).toMatchObject({
      role: 'auditor',
      email_verified: true,
    });
    expect(told(await stranger.post('/invites/accept', accept))).toEqual([404, 'not_found']);
  });

  it('counts no more once it was taken back', async () => {
    const invite = (
      await owner.post('/invites', { email: 'gone@example.com', role: 'member' })
    ).json<{ id: string }>();
    const token = await owner.tokenFor('gone@example.com');
    expect((await owner.delete(`/invites/${invite.id}`)).status).toBe(204);
    const accept = { token, name: 'Gone', password: OWNER.password };
    const answer = await new AdminClient(gateway.url).post('/invites/accept', accept);
    expect(told(answer)).toEqual([404, 'not_found']);
  });

  it('gives nobody a role that the one who invites may not give', async () => {
    const admin = await owner.invited('admin');
    for (const role of ['owner', 'admin']) {
      const answer = await admin.post('/invites', { email: `${role}2@example.com`, role });
      expect(answer.status).toBe(403);
    }
    const member = await admin.post('/invites', { email: 'm@example.com', role: 'member' });
    expect(member.status).toBe(201);
    await owner.invited('member');
    const auditor = await signedIn('ada@example.com');
    const denied = await auditor.post('/invites', { email: 'x@example.com', role: 'member' });
    expect(told(denied)).toEqual([403, 'permission_missing']);
  });
});

describe('members', () => {
  it('are never left without an owner, by whichever way', async () => {
    const { id, version } = await personOf(OWNER.email);
    const change = { version };
    for (const answer of [
      await owner.patch(`/members/${id}`, { role: 'admin' }, change),
      await owner.patch(`/members/${id}`, { status: 'disabled' }, change),
      await owner.delete(`/members/${id}`),
    ]) {
      expect(told(answer)).toEqual([409, 'conflict']);
    }
  });

  it('of which two owners demote each other at once keep one', async () => {
    const second = await owner.invited('owner', 'second@example.com');
    const [one, two] = [await personOf(OWNER.email), await personOf('second@example.com')];
    const answers = await Promise.all([
      owner.patch(`/members/${two.id}`, { role: 'admin' }, { version: two.version }),
      second.patch(`/members/${one.id}`, { role: 'admin' }, { version: one.version }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { manager } = gateway.database.owner.dataSource;
    await manager.query(`UPDATE member SET role = 'owner' WHERE email = $1`, [OWNER.email]);
    await manager.query(`UPDATE member SET role = 'admin' WHERE email = 'second@example.com'`);
  });

  it('who are disabled are out at once', async () => {
    const member = await signedIn('member@example.com');
    const { id, version } = await personOf('member@example.com');
    await owner.patch(`/members/${id}`, { status: 'disabled' }, { version });
    expect((await member.get('/session')).status).toBe(401);
    const again = await new AdminClient(gateway.url).signIn('member@example.com', OWNER.password);
    expect(told(again)).toEqual([401, 'sign_in_failed']);
    await owner.patch(`/members/${id}`, { status: 'active' }, { version: version + 1 });
  });

  it('see and change their own workloads alone', async () => {
    const member = await signedIn('member@example.com');
    const { id } = (await member.post('/workloads', { name: 'of-the-member' })).json<Person>();
    const seen = (await member.get('/workloads')).json<{ data: { id: string }[] }>().data;
    expect(seen.map((one) => one.id)).toEqual([id]);
    const all = (await owner.get('/workloads')).json<{ data: { id: string; name: string }[] }>();
    const other = all.data.find(({ name }) => name === 'default');
    const answer = await member.patch(`/workloads/${other?.id}`, { rpm: 1 }, { version: 1 });
    expect(told(answer)).toEqual([404, 'not_found']);
  });
});

describe('an address', () => {
  it('is verified by the code of the mail, which can be tried five times', async () => {
    const { manager } = gateway.database.owner.dataSource;
    const code = /Your code is (\d{6})/.exec(await owner.mailTo(OWNER.email))?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect(told(await owner.post('/email/verify', { code: wrong }))).toEqual([401, 'code_wrong']);
    expect((await owner.post('/email/verify', { code })).status).toBe(204);
    expect((await owner.get('/session')).json()).toMatchObject({ email_verified: true });
    await manager.query('UPDATE member SET email_verified_at = NULL WHERE email = $1', [
      OWNER.email,
    ]);
    await manager.query(`UPDATE email_proof SET created_at = created_at - interval '1 hour'`);
    expect((await owner.post('/account/email/resend')).status).toBe(204);
    const next = /Your code is (\d{6})/.exec(await owner.mailTo(OWNER.email))?.[1] ?? '';
    const bad = next === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) await owner.post('/email/verify', { code: bad });
    expect(told(await owner.post('/email/verify', { code: next }))).toEqual([401, 'code_wrong']);
    const token = await owner.tokenFor(OWNER.email);
    expect((await new AdminClient(gateway.url).post('/email/verify', { token })).status).toBe(204);
    expect((await owner.get('/session')).json()).toMatchObject({ email_verified: true });
  });

  it('that has forgotten its password gets a link that works once and ends all sessions', async () => {
    const before = await signedIn('second@example.com');
    const stranger = new AdminClient(gateway.url);
    expect((await stranger.post('/password/forgot', { email: 'second@example.com' })).status).toBe(
      204,
    );
    expect((await stranger.post('/password/forgot', { email: 'nobody@example.com' })).status).toBe(
      204,
    );
    const token = await owner.tokenFor('second@example.com');
    const reset = { token, password: 'another long password' };
    expect((await stranger.post('/password/reset', reset)).status).toBe(204);
    expect((await before.get('/session')).status).toBe(401);
    expect(told(await stranger.post('/password/reset', reset))).toEqual([404, 'not_found']);
    expect((await stranger.signIn('second@example.com', reset.password)).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('is asked for once its first code came, and each code counts once', async () => {
    const client = await signedIn('ada@example.com');
    const { secret } = (await client.post('/account/totp')).json<{ secret: string }>();
    expect((await signedIn('ada@example.com')).cookies).not.toBe('');
    const epoch = Math.floor(gateway.clock.nowMs() / 1_000);
    const code = generateSync({ secret, epoch });
    const confirmed = await client.post('/account/totp/confirm', { code });
    const { recovery_codes: codes } = confirmed.json<{ recovery_codes: string[] }>();
    expect(new Set(codes).size).toBe(10);

    const next = new AdminClient(gateway.url);
    expect((await next.signIn('ada@example.com', OWNER.password)).json()).toEqual({
      code_needed: true,
    });
    expect(told(await next.get('/session'))).toEqual([401, 'code_needed']);
    expect(told(await next.post('/session/totp', { code }))).toEqual([401, 'code_wrong']);
    expect((await next.post('/session/totp', { code: codes[0] })).status).toBe(200);
    expect((await next.get('/session')).json()).toMatchObject({ totp: true });

    const last = new AdminClient(gateway.url);
    await last.signIn('ada@example.com', OWNER.password);
    expect(told(await last.post('/session/totp', { code: codes[0] }))).toEqual([401, 'code_wrong']);
    const later = generateSync({ secret, epoch: epoch + 30 });
    expect((await last.post('/session/totp', { code: later })).status).toBe(200);
  });

  it('that the organisation asks for is set up before anything else is done', async () => {
    const { version } = (await owner.get('/security')).json<{ version: number }>();
    await owner.put('/security', { totp: 'required', domains: [] }, { version });
    const member = await signedIn('member@example.com');
    expect(told(await member.get('/workloads'))).toEqual([403, 'totp_needed']);
    expect((await member.get('/session')).json()).toMatchObject({ totp_needed: true });
    expect((await member.post('/account/totp')).status).toBe(200);
    const back = { totp: 'optional', domains: [] };
    // The owner has none either, and takes the policy back by another way than the API.
    expect(told(await owner.put('/security', back, { version: version + 1 }))).toEqual([
      403,
      'totp_needed',
    ]);
    await gateway.database.owner.dataSource.query('DELETE FROM security_settings');
  });
});

describe('what asks for a password again', () => {
  it('is refused a quarter of an hour after it was given, until it is given again', async () => {
    const { manager } = gateway.database.owner.dataSource;
    await manager.query(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const wanted = { name: 'ci', role: 'admin' };
    expect(told(await owner.post('/tokens', wanted))).toEqual([403, 'step_up_needed']);
    expect((await owner.post('/session/step-up', { password: 'wrong' })).status).toBe(401);
    expect((await owner.post('/session/step-up', { password: OWNER.password })).status).toBe(204);
    expect((await owner.post('/tokens', wanted)).status).toBe(201);
  });
});

describe('a token', () => {
  it('administers as its role says until it is revoked, and makes no others', async () => {
    const made = (await owner.post('/tokens', { name: 'reader', role: 'auditor' })).json<{
      id: string;
      token: string;
    }>();
    const program = new AdminClient(gateway.url, made.token);
    expect((await program.get('/workloads')).status).toBe(200);
    expect(told(await program.post('/workloads', { name: 'by-token' }))).toEqual([
      403,
      'permission_missing',
    ]);
    expect(told(await program.post('/tokens', { name: 'x', role: 'auditor' }))).toEqual([
      403,
      'permission_missing',
    ]);
    expect((await owner.get('/tokens')).text).not.toContain(made.token);
    expect((await owner.post(`/tokens/${made.id}/revoke`)).status).toBe(204);
    expect((await program.get('/workloads')).status).toBe(401);
  });
});
