import { describe, expect, it } from 'vitest';
import { Housekeeping } from '#operations';
import { KeyUses } from '#workloads';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';
import { StatementGate } from '../../support/statement-gate.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const sql = gateway.database.owner.dataSource;
const MINUTE_MS = 60_000;

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly status: string;
  readonly secret: string;
  readonly version: number;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly rotated_to: string | null;
}
interface Answer {
  readonly status: number;
  readonly text: string;
}
const codeOf = ({ status, text }: Answer) => [status, (JSON.parse(text) as { code: string }).code];
const workloads = (await owner.get('/workloads')).json<{
  data: { id: string; version: number }[];
}>();
const workloadId = workloads.data[0]?.id ?? '';
const aKey = (more: object = {}) => ({ name: 'ci', workload_id: workloadId, env: 'test', ...more });
const made = async (more: object = {}) => (await owner.post('/keys', aKey(more))).json<Key>();
const list = async (query = '', client = owner) =>
  (await client.get(`/keys${query}`)).json<{ data: Key[]; next_cursor: string | null }>();
const find = async (id: string) => (await owner.get(`/keys/${id}`)).json<Key>();
const call = (secret: string) =>
  gateway.chat({}, { headers: { authorization: `Bearer ${secret}` } });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');

describe('a key', () => {
  it('is shown once, serves at once, and no later answer holds its secret', async () => {
    const key = await made({ expires_at: inAnHour() });
    expect(key.secret).toMatch(new RegExp(`^${key.prefix}_`));
    expect((await call(key.secret)).status).toBe(200);
    const answers = await Promise.all([owner.get('/keys'), owner.get(`/keys/${key.id}`)]);
    expect(answers.map(({ text }) => text.includes(key.secret))).toEqual([false, false]);
    const rows = await sql.query<{ entry: Buffer }[]>('SELECT entry FROM audit_row');
    expect(rows.filter(({ entry }) => entry.includes(key.secret))).toEqual([]);
    expect(rows.some(({ entry }) => entry.includes('key.create'))).toBe(true);
  });

  it('tells within a minute when it was last used', async () => {
    const { id, secret } = await made();
    expect((await find(id)).last_used_at).toBeNull();
    await call(secret);
    gateway.clock.skip(MINUTE_MS);
    const used = await waitFor('its use', async () => (await find(id)).last_used_at ?? undefined);
    expect(Math.abs(Date.now() - Date.parse(used ?? ''))).toBeLessThan(MINUTE_MS);
  });

  it('that served while uses were written has its own written at the end', async () => {
    const [first, second] = [await made(), await made()];
    const gate = new StatementGate(gateway.database.url);
    const uses = gateway.app.get(KeyUses);
    await call(first.secret);
    await gate.shut({ table: 'virtual_key', on: 'UPDATE' });
    const written = uses.flush();
    await gate.reached();
    await call(second.secret);
    const stopped = uses.stop();
    await gate.open();
    await Promise.all([written, stopped, gate.close()]);
    uses.start();
    expect((await find(first.id)).last_used_at).not.toBeNull();
    expect((await find(second.id)).last_used_at).not.toBeNull();
  });

  it('that is revoked is refused at once, and is not changed any more', async () => {
    const { id, secret } = await made();
    const answer = await owner.post(`/keys/${id}/revoke`);
    expect(answer.json<Key>().status).toBe('revoked');
    expect((await call(secret)).status).toBe(401);
    const late = await owner.patch(`/keys/${id}`, { name: 'again' }, { version: 1 });
    expect(codeOf(late)).toEqual([409, 'conflict']);
  });

  it('that is rotated goes on for the overlap, beside the one that takes its place', async () => {
    const old = await made({ name: 'rotated' });
    const answer = await owner.post(`/keys/${old.id}/rotate`, { overlap_s: 600 });
    const fresh = answer.json<Key>();
    expect([answer.status, fresh.name]).toEqual([201, 'rotated']);
    expect((await call(old.secret)).status).toBe(200);
    expect((await call(fresh.secret)).status).toBe(200);
    const left = Date.parse((await find(old.id)).expires_at ?? '') - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThan(601_000);
    expect(codeOf(await owner.post(`/keys/${old.id}/rotate`))).toEqual([409, 'conflict']);
  });

  it('that is rotated without an overlap ends at once', async () => {
    const old = await made();
    const fresh = (await owner.post(`/keys/${old.id}/rotate`)).json<Key>();
    expect((await call(old.secret)).status).toBe(401);
    expect((await call(fresh.secret)).status).toBe(200);
    expect(await find(old.id)).toMatchObject({ status: 'revoked', rotated_to: fresh.id });
  });

  it('is rotated with others at once, by who says again that it is them: all of them or none', async () => {
    const many = [await made({ name: 'one' }), await made({ name: 'two' }), await made()];
    const ids = many.map(({ id }) => id);
    const answer = await owner.post('/keys/rotate', { ids: ids.slice(0, 2), overlap_s: 600 });
    const { keys } = answer.json<{ keys: Key[] }>();
    expect([answer.status, keys.map(({ name }) => name)]).toEqual([201, ['one', 'two']]);
    for (const { secret } of [...many, ...keys]) expect((await call(secret)).status).toBe(200);
    const again = await owner.post('/keys/rotate', { ids: [ids[2], ids[0]] });
    expect([...codeOf(again), again.json<{ errors: object[] }>().errors]).toEqual([
      409,
      'conflict',
      [{ path: 'ids[1]', message: `The key ${keys[0]?.id} takes its place already.` }],
    ]);
    expect(await find(ids[2] ?? '')).toMatchObject({ status: 'active', rotated_to: null });
    const logged = await owner.get('/activity?limit=3&action=key');
    expect(
      logged
        .json<{ data: { action: string }[] }>()
        .data.map(({ action }) => action)
        .toSorted(),
    ).toEqual(['key.rotate', 'key.rotate', 'key.rotate_many']);
    expect(codeOf(await owner.post('/keys/rotate', { ids: [] }))).toEqual([422, 'invalid']);
    await sql.query(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    expect(codeOf(await owner.post('/keys/rotate', { ids: [ids[2]] }))).toEqual([
      403,
      'step_up_needed',
    ]);
    await sql.query('UPDATE member_session SET stepped_up_at = now()');
  });

  it('is changed on its version alone', async () => {
    const { id } = await made();
    const changed = await owner.patch(
      `/keys/${id}`,
      { name: 'other', expires_at: inAnHour() },
      { version: 1 },
    );
    expect(changed.json<Key>()).toMatchObject({ name: 'other', version: 2 });
    expect(codeOf(await owner.patch(`/keys/${id}`, { name: 'x' }, { version: 1 }))).toEqual([
      412,
      'version_changed',
    ]);
    expect(codeOf(await owner.patch(`/keys/${id}`, { name: 'x' }))[0]).toBe(428);
    const never = await owner.patch(`/keys/${id}`, { expires_at: null }, { version: 2 });
    expect(never.json<Key>()).toMatchObject({ name: 'other', expires_at: null });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ env: 'production' }, 'env'],
    [{ workload_id: '0193e3a0-0000-7000-8000-000000000000' }, 'workload_id'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ colour: 'red' }, 'colour'],
  ])('that cannot be made is refused by the field: %j', async (wrong, path) => {
    const answer = await owner.post('/keys', aKey(wrong));
    const { errors } = answer.json<{ errors: { path: string }[] }>();
    expect([answer.status, errors[0]?.path]).toEqual([422, path]);
  });
});

