import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { send } from '../../support/http.js';
import { aMember } from '../../support/member.js';
import { UPSTREAM_KEY } from '../../support/test-sandbox.js';

const gateway = await startGateway(
  { organisation: { protection: { mode: 'tokenize' } } },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const sql = gateway.database.owner.dataSource;
const made = await owner.post('/tokens', { name: 'ci', role: 'admin' });
const token = new AdminClient(gateway.url, made.json<{ token: string }>().token);

/** Nine times nine times nine. */
function bomb(): string {
  const lines = ['a: &a [x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
    lines.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`);
  }
  return `apiVersion: gw/v1\n${lines.join('\n')}`;
}

interface Document {
  organisation: { name: string; protection: { mode: string }; residency: object };
  providers: { name: string; secret?: object; base_url: string }[];
  aliases: { name: string; targets: { model: string }[] }[];
  workloads: { name: string; rpm?: number }[];
}
interface Plan {
  readonly hash: string;
  readonly unchanged: number;
  readonly changes: {
    kind: string;
    name: string;
    action: string;
    loosens: string[];
    fields: { path: string; from: string; to: string }[];
  }[];
}
const exported = async () => parse((await owner.get('/config/export')).text) as Document;
const plan = (document: object, prune = false, client = owner) =>
  client.post('/config/plan', { yaml: stringify(document), prune });
const apply = (document: object, hash: string, prune = false, client = owner) =>
  client.post('/config/apply', { yaml: stringify(document), hash, prune });
const planned = async (document: object, prune = false) =>
  (await plan(document, prune)).json<Plan>();
const problemOf = ({ status, text }: { status: number; text: string }) => {
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { path: string }[] };
  return [status, code, errors[0]?.path];
};
await owner.post('/providers', {
  name: 'typed',
  family: 'custom',
  base_url: `${gateway.sandbox.url}/v1`,
  models: [{ id: 'small', price: 'free' }],
  secret: { value: UPSTREAM_KEY },
});

describe('the document', () => {
  it('holds no secret, and changes nothing when it comes back', async () => {
    const { text, headers } = await owner.get('/config/export');
    expect(headers['content-type']).toContain('yaml');
    expect(text).not.toContain(UPSTREAM_KEY);
    const document = await exported();
    const [typed] = document.providers.filter(({ name }) => name === 'typed');
    expect(typed?.secret).toEqual({ fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(await planned(document)).toMatchObject({ changes: [], unchanged: 4 });
    expect(await planned(document, true)).toMatchObject({ changes: [] });
  });

  it('is described by a schema that it satisfies, and a wrong one does not', async () => {
    const schema = (await send(`${gateway.url}/console/config.schema.json`)).json<{
      properties: Record<string, object>;
      required: string[];
      additionalProperties: boolean;
      $defs: Record<string, { properties: Record<string, object>; required: string[] }>;
    }>();
    expect(Object.keys(schema.properties).toSorted()).toEqual([
      'aliases',
      'apiVersion',
      'exchange_rates',
      'organisation',
      'providers',
      'workloads',
    ]);
    expect(schema.required.toSorted()).toEqual(['apiVersion', 'organisation']);
    expect(schema.additionalProperties).toBe(false);
    expect(schema.$defs['ProviderDto']?.required.toSorted()).toEqual(['family', 'name']);
    expect(schema.$defs['WorkloadDto']?.required).toEqual(['name']);
    expect(schema.$defs['ModelDto']?.properties['price']).toMatchObject({
      anyOf: [{ const: 'free' }, expect.anything()],
    });
    const named = [...JSON.stringify(schema).matchAll(/#\/\$defs\/(\w+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !schema.$defs[name ?? ''])).toEqual([]);
  });
});

describe('a plan', () => {
  it('tells what is made, changed and deleted, and applying it does just that', async () => {
    await owner.post('/workloads', { name: 'leaving' });
    const document = await exported();
    document.workloads = document.workloads
      .filter(({ name }) => name !== 'leaving')
      .map((one) => (one.name === 'default' ? { ...one, rpm: 77 } : one));
    document.aliases = [{ name: 'fast', targets: [{ model: 'typed/small' }] }];

    const kept = await planned(document);
    expect(kept.changes.map(({ action, kind, name }) => [action, kind, name])).toEqual([
      ['create', 'alias', 'fast'],
      ['update', 'workload', 'default'],
    ]);
    expect(kept.changes[1]?.fields).toEqual([{ path: 'rpm', from: 'null', to: '77' }]);
    const pruned = await planned(document, true);
    expect(pruned.changes.map(({ action, name }) => [action, name])).toContainEqual([
      'delete',
      'leaving',
    ]);
    expect((await owner.get('/aliases/fast')).status).toBe(404);

    const applied = await apply(document, pruned.hash, true);
    expect(applied.json()).toEqual({ created: 1, updated: 1, deleted: 1 });
    expect((await gateway.chat({ model: 'fast' })).status).toBe(200);
    expect(await planned(document, true)).toMatchObject({ changes: [] });
    const entries = await sql.query<{ entry: Buffer }[]>(
      `SELECT entry FROM audit_row WHERE type = 'admin' ORDER BY id DESC LIMIT 4`,
    );
    const actions = entries.map(
      ({ entry }) => (JSON.parse(entry.toString()) as { detail: { action: string } }).detail.action,
    );
    expect(actions.toSorted()).toEqual([
      'alias.create',
      'config.apply',
      'workload.delete',
      'workload.update',
    ]);
  });

  it('is not applied when anything has moved since', async () => {
    const document = await exported();
    document.workloads.push({ name: 'late' });
    const { hash } = await planned(document);
    await owner.post('/workloads', { name: 'meanwhile' });
    expect(problemOf(await apply(document, hash))[1]).toBe('version_changed');
    const other = { ...document, workloads: [{ name: 'other' }] };
    const { hash: fresh } = await planned(document);
    expect(problemOf(await apply(other, fresh))[1]).toBe('version_changed');
    expect((await apply(document, fresh)).status).toBe(200);
  });

  it('of many of whom only one can be first is applied once', async () => {
    const document = { apiVersion: 'gw/v1', workloads: [{ name: 'raced' }] };
    const { hash } = await planned(document);
    const all = await Promise.all([1, 2, 3].map(() => apply(document, hash)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  });

  it('may come from a token, unless it loosens what protects', async () => {
    const document = await exported();
    document.workloads.push({ name: 'by-token' });
    const answer = await plan(document, false, token);
    const { hash } = answer.json<Plan>();
    expect((await apply(document, hash, false, token)).status).toBe(200);
    const looser = await exported();
    looser.organisation.protection.mode = 'allow_log';
    const { hash: loose, changes } = await planned(looser);
    expect(changes[0]?.loosens).toContain('protection.mode');
    expect(problemOf(await apply(looser, loose, false, token))[1]).toBe('step_up_needed');
    expect((await apply(looser, loose)).status).toBe(200);
  });

  it('trusts no tool server from a token, and makes no program of the machine one', async () => {
    const server = { name: 'tools', family: 'mcp', base_url: 'https://tools.example.org/mcp' };
    const trusting = { apiVersion: 'gw/v1', providers: [{ ...server, trusted: true }] };
    const { hash, changes } = await planned(trusting);
    expect(changes[0]?.loosens).toEqual(['providers.tools.trusted']);
    expect(problemOf(await apply(trusting, hash, false, token))).toEqual([
      403,
      'step_up_needed',
      'providers.tools.trusted',
    ]);
    const program = {
      apiVersion: 'gw/v1',
      providers: [{ ...server, base_url: 'stdio:shell' }],
    };
    const { hash: same } = await planned(program);
    expect(problemOf(await apply(program, same))).toEqual([422, 'invalid', 'base_url']);
  });

  it.each([
    ['{', 'yaml'],
    ['apiVersion: gw/v2', 'apiVersion'],
    ['apiVersion: gw/v1\ncolours: []', 'colours'],
    ['apiVersion: gw/v1\nworkloads: [{name: x, rpm: 0}]', 'workloads[0].rpm'],
    ['apiVersion: gw/v1\nworkloads: [{rpm: 1}]', 'workloads[0].name'],
    ['apiVersion: gw/v1\nworkloads: [{name: x, keys: [{name: k}]}]', 'workloads[0].keys'],
    ['apiVersion: gw/v1\nproviders: [{name: p, family: openai, secret: {value: sk-1}}]', ''],
    [
      'apiVersion: gw/v1\nproviders: [{name: p, family: openai, secret: {fingerprint: abc}}]',
      'providers[0].secret',
    ],
    [
      'apiVersion: gw/v1\nproviders: [{name: p, family: openai, secret: {env: GW_MASTER_KEY}}]',
      'providers[0].secret',
    ],
  ])('of %j is refused by the place at fault', async (yaml, path) => {
    const answer = await owner.post('/config/plan', { yaml });
    expect(problemOf(answer)).toEqual([422, 'invalid', path]);
  });

  it('leads providers only where an operator lets them', async () => {
    const provider = { name: 'inside', family: 'custom', base_url: 'http://10.0.0.1/v1' };
    const document = { apiVersion: 'gw/v1', providers: [provider] };
    const { hash } = await planned(document);
    expect(problemOf(await apply(document, hash))).toEqual([422, 'invalid', 'base_url']);
    const typed = (await exported()).providers.find(({ name }) => name === 'typed');
    const moved = { ...typed, base_url: 'https://example.org/v1' };
    const taking = { apiVersion: 'gw/v1', providers: [moved] };
    const { hash: away } = await planned(taking);
    expect(problemOf(await apply(taking, away))).toEqual([422, 'invalid', 'secret']);
  });

  it('lends no secret to another provider, stored or of the machine', async () => {
    const { providers } = await exported();
    const evil = { name: 'evil', family: 'custom', base_url: 'https://evil.example.org/v1' };
    const typed = providers.find(({ name }) => name === 'typed');
    const taken = { ...evil, secret: typed?.secret };
    const documentOf = (...list: object[]) => ({ apiVersion: 'gw/v1', providers: list });
    expect(problemOf(await plan(documentOf(taken)))).toEqual([
      422,
      'invalid',
      'providers[0].secret',
    ]);
    // The same by a name that is given to another one.
    expect(problemOf(await plan(documentOf({ ...typed, name: 'renamed' }), true))[0]).toBe(422);
    const ofMachine = providers.find(({ secret }) => secret && 'env' in secret);
    expect(ofMachine).toBeDefined();
    const lent = documentOf({ ...evil, secret: ofMachine?.secret });
    expect(problemOf(await plan(lent, false, token))).toEqual([
      403,
      'permission_missing',
      undefined,
    ]);
  });

  it.each([
    ['aliases that multiply', bomb()],
    ['nesting without an end', `apiVersion: gw/v1\nworkloads: ${'['.repeat(100_000)}`],
    ['a key that comes twice', 'apiVersion: gw/v1\nworkloads: [{name: x, rpm: 1, rpm: 2}]'],
    [
      'what JavaScript is made of',
      'apiVersion: gw/v1\nworkloads: [{name: x, __proto__: {rpm: 1}}]',
    ],
    ['what no text holds', 'apiVersion: gw/v1\nworkloads: [{name: "a\\0b"}]'],
  ])('of %s is refused, and nothing breaks', async (_, yaml) => {
    const [status, code] = problemOf(await owner.post('/config/plan', { yaml }));
    expect([status, code]).toEqual([422, 'invalid']);
  });

  it.each([
    'members: [{email: x@example.com, role: owner}]',
    'credit: 9',
    'security: {oidc: null}',
  ])('gives nobody what only owners give: %s', async (yaml) => {
    const answer = await plan({}, false, token);
    expect(answer.status).toBe(422);
    const said = await token.post('/config/plan', { yaml: `apiVersion: gw/v1\n${yaml}` });
    expect(problemOf(said)).toEqual([422, 'invalid', yaml.split(':')[0]]);
  });

  it('is for administrators; auditors read the settings', async () => {
    const [member, auditor] = [await aMember(gateway, 'member'), await aMember(gateway, 'auditor')];
    expect((await auditor.get('/config/export')).status).toBe(200);
    expect((await member.get('/config/export')).status).toBe(403);
    const document = { apiVersion: 'gw/v1' };
    expect((await plan(document, false, auditor)).status).toBe(403);
    expect((await plan(document, false, member)).status).toBe(403);
  });
});
