import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';
import { UPSTREAM_KEY } from '../../support/test-sandbox.js';

const gateway = await startGateway(
  {},
  {
    managedBy: 'console',
    env: {
      GW_OUTBOUND_HOSTS: '127.0.0.1',
      GW_TOOL_COMMANDS: JSON.stringify({ files: { command: ['/bin/true'] } }),
    },
  },
);
const owner = await AdminClient.setUp(gateway);
const admin = await aMember(gateway, 'admin');
const sql = gateway.database.owner.dataSource;

interface Provider {
  readonly id: string;
  readonly version: number;
  readonly settings: { readonly secret?: object; readonly base_url: string };
  readonly secret: {
    readonly last4: string;
    readonly fingerprint: string;
    readonly env: string;
  } | null;
}
interface Answer {
  readonly status: number;
  readonly text: string;
}
const problemOf = ({ status, text }: Answer) => {
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { path: string }[] };
  return [status, code, errors[0]?.path];
};
const base = `${gateway.sandbox.url}/v1`;
const price = { currency: 'EUR', input: '1.00', output: '2.00' };
const aProvider = (name: string, more: object = {}) => ({
  name,
  family: 'custom',
  base_url: base,
  models: [{ id: 'small', price }],
  secret: { value: UPSTREAM_KEY },
  ...more,
});
const made = async (name: string, more: object = {}, client = owner) =>
  (await client.post('/providers', aProvider(name, more))).json<Provider>();
const stored = () =>
  sql.query<{ id: string; sealed: Buffer }[]>('SELECT id, sealed FROM provider_secret');

