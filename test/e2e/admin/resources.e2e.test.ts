import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '#contract';
import { AdminClient, OWNER } from '../../support/admin.js';
import { formOf, settled, slowDocument } from '../../support/document-jobs.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { learn } from '../../support/knowledge.js';
import { startToolServer } from '../../support/tool-server.js';

const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
afterAll(() => settled(gateway)); // What was made is at work still.

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly permission: Permission | undefined;
  readonly hasBody: boolean;
}
const { paths } = (await owner.get('/openapi.json')).json<{
  paths: Record<
    string,
    Record<string, { readonly 'x-permission'?: Permission; readonly requestBody?: object }>
  >;
}>();
const operations: readonly Operation[] = Object.entries(paths).flatMap(([long, item]) =>
  Object.entries(item).map(([verb, described]) => {
    const path = long.replace('/admin/v1', '');
    const method = verb.toUpperCase();
    return {
      method,
      path,
      name: `${method} ${path}`,
      permission: described['x-permission'],
      hasBody: described.requestBody !== undefined,
    };
  }),
);
const named = (all: readonly Operation[]) => all.map((one) => [one.name, one] as const);

const done = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
};
const make = async (path: string, body: object) =>
  done(await owner.post(path, body)).json<{ id: string }>().id;
const provider = (name: string) => ({
  name,
  family: 'custom',
  base_url: `${gateway.sandbox.url}/v1`,
  models: [{ id: 'small', price: { currency: 'EUR', input: '1.00', output: '2.00' } }],
  secret: { value: 'sk-typed-into-the-console' },
});
const tools = await startToolServer();
const toolProvider = (name: string) => ({ name, family: 'mcp', base_url: tools.url, models: [] });
const alias = (name: string) => ({ name, targets: [{ model: 'sandbox/small' }] });

let count = 0;
/** Something new of each kind, as a list of the API holds it. */
const makers: Readonly<Record<string, () => Promise<string>>> = {
  workloads: () => make('/workloads', { name: `workload-${++count}` }),
  keys: async () =>
    make('/keys', { name: `key-${++count}`, workload_id: await fresh('workloads'), env: 'test' }),
  providers: () => make('/providers', provider(`provider-${++count}`)),
  'tool-servers': () => make('/providers', toolProvider(`tools-${++count}`)),
  aliases: () => make('/aliases', alias(`alias-${++count}`)),
  invites: () => make('/invites', { email: `invited-${++count}@example.com`, role: 'auditor' }),
  tokens: () => make('/tokens', { name: `token-${++count}`, role: 'auditor' }),
  members: async () => {
    const email = `member-${++count}@example.com`;
    await owner.invited('auditor', email);
    const { data } = (await owner.get('/members?limit=200')).json<{
      data: { id: string; email: string }[];
    }>();
    return data.find((one) => one.email === email)?.id ?? '';
  },
  anonymizations: async () => {
    const form = await formOf(slowDocument(40), 'rivers.pdf');
    return done(await owner.postForm('/anonymizations', form)).json<{ id: string }>().id;
  },
  audit: async () => {
    const call = idOf(await owner.post('/playground/chat', aChat({ model: 'sandbox/echo' })));
    await gateway.records.settled();
    return call;
  },
  knowledge: () =>
    make('/knowledge/stores', { name: `store-${++count}`, embedding_model: 'sandbox/embedding' }),
  breakers: () => Promise.resolve('sandbox'),
};
const fresh = (kind: string): Promise<string> => {
  const maker = makers[kind];
  if (!maker) throw new Error(`nothing makes ${kind}`);
  return maker();
};
/** A path with what it names. */
async function placeOf({ path }: Operation): Promise<string> {
  const kind = path.split('/')[1] ?? '';
  if (!path.includes('{')) return path;
  const id = await fresh(kind);
  const place = path.replace(/\{\w+\}/, id);
  return place.includes('{document}') ? place.replace('{document}', await failedIn(id)) : place;
}
/** A document that cannot be read, in a store. */
const failedIn = async (store: string): Promise<string> =>
  (await learn(gateway, owner, { id: store }, { name: 'a.pdf', text: '%PDF-1.7 is none' })).id;
const send = (
  client: AdminClient,
  { method }: Operation,
  place: string,
  body: unknown,
  version?: number,
): Promise<Answer> => {
  const asking = version === undefined ? {} : { version };
  if (method === 'PATCH') return client.patch(place, body, asking);
  if (method === 'PUT') return client.put(place, body, asking);
  if (method === 'DELETE') return client.delete(place, asking);
  return client.post(place, body, asking);
};
const codeOf = ({ text }: Answer) => (JSON.parse(text) as { code: string }).code;
const versionOf = async (place: string): Promise<number> =>
  (await owner.get(place)).json<{ version: number }>().version;

