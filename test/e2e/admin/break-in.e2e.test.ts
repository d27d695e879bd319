import { connect } from 'node:net';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { send, type Answer } from '../../support/http.js';

const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_TRUSTED_PROXIES: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const { dataSource } = gateway.database.owner;

const codeOf = ({ status, text }: Answer) =>
  status < 400 ? status : (JSON.parse(text) as { code: string }).code;
interface Person {
  readonly id: string;
  readonly email: string;
  readonly version: number;
}
const personOf = async (email: string): Promise<Person> => {
  const { data } = (await owner.get('/members')).json<{ data: Person[] }>();
  return data.find((one) => one.email === email) as Person;
};
const change = async (email: string, patch: object) => {
  const { id, version } = await personOf(email);
  expect((await owner.patch(`/members/${id}`, patch, { version })).status).toBe(200);
};
const signIn = async (email: string) => {
  const client = new AdminClient(gateway.url);
  const answer = await client.signIn(email, OWNER.password);
  return { client, answer };
};
const totp = (secret: string, laterSeconds = 0) =>
  generateSync({ secret, epoch: Math.floor(gateway.clock.nowMs() / 1_000) + laterSeconds });
/** @returns the secret of their new second factor */
const withSecondFactor = async (client: AdminClient): Promise<string> => {
  const { secret } = (await client.post('/account/totp')).json<{ secret: string }>();
  await client.post('/account/totp/confirm', { code: totp(secret, -30) });
  return secret;
};
const actions = async (): Promise<string[]> => {
  const rows = await dataSource.query<{ action: string }[]>(
    `SELECT convert_from(entry, 'UTF8')::json -> 'detail' ->> 'action' AS action
      FROM audit_row WHERE type = 'admin' ORDER BY id`,
  );
  return rows.map(({ action }) => action);
};

// More requests than an address may send within a minute.
beforeEach(() => gateway.clock.skip(60_000));