describe('who may', () => {
  it('make a key for production: only who has verified an e-mail address', async () => {
    const refused = await owner.post('/keys', aKey({ env: 'live' }));
    expect(codeOf(refused)).toEqual([403, 'email_not_verified']);
    const admin = await aMember(gateway, 'admin');
    const key = (await admin.post('/keys', aKey({ env: 'live' }))).json<Key>();
    expect(key.prefix).toMatch(/^gw_live_/);
    expect(codeOf(await owner.post(`/keys/${key.id}/rotate`))).toEqual([403, 'email_not_verified']);
  });

  it('see and change it: members those of their own workloads, auditors none', async () => {
    const foreign = await made();
    const [member, auditor] = [await aMember(gateway, 'member'), await aMember(gateway, 'auditor')];
    expect((await list('', member)).data).toEqual([]);
    expect((await member.get(`/keys/${foreign.id}`)).status).toBe(404);
    expect((await member.post(`/keys/${foreign.id}/revoke`)).status).toBe(404);
    expect((await member.post('/keys', aKey())).status).toBe(422);
    const own = (await member.post('/workloads', { name: 'mine' })).json<{ id: string }>();
    const key = (await member.post('/keys', aKey({ workload_id: own.id }))).json<Key>();
    expect((await list('', member)).data.map(({ id }) => id)).toEqual([key.id]);
    expect((await list('?limit=200', auditor)).data.length).toBeGreaterThan(2);
    expect(codeOf(await auditor.post('/keys', aKey()))).toEqual([403, 'permission_missing']);
  });
});