beforeEach(async () => {
  gateway.clock.skip(60_000); // More requests than somebody may send within a minute.
  done(await owner.post('/session/step-up', { password: OWNER.password }));
});

describe('what has a version', () => {
  /** The own name: nobody else changes it. */
  const UNVERSIONED = ['PATCH /account'];
  const versioned = operations.filter(
    ({ method, name }) => /PATCH|PUT/.test(method) && !UNVERSIONED.includes(name),
  );

  it('is every resource that is changed', () => {
    expect(versioned.length).toBeGreaterThan(6);
  });

  it.each(named(versioned))('is changed on its version alone: %s', async (_, operation) => {
    const place = await placeOf(operation);
    const before = await owner.get(place);
    const body = operation.method === 'PUT' ? { totp: 'optional', domains: [], oidc: null } : {};
    const without = await send(owner, operation, place, body);
    expect([without.status, codeOf(without)]).toEqual([428, 'version_missing']);
    const other = await send(owner, operation, place, body, 999);
    expect([other.status, codeOf(other)]).toEqual([412, 'version_changed']);
    if (before.status === 200) expect((await owner.get(place)).text).toBe(before.text);
  });
});

/** A request of a call's own format, which its surface reads. */
const FREE = new Set([
  'POST /playground/chat',
  'POST /playground/decide',
  'POST /anonymizations',
  'POST /knowledge/stores/{id}/documents',
  'POST /knowledge/stores/{id}/search',
]);

describe('what is sent', () => {
  it.each(named(operations.filter(({ hasBody, name }) => hasBody && !FREE.has(name))))(
    'is refused with the field that is unknown: %s',
    async (_, operation) => {
      const place = await placeOf(operation);
      const isVersioned = /PATCH|PUT/.test(operation.method);
      const version = isVersioned ? await versionOf(place) : undefined;
      const refused = await send(owner, operation, place, { no_such_field: 1 }, version);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'invalid']);
      const { errors } = refused.json<{ errors: { path: string; message: string }[] }>();
      expect(errors.map(({ path }) => path)).toContain('no_such_field');
      const list = await send(owner, operation, place, [1], version);
      expect([list.status, codeOf(list)]).toEqual([422, 'invalid']);
    },
  );
});

/** Questions that are too long for a query, and change nothing. */
const QUESTIONS = new Set([
  'POST /route/explain',
  'POST /auto/replay',
  'POST /residency/preview',
  'POST /dlp/test',
  'POST /prices/diff',
  'POST /config/plan',
]);
/** They lead to another place than the log of changes: a call of its own, or a round trip that is begun. */
const OTHERWISE = new Set([...FREE, 'POST /oidc/test']);
/** One check or export of a log at a time: what the test before it began ends first. */
async function afterTheCheck(): Promise<object> {
  await vi.waitFor(async () => {
    const { data } = (await owner.get('/audit/jobs')).json<{ data: { status: string }[] }>();
    expect(data.filter(({ status }) => status !== 'done')).toEqual([]);
  }, WAIT);
  return {};
}
const WAIT = { timeout: 20_000, interval: 100 };
const yaml = 'apiVersion: gw/v1\nworkloads:\n  - { name: declared }\n';

/** What is sent, and how it is called in the log. A new operation of a resource has to stand here. */
const CHANGES: Readonly<
  Record<string, readonly [action: string, body?: () => object | Promise<object>]>
