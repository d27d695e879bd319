import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';

const gateway = await startGateway(
  { organisation: { protection: { mode: 'tokenize' } } },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const admin = await aMember(gateway, 'admin');
const sql = gateway.database.owner.dataSource;

interface Organisation {
  readonly version: number;
  readonly settings: Record<string, unknown>;
}
interface Answer {
  readonly status: number;
  readonly text: string;
}
const problemOf = ({ status, text }: Answer) => {
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { path: string }[] };
  return [status, code, errors[0]?.path];
};
const read = async () => (await owner.get('/organisation')).json<Organisation>();
const patch = async (body: object, client = owner) =>
  client.patch('/organisation', body, { version: (await read()).version });
const stepDown = () => sql.query(`UPDATE member_session SET stepped_up_at = NULL`);
const stepUp = () => sql.query('UPDATE member_session SET stepped_up_at = now()');

describe('the organisation', () => {
  it('is read, and changed on its version, on record', async () => {
    const before = await read();
    const changed = await patch({ name: 'Renamed', cap: { amount: '100.00', period: 'monthly' } });
    expect(changed.json<Organisation>()).toMatchObject({
      name: 'Renamed',
      version: before.version + 1,
      settings: { cap: { amount: '100.00' }, currency: 'EUR' },
    });
    const stale = await owner.patch('/organisation', { name: 'X' }, { version: before.version });
    expect(problemOf(stale)[1]).toBe('version_changed');
    const [row] = await sql.query<{ entry: Buffer }[]>(
      `SELECT entry FROM audit_row WHERE type = 'admin' ORDER BY id DESC LIMIT 1`,
    );
    expect(JSON.parse(row?.entry.toString() ?? '')).toMatchObject({
      detail: { action: 'organisation.update', target: expect.stringContaining('organisation ') },
    });
    expect((await patch({ cap: null })).json<Organisation>().settings['cap']).toBeUndefined();
  });

  it.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ default_provider: 'nobody' }, 'default_provider'],
    [{ content_retention_days: -1 }, 'content_retention_days'],
    [
      {
        alerts: {
          webhooks: [{ name: 'ops', url: 'http://10.0.0.1/', secret: { value: 'x'.repeat(20) } }],
        },
      },
      'alerts.webhooks[0].url',
    ],
    [{ alerts: { emails: ['ops@example.org'] } }, 'alerts.emails'],
  ])('that could not work is refused by the field: %j', async (body, path) => {
    expect(problemOf(await patch(body))).toEqual([422, 'invalid', path]);
  });

  it('keeps the secrets of its webhooks sealed', async () => {
    const value = 'a-secret-for-the-webhook';
    const webhook = { name: 'ops', url: 'http://127.0.0.1:9/hook', secret: { value } };
    const answer = await patch({ alerts: { webhooks: [webhook] } });
    expect(answer.text).not.toContain(value);
    const { alerts } = answer.json<{
      settings: { alerts: { webhooks: { secret: { fingerprint: string; last4: string } }[] } };
    }>().settings;
    const [{ secret } = { secret: { fingerprint: '', last4: '' } }] = alerts.webhooks;
    expect(secret.last4).toBe('hook');
    const kept = { ...webhook, name: 'other', secret: { fingerprint: secret.fingerprint } };
    expect((await patch({ alerts: { webhooks: [kept] } })).status).toBe(200);
    const rows = await sql.query<object[]>('SELECT id FROM provider_secret');
    expect(rows).toHaveLength(1);
    await patch({ alerts: null });
    expect(await sql.query<object[]>('SELECT id FROM provider_secret')).toEqual([]);
  });
});