describe('the list', () => {
  it('comes in the order that was asked for, page by page, and filtered', async () => {
    for (const name of ['zeta', 'eta', 'theta']) await made({ name });
    const names: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 50; pages++) {
      const query = `?sort=-name&limit=3&status=active&env=test&workload_id=${workloadId}`;
      const page = await list(query + (cursor && `&cursor=${cursor}`));
      names.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(names.toSorted().toReversed());
    expect(names[0]).toBe('zeta');
    const active = (await list(`?limit=200&status=active&env=test&workload_id=${workloadId}`)).data;
    expect(names).toHaveLength(active.length);
    const revoked = await list('?status=revoked');
    expect(new Set(revoked.data.map(({ status }) => status))).toEqual(new Set(['revoked']));
  });

  it.each([
    'created_at',
    '-created_at',
    'expires_at',
    '-expires_at',
    'last_used_at',
    '-last_used_at',
  ])('goes through all of them once by %s', async (sort) => {
    const all = (await list('?limit=200')).data.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 50; pages++) {
      const page = await list(`?sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen.toSorted()).toEqual(all.toSorted());
  });

  it('takes no cursor of another list', async () => {
    const { next_cursor: cursor } = await list('?limit=1&sort=name');
    expect((await owner.get(`/keys?sort=created_at&cursor=${cursor}`)).status).toBe(422);
  });
});

describe('Idempotency-Key', () => {
  const twice = { headers: { 'idempotency-key': 'make-it-once' } };

  it('answers the same request with the same key once more, and makes one', async () => {
    const body = aKey({ name: 'once' });
    const both = await Promise.all([
      owner.post('/keys', body, twice),
      owner.post('/keys', body, twice),
    ]);
    const later = await owner.post('/keys', body, twice);
    expect([...both, later].map(({ status }) => status)).toEqual([201, 201, 201]);
    const secrets = [...both, later].map((answer) => answer.json<Key>().secret);
    expect(new Set(secrets).size).toBe(1);
    expect((await list('?limit=200')).data.filter(({ name }) => name === 'once')).toHaveLength(1);
    const kept = await sql.query<{ answer: Buffer }[]>('SELECT answer FROM admin_request');
    expect(kept).toHaveLength(1);
    expect(kept[0]?.answer.includes(secrets[0] ?? '')).toBe(false);
  });

  it('shows a secret again for minutes, and then says that it was shown', async () => {
    const again = { headers: { 'idempotency-key': 'shown' } };
    const age = (minutes: number) =>
      sql.query(
        `UPDATE admin_request SET shown_until = shown_until - $1 * interval '1 minute' WHERE key = 'shown'`,
        [minutes],
      );
    const requests = [
      () => owner.post('/keys', aKey({ name: 'shown' }), again),
      () => owner.post('/tokens', { name: 'shown', role: 'auditor' }, again),
      () => owner.post('/account/totp', {}, again),
    ];
    for (const ask of requests) {
      const made = await ask();
      expect(made.status).toBeLessThan(300);
      await age(9);
      expect((await ask()).text).toBe(made.text);
      await age(1);
      expect(codeOf(await ask())).toEqual([409, 'conflict']);
      await gateway.app.get(Housekeeping).tidy();
      const [kept] = await sql.query<{ answer: Buffer }[]>(
        `SELECT answer FROM admin_request WHERE key = 'shown'`,
      );
      expect(kept?.answer).toHaveLength(0);
      expect(codeOf(await ask())).toEqual([409, 'conflict']);
      await sql.query(`DELETE FROM admin_request WHERE key = 'shown'`);
    }
  });

  it('makes one of two at once that both have found nothing', async () => {
    const headers = { headers: { 'idempotency-key': 'at-once' } };
    const holder = sql.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE admin_request IN SHARE ROW EXCLUSIVE MODE');
    const body = aKey({ name: 'at once' });
    const both = [owner.post('/keys', body, headers), owner.post('/keys', body, headers)];
    await waitFor('both to stand at the claim', async () => {
      const rows = await sql.query<object[]>(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'admin_request'::regclass`,
      );
      return rows.length === 2;
    });
    await holder.commitTransaction();
    await holder.release();
    const secrets = (await Promise.all(both)).map((answer) => answer.json<Key>().secret);
    expect(new Set(secrets).size).toBe(1);
    expect((await list('?limit=200')).data.filter(({ name }) => name === 'at once')).toHaveLength(
      1,
    );
  });

  it('refuses another request', async () => {
    const other = await owner.post('/keys', aKey({ name: 'twice' }), twice);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('is its own for everybody, and forgotten after a day', async () => {
    const admin = await aMember(gateway, 'admin');
    expect((await admin.post('/keys', aKey({ name: 'hers' }), twice)).status).toBe(201);
    await sql.query(`UPDATE admin_request SET created_at = created_at - interval '25 hours'`);
    const again = await owner.post('/keys', aKey({ name: 'twice' }), twice);
    expect([again.status, again.json<Key>().name]).toEqual([201, 'twice']);
  });

  it('of what failed holds nothing', async () => {
    const headers = { headers: { 'idempotency-key': 'failed' } };
    expect((await owner.post('/keys', aKey({ env: 'live' }), headers)).status).toBe(403);
    expect((await owner.post('/keys', aKey(), headers)).status).toBe(201);
  });
});