describe('a provider', () => {
  it('serves at once with the secret that was typed in, which nothing shows again', async () => {
    const provider = await made('typed');
    expect(provider.settings.secret).toBeUndefined();
    expect(provider.secret).toMatchObject({ last4: UPSTREAM_KEY.slice(-4), env: null });
    expect((await gateway.chat({ model: 'typed/small' })).status).toBe(200);
    const answers = [await owner.get('/providers'), await owner.get('/providers/typed')];
    const entries = await sql.query<{ entry: Buffer }[]>('SELECT entry FROM audit_row');
    const settings = await sql.query<{ settings: object }[]>('SELECT settings FROM provider');
    const kept = (await stored()).map(({ sealed }) => sealed.toString('latin1'));
    const told = [
      ...answers.map(({ text }) => text),
      ...entries.map(({ entry }) => entry.toString()),
      JSON.stringify(settings),
      ...kept,
      gateway.log.lines.join('\n'),
    ];
    expect(told.filter((text) => text.includes(UPSTREAM_KEY))).toEqual([]);
    expect(entries.some(({ entry }) => entry.includes(provider.secret?.fingerprint ?? '?'))).toBe(
      true,
    );
  });

  it('takes another secret as a whole; the one before is forgotten', async () => {
    const { secret } = await made('replaced', { secret: { value: 'not the right one at all' } });
    expect((await gateway.chat({ model: 'replaced/small' })).status).toBe(502);
    const count = (await stored()).length;
    const changed = await owner.patch(
      '/providers/replaced',
      { secret: { value: UPSTREAM_KEY } },
      { version: 1 },
    );
    expect(changed.json<Provider>().secret?.fingerprint).not.toBe(secret?.fingerprint);
    expect((await gateway.chat({ model: 'replaced/small' })).status).toBe(200);
    expect((await stored()).length).toBe(count);
    const without = await owner.patch('/providers/replaced', { secret: null }, { version: 2 });
    expect(without.json<Provider>().secret).toBeNull();
    expect((await stored()).length).toBe(count - 1);
  });

  it('lends its secret to no other, which could have it sent anywhere', async () => {
    const { secret } = await made('lender');
    const borrowed = { secret: { fingerprint: secret?.fingerprint } };
    const borrower = await owner.post('/providers', aProvider('borrower', borrowed));
    expect(problemOf(borrower)).toEqual([422, 'invalid', 'secret']);
    await made('other', { secret: { value: 'a secret of its own' } });
    const taken = await owner.patch('/providers/other', borrowed, { version: 1 });
    expect(problemOf(taken)).toEqual([422, 'invalid', 'secret']);
  });

  it('keeps its secret when something else is changed, or when its fingerprint is sent back', async () => {
    const { secret } = await made('kept');
    const named = await owner.patch('/providers/kept', { region: 'eu' }, { version: 1 });
    expect(named.json<Provider>().secret).toEqual(secret);
    const { fingerprint = '' } = secret ?? {};
    const back = await owner.patch('/providers/kept', { secret: { fingerprint } }, { version: 2 });
    expect(back.json<Provider>().secret).toEqual(secret);
    expect((await gateway.chat({ model: 'kept/small' })).status).toBe(200);
  });

  it('does not take its secret along to another host', async () => {
    await made('moving');
    const elsewhere = { base_url: 'https://example.org/v1' };
    const refused = await owner.patch('/providers/moving', elsewhere, { version: 1 });
    expect(problemOf(refused)).toEqual([422, 'invalid', 'secret']);
    const again = { ...elsewhere, secret: { value: 'a secret for the other host' } };
    expect((await owner.patch('/providers/moving', again, { version: 1 })).status).toBe(200);
  });

  it('does not send the secret of an OAuth client anywhere but where it was exchanged', async () => {
    const server = {
      family: 'mcp',
      base_url: 'https://tools.example.org/mcp',
      token_url: 'https://login.example.org/token',
      oauth: { client_id: 'gateway' },
      models: [],
    };
    const inside = await owner.post(
      '/providers',
      aProvider('tools', { ...server, token_url: 'https://10.0.0.1/token' }),
    );
    expect(problemOf(inside)).toEqual([422, 'invalid', 'token_url']);
    await made('tools', server);
    const change = async (patch: object) =>
      problemOf(await owner.patch('/providers/tools', patch, { version: 1 }));
    const again = [422, 'invalid', 'secret'];
    expect(await change({ token_url: 'https://example.org/token' })).toEqual(again);
    // Then the tool server itself would be sent it.
    expect(await change({ token_url: null, oauth: null })).toEqual(again);
    const scoped = await owner.patch(
      '/providers/tools',
      { oauth: { scope: 'tools.call' } },
      { version: 1 },
    );
    expect(scoped.json<Provider>().settings).toMatchObject({
      oauth: { client_id: 'gateway', scope: 'tools.call', sent_by: 'basic' },
    });
  });

  it('is trusted with values by people alone, at one address', async () => {
    const { token } = (await owner.post('/tokens', { name: 'ci', role: 'admin' })).json<{
      token: string;
    }>();
    const program = new AdminClient(gateway.url, token);
    const server = { family: 'mcp', base_url: `${gateway.sandbox.url}/mcp`, models: [] };
    await made('tool-server', server, program);
    const change = (client: AdminClient, patch: object, version: number) =>
      client.patch('/providers/tool-server', patch, { version });
    const needsPerson = [403, 'step_up_needed', 'trusted'];
    expect(problemOf(await change(program, { trusted: true }, 1))).toEqual(needsPerson);
    const trusted = await change(owner, { trusted: true }, 1);
    expect(trusted.json<Provider>().settings).toMatchObject({ trusted: true });
    const moved = { base_url: 'http://127.0.0.1:9/mcp', secret: { value: UPSTREAM_KEY } };
    expect(problemOf(await change(program, moved, 2))).toEqual(needsPerson);
    expect((await change(program, { enabled: false }, 2)).status).toBe(200);
    const entries = await sql.query<{ entry: Buffer }[]>('SELECT entry FROM audit_row');
    const said = JSON.stringify('[["trusted",null,true]]');
    expect(entries.some(({ entry }) => entry.includes(said))).toBe(true);
    expect((await change(program, { ...moved, trusted: null }, 3)).status).toBe(200);
    const { data } = (await owner.get('/tool-servers')).json<{ data: object[] }>();
    expect(data).toContainEqual(expect.objectContaining({ name: 'tool-server', trusted: false }));
  });

  it('is a program of the machine only where the environment allows it by name', async () => {
    const program = { family: 'mcp', models: [], secret: undefined };
    const shell = await owner.post(
      '/providers',
      aProvider('shell', { ...program, base_url: 'stdio:shell' }),
    );
    expect(problemOf(shell)).toEqual([422, 'invalid', 'base_url']);
    expect(shell.text).toContain('GW_TOOL_COMMANDS allows no command of this name');
    const files = await owner.post(
      '/providers',
      aProvider('files', { ...program, base_url: 'stdio:files' }),
    );
    expect(files.status, files.text).toBe(201);
    const moved = await owner.patch(
      '/providers/files',
      { base_url: 'stdio:other' },
      { version: 1 },
    );
    expect(problemOf(moved)).toEqual([422, 'invalid', 'base_url']);
  });

  it('lies where an operator lets it', async () => {
    for (const address of ['http://192.168.0.1/v1', 'https://10.0.0.1/v1', 'http://example.org']) {
      const answer = await owner.post('/providers', aProvider('inside', { base_url: address }));
      expect([address, ...problemOf(answer)]).toEqual([address, 422, 'invalid', 'base_url']);
    }
    expect((await owner.get('/providers/inside')).status).toBe(404);
    expect((await stored()).every(({ sealed }) => sealed.length > 0)).toBe(true);
  });

  it('names a variable of the machine for owners alone, and none of the gateway itself', async () => {
    const wanted = aProvider('variable', { secret: { env: 'UPSTREAM_KEY' } });
    expect(problemOf(await admin.post('/providers', wanted))[1]).toBe('permission_missing');
    const own = aProvider('variable', { secret: { env: 'GW_MASTER_KEY' } });
    expect(problemOf(await owner.post('/providers', own))).toEqual([422, 'invalid', 'secret']);
    const file = aProvider('variable', { secret: { file: '/etc/passwd' } });
    expect(problemOf(await owner.post('/providers', file))).toEqual([422, 'invalid', 'secret']);
    const foreign = aProvider('variable', { secret: { stored: (await stored())[0]?.id } });
    expect(problemOf(await admin.post('/providers', foreign))).toEqual([422, 'invalid', 'secret']);
    const answer = await owner.post('/providers', wanted);
    expect(answer.json<Provider>().secret).toMatchObject({ env: 'UPSTREAM_KEY', last4: null });
    expect((await gateway.chat({ model: 'variable/small' })).status).toBe(200);
    // What stands there already is no new reference.
    const kept = await admin.patch('/providers/variable', { region: 'eu' }, { version: 1 });
    expect(kept.status).toBe(200);
  });

  it('gets no secret from a session that has not said again who it is', async () => {
    await made('stepped');
    const patch = { secret: { value: 'another one' } };
    await sql.query(`UPDATE member_session SET stepped_up_at = now() - interval '1 hour'`);
    const refused = await admin.patch('/providers/stepped', patch, { version: 1 });
    expect(problemOf(refused)).toEqual([403, 'step_up_needed', undefined]);
    await sql.query('UPDATE member_session SET stepped_up_at = now()');
    expect((await admin.patch('/providers/stepped', patch, { version: 1 })).status).toBe(200);
  });

  it('that something refers to stays; one that nothing does goes, with its secret', async () => {
    await made('gone');
    await owner.post('/aliases', { name: 'to-gone', targets: [{ model: 'gone/small' }] });
    expect(problemOf(await owner.delete('/providers/gone'))[1]).toBe('in_use');
    expect((await owner.delete('/aliases/to-gone')).status).toBe(204);
    const count = (await stored()).length;
    expect((await owner.delete('/providers/gone')).status).toBe(204);
    expect((await stored()).length).toBe(count - 1);
  });

  it.each([
    [{ family: 'nothing' }, 'family'],
    [{ models: [{ id: 'a', price: { currency: 'EUR', input: 1 } }] }, 'models[0].price.input'],
    [{ secret: { value: '' } }, 'secret'],
    [{ secret: 'sk-plain' }, 'secret'],
    [{ colour: 'red' }, 'colour'],
  ])('that no settings file could say is refused by the field: %j', async (wrong, path) => {
    const answer = await owner.post('/providers', aProvider('wrong', wrong));
    expect(problemOf(answer)).toEqual([422, 'invalid', path]);
    expect(answer.text).not.toContain(UPSTREAM_KEY);
  });

  it('is for administrators to change, and for auditors to see', async () => {
    const [member, auditor] = [await aMember(gateway, 'member'), await aMember(gateway, 'auditor')];
    expect((await member.get('/providers')).status).toBe(403);
    expect((await auditor.get('/providers')).status).toBe(200);
    expect((await auditor.post('/providers', aProvider('x'))).status).toBe(403);
  });
});