> = {
  'PATCH /members/{id}': ['member.update', () => ({ role: 'admin' })],
  'DELETE /members/{id}': ['member.remove'],
  'POST /members/{id}/reset-totp': ['member.reset_totp'],
  'POST /members/{id}/sign-out': ['member.sign_out'],
  'POST /members/{id}/verify-email': ['member.verify_email'],
  'POST /invites': ['invite.create', () => ({ email: 'new@example.com', role: 'auditor' })],
  'DELETE /invites/{id}': ['invite.revoke'],
  'POST /tokens': ['token.create', () => ({ name: 'a', role: 'auditor' })],
  'POST /tokens/{id}/revoke': ['token.revoke'],
  'PUT /security': ['security.update', () => ({ totp: 'off', domains: [], oidc: null })],
  'POST /workloads': ['workload.create', () => ({ name: 'made' })],
  'PATCH /workloads/{id}': ['workload.update', () => ({ rpm: 5 })],
  'DELETE /workloads/{id}': ['workload.delete'],
  'POST /workloads/{id}/clone': ['workload.create', () => ({ name: 'cloned' })],
  'PATCH /organisation': ['organisation.update', () => ({ name: 'Another name' })],
  'POST /keys': [
    'key.create',
    async () => ({ name: 'k', workload_id: await fresh('workloads'), env: 'test' }),
  ],
  'PATCH /keys/{id}': ['key.update', () => ({ name: 'renamed' })],
  'POST /keys/{id}/rotate': ['key.rotate', () => ({ overlap_s: 0 })],
  'POST /keys/rotate': ['key.rotate', async () => ({ ids: [await fresh('keys')], overlap_s: 0 })],
  'POST /keys/{id}/revoke': ['key.revoke'],
  'POST /providers': ['provider.create', () => provider('made')],
  'PATCH /providers/{id}': ['provider.update', () => ({ enabled: false })],
  'DELETE /providers/{id}': ['provider.delete'],
  'POST /providers/{id}/test': ['provider.test'],
  'POST /tool-servers/{id}/approve': [
    'provider.update',
    () => ({ names: ['echo'], price: 'free' }),
  ],
  'POST /aliases': ['alias.create', () => alias('made-alias')],
  'PATCH /aliases/{id}': ['alias.update', () => ({ fallbacks: ['sandbox/echo'] })],
  'DELETE /aliases/{id}': ['alias.delete'],
  'POST /credit/adjust': ['credit.adjust', () => ({ kind: 'grant', amount: '5.00' })],
  'POST /config/apply': [
    'config.apply',
    async () => {
      const planned = done(await owner.post('/config/plan', { yaml, prune: false }));
      return { yaml, prune: false, hash: planned.json<{ hash: string }>().hash };
    },
  ],
  'POST /audit/verify': ['audit.verify', () => ({})],
  'POST /audit/export': ['audit.export', afterTheCheck],
  'DELETE /audit/{id}/content': ['content.erase'],
  'POST /cache/purge': ['cache.purge'],
  'POST /anonymizations/{id}/cancel': ['anonymization.cancel'],
  'DELETE /anonymizations/{id}': ['anonymization.delete'],
  'POST /knowledge/stores': [
    'knowledge.create',
    () => ({ name: 'made', embedding_model: 'sandbox/embedding' }),
  ],
  'PATCH /knowledge/stores/{id}': ['knowledge.update', () => ({ name: 'renamed' })],
  'DELETE /knowledge/stores/{id}': ['knowledge.delete'],
  'DELETE /knowledge/stores/{id}/documents/{document}': ['knowledge.delete_document'],
  'POST /knowledge/stores/{id}/documents/{document}/retry': ['knowledge.retry'],
  'POST /endpoints/pause': [
    'endpoint.pause',
    () => ({ provider: 'sandbox', model: 'echo', reason: 'a try' }),
  ],
  'POST /endpoints/resume': [
    'endpoint.resume',
    () => ({ provider: 'sandbox', model: 'echo', reason: 'over' }),
  ],
  'POST /breakers/{provider}/reset': ['breaker.reset', () => ({ reason: 'a try' })],
  'POST /deliveries/retry': ['delivery.retry', () => ({ reason: 'a try' })],
};

describe('every change of a resource', () => {
  const changing = operations.filter(
    ({ method, permission, name }) =>
      method !== 'GET' && permission && !QUESTIONS.has(name) && !OTHERWISE.has(name),
  );

  it('is known here', () => {
    expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(CHANGES).sort());
  });

  it.each(named(changing))('is on record: %s', async (name, operation) => {
    const [action = '', body] = CHANGES[name] ?? [];
    const [place, sent] = [await placeOf(operation), await body?.()];
    const version = /PATCH|PUT/.test(operation.method) ? await versionOf(place) : undefined;
    const newest = async () =>
      (await auditor.get('/activity?limit=20')).json<{
        data: { id: string; action: string; actor_name: string; outcome: string }[];
      }>().data;
    const known = new Set((await newest()).map(({ id }) => id));
    done(await send(owner, operation, place, sent, version));
    const added = (await newest()).filter(({ id }) => !known.has(id));
    expect(added).toContainEqual(
      expect.objectContaining({ action, actor_name: OWNER.name, outcome: 'ok' }),
    );
  });
});