describe('policy', () => {
  it('is loosened by a session that has said again who it is, and tightened by any', async () => {
    await stepDown();
    expect((await patch({ protection: { mode: 'block' } }, admin)).status).toBe(200);
    const looser = { protection: { mode: 'tokenize' } };
    expect(problemOf(await patch(looser, admin))).toEqual([
      403,
      'step_up_needed',
      'protection.mode',
    ]);
    expect((await read()).settings['protection']).toMatchObject({ mode: 'block' });
    await stepUp();
    expect((await patch(looser, admin)).status).toBe(200);
  });

  it('is not loosened by a token', async () => {
    const made = await owner.post('/tokens', { name: 'ci', role: 'admin' });
    const token = new AdminClient(gateway.url, made.json<{ token: string }>().token);
    expect((await patch({ time_zone: 'Europe/Berlin' }, token)).status).toBe(200);
    const looser = await patch({ protection: { mode: 'allow_log' } }, token);
    expect(problemOf(looser)[1]).toBe('step_up_needed');
  });

  it('is not got around by a member with a workload', async () => {
    await patch({ protection: { allow_weaker_overrides: true } });
    const member = await aMember(gateway, 'member');
    const until = '2030-01-01T00:00:00Z';
    const loose = { residency: { exceptions: [{ reason: 'because', until }] } };
    const weaker = { protection: { mode: 'allow_log' } };
    for (const more of [loose, weaker]) {
      const refused = await member.post('/workloads', { name: 'mine', ...more });
      expect(problemOf(refused)).toEqual([403, 'permission_missing', undefined]);
    }
    const own = (await member.post('/workloads', { name: 'mine' })).json<{ id: string }>();
    const later = await member.patch(`/workloads/${own.id}`, loose, { version: 1 });
    expect(problemOf(later)[1]).toBe('permission_missing');
    expect((await owner.patch(`/workloads/${own.id}`, loose, { version: 1 })).status).toBe(200);
    expect((await member.patch('/organisation', {}, { version: 1 })).status).toBe(403);
  });
});

describe('a workload', () => {
  it('tells each limit in force, and where it comes from', async () => {
    await patch({ cap: { amount: '2.00', period: 'monthly' } });
    const made = await owner.post('/workloads', {
      name: 'limited',
      rpm: 7,
      budget: { amount: '5.00', period: 'daily' },
      protection: { mode: 'block' },
    });
    const { id } = made.json<{ id: string }>();
    expect((await gateway.chat()).status).toBe(200);
    const answer = await owner.get(`/workloads/${id}/effective`);
    const { money, binding, settings } = answer.json<{
      binding: string;
      money: { name: string; used: string; left: string; resets_at: string }[];
      settings: { name: string; value: string | null; source: string }[];
    }>();
    expect(binding).toBe('cap');
    const [budget, cap] = money;
    expect(budget).toMatchObject({
      name: 'budget',
      source: 'workload',
      amount: '5.00',
      used: '0.00',
    });
    expect(cap).toMatchObject({ name: 'cap', source: 'organisation', amount: '2.00' });
    expect(Number(cap?.used)).toBeGreaterThan(0);
    expect(Date.parse(budget?.resets_at ?? '')).toBeGreaterThan(Date.now());
    const of = (name: string) => settings.find((one) => one.name === name);
    expect(of('rpm')).toMatchObject({ value: '7', source: 'workload' });
    expect(of('tpm')).toMatchObject({ value: null, source: 'none' });
    expect(of('protection.mode')).toMatchObject({ value: 'block', source: 'workload' });
    expect(of('protection.answers')).toMatchObject({ value: 'off', source: 'organisation' });
    // No limit would be an answer that is given again for ever.
    const cache = of('response_cache.ttl_seconds');
    expect(cache).toMatchObject({ value: 'off', source: 'organisation' });
  });

  it('is called otherwise from then on', async () => {
    const { id } = (await owner.post('/workloads', { name: 'before' })).json<{ id: string }>();
    const renamed = await owner.patch(`/workloads/${id}`, { name: 'after' }, { version: 1 });
    expect(renamed.json()).toMatchObject({ id, name: 'after', settings: { name: 'after' } });
    await owner.post('/aliases', { name: 'one', targets: [{ model: 'sandbox/small' }] });
    const alias = await owner.patch('/aliases/one', { name: 'two' }, { version: 1 });
    expect(alias.json()).toMatchObject({ id: 'two', name: 'two', version: 2 });
    expect((await owner.get('/aliases/two')).status).toBe(200);
  });

  it('is cloned without its keys', async () => {
    const made = await owner.post('/workloads', { name: 'original', rpm: 11 });
    const { id } = made.json<{ id: string }>();
    await owner.post('/keys', { name: 'k', workload_id: id, env: 'test' });
    const clone = await owner.post(`/workloads/${id}/clone`, { name: 'copy' });
    expect([clone.status, clone.json()]).toMatchObject([
      201,
      { name: 'copy', version: 1, settings: { name: 'copy', rpm: 11 } },
    ]);
    const keys = await owner.get(`/keys?workload_id=${clone.json<{ id: string }>().id}`);
    expect(keys.json<{ data: object[] }>().data).toEqual([]);
    expect(problemOf(await owner.post(`/workloads/${id}/clone`, { name: 'copy' }))[1]).toBe(
      'name_taken',
    );
  });
});