describe('the test of a provider', () => {
  interface Report {
    readonly reachable: boolean;
    readonly authenticated: boolean | null;
    readonly models_seen: number | null;
    readonly models: string[];
    readonly models_missing: string[];
    readonly fault: string | null;
    readonly not_checked: string[];
  }
  const tested = async (name: string) => {
    const answer = await owner.post(`/providers/${name}/test`);
    expect(answer.text).not.toContain(UPSTREAM_KEY);
    return answer.json<Report>();
  };

  it('tells that it is there, takes the secret, and which models it has', async () => {
    await made('tested', {
      models: [
        { id: 'small', price },
        { id: 'not-there', price },
      ],
    });
    const report = await tested('tested');
    expect(report).toMatchObject({ reachable: true, fault: null });
    expect(report.models_seen ?? 0).toBeGreaterThan(0);
    expect(report.models_missing).toEqual(['not-there']);
  });

  it('tells that it does not take the secret', async () => {
    await made('refusing', { secret: { value: 'not the right one at all' } });
    expect(await tested('refusing')).toMatchObject({ reachable: true, authenticated: false });
  });

  it('tells that nobody is there', async () => {
    await made('away', { base_url: 'http://127.0.0.1:9/v1' });
    expect(await tested('away')).toMatchObject({
      reachable: false,
      authenticated: null,
      fault: 'connect',
      not_checked: ['authentication', 'models'],
    });
  });

  it('of one that there is not is none', async () => {
    expect((await owner.post('/providers/nobody/test')).status).toBe(404);
  });
});