describe('a path', () => {
  it.each(['/%61dmin/v1/', '/admin/v%31/', '/adm%69n/v1/'])(
    'is that of the administration however it is written: %s',
    async (front) => {
      const body = JSON.stringify({ email: OWNER.email, password: OWNER.password });
      const headers = { 'content-type': 'application/json' };
      const foreign = await send(`${gateway.url}${front}session`, {
        method: 'POST',
        headers,
        body,
      });
      expect(codeOf(foreign)).toBe('csrf');
      const own = { ...headers, 'sec-fetch-site': 'same-origin', 'x-gw-console': '1' };
      const sent = { method: 'POST', headers: own, body };
      expect((await send(`${gateway.url}${front}session`, sent)).status).toBe(200);
      expect(codeOf(await send(`${gateway.url}${front}workloads`))).toBe('sign_in_needed');
    },
  );

  it('that is written otherwise is counted like the others', async () => {
    gateway.clock.skip(60_000);
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) {
      statuses.push((await send(`${gateway.url}/%61dmin/v1/setup`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    gateway.clock.skip(60_000);
  });
});

describe('what somebody made or gave', () => {
  it.each([
    ['demoted', { role: 'auditor' }, { role: 'admin' }],
    ['disabled', { status: 'disabled' }, { status: 'active' }],
  ])('counts for nothing while they are %s', async (what, patch, back) => {
    const email = `${what}@example.com`;
    const admin = await owner.invited('admin', email);
    const { token } = (await admin.post('/tokens', { name: 'kept', role: 'admin' })).json<{
      token: string;
    }>();
    await admin.post('/invites', { email: `of-${email}`, role: 'member' });
    const invitation = await owner.tokenFor(`of-${email}`);
    const program = new AdminClient(gateway.url, token);
    expect((await program.get('/members')).status).toBe(200);
    await change(email, patch);
    expect((await program.get('/members')).status).toBe(401);
    const stranger = new AdminClient(gateway.url);
    const accept = { token: invitation, name: 'A friend', password: OWNER.password };
    expect(codeOf(await stranger.post('/invites/look', { token: invitation }))).toBe('not_found');
    expect(codeOf(await stranger.post('/invites/accept', accept))).toBe('not_found');
    await change(email, back);
    expect((await program.get('/members')).status).toBe(200);
    expect((await stranger.post('/invites/accept', accept)).status).toBe(201);
  });

  it('is revoked when they leave', async () => {
    const admin = await owner.invited('admin', 'leaver@example.com');
    const made = (await admin.post('/tokens', { name: 'left', role: 'auditor' })).json<{
      id: string;
      token: string;
    }>();
    const { id } = await personOf('leaver@example.com');
    expect((await owner.delete(`/members/${id}`)).status).toBe(204);
    expect((await new AdminClient(gateway.url, made.token).get('/session')).status).toBe(401);
    const { data } = (await owner.get('/tokens')).json<{
      data: { id: string; revoked_at: string | null }[];
    }>();
    expect(data.find((one) => one.id === made.id)?.revoked_at).not.toBeNull();
  });
});

describe('a role that is taken away', () => {
  it('does not come back by an edit of one’s own that was under way', async () => {
    const admin = await owner.invited('admin', 'racer@example.com');
    const { id, version } = await personOf('racer@example.com');
    // Every rename waits before it writes, until the role is gone.
    const runner = dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM member WHERE id = $1 FOR UPDATE', [id]);
    const renamed = admin.patch('/account', { name: 'Still an admin' });
    await new Promise<void>((done) => {
      const look = async (): Promise<void> => {
        const waiting = await dataSource.query<object[]>(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return waiting.length > 0 ? done() : look();
      };
      void look();
    });
    await runner.query(`UPDATE member SET role = 'auditor', version = $2 WHERE id = $1`, [
      id,
      version + 1,
    ]);
    await runner.commitTransaction();
    await runner.release();
    expect((await renamed).json()).toMatchObject({ name: 'Still an admin', role: 'auditor' });
    expect((await admin.get('/session')).json()).toMatchObject({ role: 'auditor' });
  });
});

describe('an owner', () => {
  it('is made, unmade, disabled and removed by who has just said who they are', async () => {
    await owner.invited('owner', 'second@example.com');
    await dataSource.query(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const { id, version } = await personOf('second@example.com');
    for (const answer of [
      await owner.patch(`/members/${id}`, { role: 'admin' }, { version }),
      await owner.patch(`/members/${id}`, { status: 'disabled' }, { version }),
      await owner.delete(`/members/${id}`),
    ]) {
      expect(codeOf(answer)).toBe('step_up_needed');
    }
    await owner.post('/session/step-up', { password: OWNER.password });
    expect((await owner.delete(`/members/${id}`)).status).toBe(204);
  });
});

describe('the code of a second factor', () => {
  it('is not tried more often for knowing the password', async () => {
    const victim = await owner.invited('admin', 'victim@example.com');
    const secret = await withSecondFactor(victim);
    const answers: (string | number)[] = [];
    for (let round = 0; round < 3; round++) {
      const { client } = await signIn('victim@example.com');
      for (let n = 0; n < 4; n++) {
        answers.push(codeOf(await client.post('/session/totp', { code: '000000' })));
      }
    }
    expect(answers.filter((one) => one === 'code_wrong')).toHaveLength(5);
    const { client } = await signIn('victim@example.com');
    expect(codeOf(await client.post('/session/totp', { code: totp(secret) }))).toBe(
      'sign_in_limited',
    );
    await dataSource.query('DELETE FROM sign_in_failure');
    expect(codeOf(await client.post('/session/totp', { code: totp(secret) }))).toBe(200);
  });

  it('is tried no more often by many at once, who stop nobody else', async () => {
    await owner.invited('admin', 'many@example.com').then(withSecondFactor);
    const { client } = await signIn('many@example.com');
    const tries = Array.from({ length: 50 }, () =>
      client.post('/session/totp', { code: '000000' }),
    );
    const other = owner.get('/workloads');
    const codes = (await Promise.all(tries)).map(codeOf);
    expect(codes.filter((one) => one === 'code_wrong')).toHaveLength(5);
    expect((await other).status).toBe(200);
    await dataSource.query('DELETE FROM sign_in_failure');
  });

  it('is guessed by nobody until its owner cannot come in', async () => {
    const home = { headers: { 'x-forwarded-for': '192.0.2.1' } };
    const elsewhere = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}` } });
    const email = 'besieged@example.com';
    const person = await owner.invited('admin', email);
    const { secret } = (await person.post('/account/totp', {}, home)).json<{ secret: string }>();
    await person.post('/account/totp/confirm', { code: totp(secret, -30) }, home);
    const at = async (place: typeof home, code: string) => {
      const client = new AdminClient(gateway.url);
      await client.post('/session', { email, password: OWNER.password }, place);
      return codeOf(await client.post('/session/totp', { code }, place));
    };
    const guesses: (string | number)[] = [];
    for (let n = 0; n < 8; n++) guesses.push(await at(elsewhere(n), '000000'));
    // However many networks they have, strangers have five tries.
    expect(guesses.filter((one) => one === 'code_wrong')).toHaveLength(5);
    expect(await at(elsewhere(9), totp(secret))).toBe('sign_in_limited');
    expect(await at(home, totp(secret))).toBe(200);
    // That the owner came in gives the others no more of them.
    expect(await at(elsewhere(10), totp(secret))).toBe('sign_in_limited');
    const codes: (string | number)[] = [];
    const stepUp = (code: string) => person.post('/session/step-up', { code }, home);
    for (let n = 0; n < 6; n++) codes.push(codeOf(await stepUp('000000')));
    expect(codes.slice(4)).toEqual(['code_wrong', 'sign_in_limited']);
    // What a session has used up is its own.
    expect(await at(home, totp(secret, 30))).toBe(200);
    await dataSource.query('DELETE FROM sign_in_failure');
  });

  it('counts once, and so does a recovery code, whoever comes at the same time', async () => {
    const client = await owner.invited('auditor', 'twice@example.com');
    const { secret } = (await client.post('/account/totp')).json<{ secret: string }>();
    const confirmed = await client.post('/account/totp/confirm', { code: totp(secret, -30) });
    const { recovery_codes: codes } = confirmed.json<{ recovery_codes: string[] }>();
    for (const code of [totp(secret), codes[0]]) {
      const both = await Promise.all([signIn('twice@example.com'), signIn('twice@example.com')]);
      const answers = await Promise.all(
        both.map((one) => one.client.post('/session/totp', { code })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    }
  });

  it('that the organisation asks for is not spared by having come another way before', async () => {
    const member = await owner.invited('member', 'linked@example.com');
    const { id } = await personOf('linked@example.com');
    await dataSource.query(`UPDATE member SET oidc_subject = 'linked' WHERE id = $1`, [id]);
    await dataSource.query(
      `INSERT INTO security_settings (org_id, settings)
        SELECT org_id, '{"totp":"required","domains":[],"oidc":null}' FROM member LIMIT 1`,
    );
    expect(codeOf(await member.get('/workloads'))).toBe('totp_needed');
    await dataSource.query('UPDATE member_session SET is_sso = true WHERE member_id = $1', [id]);
    expect(codeOf(await member.get('/workloads'))).toBe(200);
    await dataSource.query('DELETE FROM security_settings');
  });
});

describe('a password', () => {
  it('is tried five times, also by many at once', async () => {
    const tries = Array.from({ length: 20 }, () =>
      new AdminClient(gateway.url).signIn('guessed@example.com', 'wrong wrong wrong'),
    );
    const codes = (await Promise.all(tries)).map(codeOf);
    expect(codes.filter((one) => one === 'sign_in_failed')).toHaveLength(5);
  });

  it('that is new ends the links that were sent for another one', async () => {
    const client = await owner.invited('auditor', 'fresh@example.com');
    await new AdminClient(gateway.url).post('/password/forgot', { email: 'fresh@example.com' });
    const token = await owner.tokenFor('fresh@example.com');
    const password = 'a password of my own';
    await client.post('/account/password', { current: OWNER.password, password });
    const reset = await new AdminClient(gateway.url).post('/password/reset', { token, password });
    expect(codeOf(reset)).toBe('not_found');
  });

  it('is not hashed for a link that nobody was sent', async () => {
    const token = 'x'.repeat(43);
    const slow = { token, password: OWNER.password };
    const begun = performance.now();
    for (let n = 0; n < 10; n++) await new AdminClient(gateway.url).post('/password/reset', slow);
    const ofLinks = performance.now() - begun;
    const again = performance.now();
    await new AdminClient(gateway.url).signIn('nobody@example.com', OWNER.password);
    expect(ofLinks / 10).toBeLessThan(performance.now() - again);
    gateway.clock.skip(60_000);
  });

  it('is told from no other by what is kept of a request', async () => {
    const password = { password: OWNER.password };
    await owner.post('/session/step-up', password, { headers: { 'idempotency-key': 'k1' } });
    const [row] = await dataSource.query<{ same: boolean }[]>(
      `SELECT request_hash = sha256(convert_to($1, 'UTF8')) AS same FROM admin_request WHERE key = 'k1'`,
      [JSON.stringify(['/admin/v1/session/step-up', password])],
    );
    expect(row).toEqual({ same: false });
  });
});

const member = await owner.invited('member', 'policy@example.com');

describe('a member', () => {
  const workload = async (client: AdminClient, name: string, more: object = {}) =>
    client.post('/workloads', { name, ...more });
  const until = '2099-01-01T00:00:00Z';

  it.each([
    [
      'of protection',
      { protection: { exceptions: [{ kinds: ['email'], reason: 'because', until }] } },
    ],
    ['of a path', { forward: ['/v1/**'] }],
  ])('makes no exception %s', async (what, more) => {
    const name = `exception-${what.split(' ').at(-1)}`;
    expect(codeOf(await workload(member, name, more))).toBe('permission_missing');
    const plain = (await workload(member, name)).json<{ id: string }>();
    const patched = await member.patch(`/workloads/${plain.id}`, more, { version: 1 });
    expect(codeOf(patched)).toBe('permission_missing');
    expect(codeOf(await owner.patch(`/workloads/${plain.id}`, more, { version: 1 }))).toBe(200);
  });

  it('is not told where alerts go: who has such an address may write there', async () => {
    const alerts = {
      webhooks: [
        {
          name: 'chat',
          url: 'https://hooks.example.com/services/T0KEN',
          secret: { value: 'a webhook secret of its own' },
        },
      ],
    };
    const { version } = (await owner.get('/organisation')).json<{ version: number }>();
    const changed = await owner.patch('/organisation', { alerts }, { version });
    expect(changed.status, changed.text).toBe(200);
    const auditor = await owner.invited('auditor', 'alerts@example.com');
    expect((await auditor.get('/organisation')).text).toContain('T0KEN');
    const seen = await member.get('/organisation');
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain('hooks.example.com');
  });

  it('protects less than the organisation only where an administrator wants it', async () => {
    await dataSource.query(
      `UPDATE organisation SET settings = jsonb_set(settings, '{protection}',
        (settings -> 'protection') || '{"allow_weaker_overrides":true,"mode":"mask"}')`,
    );
    const weak = { protection: { mode: 'allow_log' } };
    expect(codeOf(await workload(member, 'weak', weak))).toBe('permission_missing');
    expect(codeOf(await workload(member, 'strong', { protection: { mode: 'block' } }))).toBe(201);
    const { data } = (await member.get('/workloads')).json<{
      data: { id: string; name: string }[];
    }>();
    const strong = data.find(({ name }) => name === 'strong')?.id;
    const softer = await member.patch(`/workloads/${strong}`, weak, { version: 1 });
    expect(codeOf(softer)).toBe('permission_missing');
    await dataSource.query(`UPDATE member_session SET stepped_up_at = now() - interval '1 day'`);
    const asOwner = () => owner.patch(`/workloads/${strong}`, weak, { version: 1 });
    expect(codeOf(await asOwner())).toBe('step_up_needed');
    await owner.post('/session/step-up', { password: OWNER.password });
    expect(codeOf(await asOwner())).toBe(200);
  });

  it('grants itself no money: limits that it has go down, and an administrator raises them', async () => {
    interface Made {
      readonly id: string;
      readonly settings: { budget: object };
    }
    const made = (await workload(member, 'frugal', { rpm: 5 })).json<Made>();
    expect(made.settings.budget).toMatchObject({ amount: '5.00', period: 'monthly' });
    const budget = (amount: string, more: object = {}) => ({
      budget: { amount, period: 'monthly', ...more },
    });
    for (const more of [
      budget('5.01'),
      { budget: null },
      { budget: { amount: '1.00', period: 'daily' } },
    ]) {
      expect(codeOf(await workload(member, 'greedy', more))).toBe('permission_missing');
    }
    const path = `/workloads/${made.id}`;
    const override = { override: { amount: '99.00', until } };
    const raises = [budget('6.00'), budget('5.00', override), { budget: null }, { rpm: null }];
    for (const more of [...raises, { rpm: 6 }]) {
      expect(codeOf(await member.patch(path, more, { version: 1 }))).toBe('permission_missing');
    }
    expect(codeOf(await member.patch(path, budget('3.00'), { version: 1 }))).toBe(200);
    expect(codeOf(await owner.patch(path, budget('50.00'), { version: 2 }))).toBe(200);
    // What was given to one is not doubled by another one like it.
    const cloned = await member.post(`${path}/clone`, { name: 'frugal-too' });
    expect(codeOf(cloned)).toBe('permission_missing');
    expect(codeOf(await member.patch(path, { rpm: 4 }, { version: 3 }))).toBe(200);
  });

  it('owns so many workloads, and no more', async () => {
    const many = await owner.invited('member', 'many-workloads@example.com');
    for (let n = 0; n < 10; n++) {
      expect(codeOf(await workload(many, `of-many-${n}`))).toBe(201);
    }
    expect(codeOf(await workload(many, 'of-many-10'))).toBe('conflict');
  });

  it('owns nothing that everybody is sent to', async () => {
    expect(codeOf(await workload(member, 'playground'))).toBe('permission_missing');
    const plain = (await workload(member, 'to-rename')).json<{ id: string }>();
    const renamed = await member.patch(
      `/workloads/${plain.id}`,
      { name: 'playground' },
      { version: 1 },
    );
    expect(codeOf(renamed)).toBe('permission_missing');
  });

  it('is on record with what was denied to it', async () => {
    const denied = (await actions()).filter((one) => one === 'denied');
    expect(denied.length).toBeGreaterThanOrEqual(6);
  });
});

describe('what nobody signs in for', () => {
  it('is on record all the same', async () => {
    const client = await owner.invited('auditor', 'trail@example.com');
    await new AdminClient(gateway.url).post('/password/forgot', { email: 'trail@example.com' });
    const token = await owner.tokenFor('trail@example.com');
    await new AdminClient(gateway.url).post('/password/reset', { token, password: OWNER.password });
    const { client: again } = await signIn('trail@example.com');
    await again.delete('/session');
    expect((await client.get('/session')).status).toBe(401);
    expect((await actions()).slice(-3)).toEqual(['password.reset', 'session.start', 'session.end']);
  });

  it('takes as long for a stranger’s address as for a member’s', async () => {
    const timed = async (email: string) => {
      const begun = performance.now();
      await new AdminClient(gateway.url).post('/password/forgot', { email });
      return performance.now() - begun;
    };
    await owner.invited('auditor', 'timed@example.com');
    for (const email of ['timed@example.com', 'nobody@example.com']) {
      expect(await timed(email)).toBeGreaterThan(249);
    }
  });
});

describe('a name', () => {
  it.each(['two\nlines', 'a\u0000b', 'right\u202Eleft', '\ud800', ''])(
    'is one line that every list can show: %j',
    async (name) => {
      expect(codeOf(await owner.patch('/account', { name }))).toBe('invalid');
      expect(codeOf(await owner.post('/tokens', { name, role: 'auditor' }))).toBe('invalid');
    },
  );
});

describe('a socket', () => {
  it('that sends half a body is closed, whoever it is', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise<string>((done) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => done(text));
      socket.on('error', () => done(text));
    });
    const { alarms } = gateway.clock;
    socket.write(
      `POST /admin/v1/session HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\nx-gw-console: 1\r\n` +
        `content-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    while (gateway.clock.alarms === alarms) await new Promise((done) => setImmediate(done));
    gateway.clock.skip(10_000);
    expect(await closed).not.toContain(' 200 ');
  });
});

describe('what a member grants to a workload of their own', () => {
  const STORE = `vs_gw_${'0'.repeat(32)}`;
  const tools = async (client: AdminClient, wanted: object) =>
    client.post('/workloads', { name: `own-${(made += 1)}`, ...wanted });
  let made = 0;

  it('is nothing that no workload of theirs has: tools and stores', async () => {
    const office = await owner.post('/providers', {
      name: 'office',
      family: 'mcp',
      base_url: 'https://tools.example.com/mcp',
      models: ['echo', 'pay'].map((id) => ({
        id,
        price: 'free',
        tool: { description: 'Does it.', input_schema: { type: 'object' } },
      })),
    });
    expect(office.status, office.text).toBe(201);
    const member = await owner.invited('member', 'granted@example.com');
    for (const grants of [
      { tools: ['office/*'] },
      { tools: ['office/echo'] },
      { knowledge: [STORE] },
    ]) {
      expect(codeOf(await tools(member, grants))).toBe('permission_missing');
    }
    const own = (await tools(member, {})).json<{ id: string }>();
    const versionOf = async () =>
      (await owner.get(`/workloads/${own.id}`)).json<{ version: number }>().version;
    const change = async (client: AdminClient, grants: object) =>
      client.patch(`/workloads/${own.id}`, grants, { version: await versionOf() });
    for (const grants of [{ tools: ['office/echo'] }, { knowledge: [STORE] }]) {
      expect(codeOf(await change(member, grants))).toBe('permission_missing');
    }

    expect(codeOf(await change(owner, { tools: ['office/echo'], knowledge: [STORE] }))).toBe(200);
    expect(codeOf(await change(member, { rpm: 5 }))).toBe(200);
    expect(codeOf(await change(member, { tools: ['office/echo', 'office/pay'] }))).toBe(
      'permission_missing',
    );
    expect(codeOf(await change(member, { tools: ['office/*'] }))).toBe('permission_missing');
    expect(codeOf(await tools(member, { tools: ['office/echo'], knowledge: [STORE] }))).toBe(201);
    expect(codeOf(await member.post(`/workloads/${own.id}/clone`, { name: 'cloned' }))).toBe(201);
    expect(codeOf(await change(owner, { tools: ['office/*'] }))).toBe(200);
    expect(codeOf(await tools(member, { tools: ['office/pay'] }))).toBe(201);
    expect(codeOf(await change(member, { tools: [], knowledge: [] }))).toBe(200);
  });

  it('is not taken over with a workload that is somebody else’s', async () => {
    const other = await owner.invited('member', 'ungranted@example.com');
    expect(codeOf(await tools(other, { tools: ['office/echo'] }))).toBe('permission_missing');
  });
});