describe('an alias', () => {
  it('is made, serves, is changed on its version, and goes', async () => {
    const body = { name: 'team/fast', targets: [{ model: 'sandbox/small' }] };
    expect((await owner.post('/aliases', body)).json()).toMatchObject({
      id: 'team/fast',
      settings: { targets: [{ model: 'sandbox/small', weight: 1 }], fallbacks: [] },
      version: 1,
    });
    expect((await gateway.chat({ model: 'team/fast' })).status).toBe(200);
    const path = '/aliases/team%2Ffast';
    const patch = { fallbacks: ['sandbox/echo'] };
    expect((await owner.patch(path, patch, { version: 1 })).json()).toMatchObject({
      settings: { targets: [{ model: 'sandbox/small' }], fallbacks: ['sandbox/echo'] },
      version: 2,
    });
    expect(problemOf(await owner.patch(path, patch, { version: 1 }))[1]).toBe('version_changed');
    expect((await owner.delete(path)).status).toBe(204);
    expect((await gateway.chat({ model: 'team/fast' })).status).toBe(404);
  });

  it('that leads nowhere is refused', async () => {
    const body = { name: 'lost', targets: [{ model: 'nobody/small' }] };
    expect(problemOf(await owner.post('/aliases', body))[0]).toBe(422);
  });
});
