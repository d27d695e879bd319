import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { aForm } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';
import { sendRaw, type Answer } from '../../support/http.js';

const SHARED = { share_ids: true };
const gateway = await startGateway({
  organisation: SHARED,
  providers: [{ name: 'shared', credential: 'managed' }],
  workloads: [
    { name: 'default' },
    { name: 'few', allowed_models: ['sandbox/small'] },
    { name: 'all-of-one', allowed_models: ['sandbox/*'] },
  ],
});
const AT_SANDBOX = { headers: { 'x-gw-provider': 'sandbox' } };

beforeEach(() => gateway.sandbox.clear());

interface StoredFile {
  readonly id: string;
  readonly bytes: number;
}

describe('files', () => {
  it('are uploaded, listed, read and deleted at the provider that the caller names', async () => {
    const { headers, body } = aForm([
      { name: 'purpose', value: 'user_data' },
      { name: 'file', filename: 'a.txt', bytes: 1_000 },
    ]);
    const sending = { headers: { ...gateway.headers(AT_SANDBOX), ...headers }, body };
    const { id, bytes } = (await gateway.send('/v1/files', sending)).json<StoredFile>();
    expect(bytes).toBe(1_000);
    const listed = await gateway.get('/v1/files?limit=10', AT_SANDBOX);
    expect(listed.json<{ data: StoredFile[] }>().data.map((file) => file.id)).toEqual([id]);
    const content = await gateway.get(`/v1/files/${id}/content`, AT_SANDBOX);
    expect(content.text).toBe('a'.repeat(1_000));
    expect(content.headers['content-type']).toBe('application/octet-stream');
    const deleted = await gateway.send(`/v1/files/${id}`, {
      method: 'DELETE',
      headers: gateway.headers(AT_SANDBOX),
    });
    expect(deleted.json<object>()).toMatchObject({ id, deleted: true });
    const seen = await gateway.sandbox.requests();
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/files',
      'GET /v1/files?limit=10',
      `GET /v1/files/${id}/content`,
      `DELETE /v1/files/${id}`,
    ]);
    expect(seen.flatMap((request) => Object.keys(request.headers))).not.toContain('x-gw-provider');
  });

  it('are on record like every call', async () => {
    const { headers } = await gateway.get('/v1/files', AT_SANDBOX);
    expect(await gateway.records.entry(String(headers['request-id']))).toMatchObject({
      type: 'call',
      surface: 'files',
      provider: 'sandbox',
      route_reason: 'chosen_provider',
      model_requested: null,
      outcome: 'ok',
    });
  });

  it('need no header where one provider alone may be meant', async () => {
    const { status, headers } = await gateway.get('/v1/files');
    expect([status, headers['x-gw-provider']]).toEqual([200, 'sandbox']);
    const id = String(headers['request-id']);
    expect(await gateway.records.entry(id)).toMatchObject({ route_reason: 'only_provider' });
  });

  it('are served by the organisation’s default provider when the caller names none', async () => {
    const several = { providers: [{ name: 'second' }], workloads: [{ name: 'default' }] };
    await gateway.apply({ ...several, organisation: SHARED });
    await expectRefusal(gateway, await gateway.get('/v1/files'), 'provider_unchosen', {
      message:
        'This path names no model. Say in the header x-gw-provider which of these serves it: sandbox, second.',
    });
    const organisation = { ...SHARED, default_provider: 'sandbox' };
    await gateway.apply({ ...several, organisation });
    expect((await gateway.get('/v1/files')).status).toBe(200);
  });
});

describe('a path without a model', () => {
  it('is not forwarded with credentials that are shared', async () => {
    await gateway.apply({
      organisation: SHARED,
      providers: [{ name: 'shared', credential: 'managed' }],
      workloads: [
        { name: 'default' },
        { name: 'few', allowed_models: ['sandbox/small'] },
        { name: 'all-of-one', allowed_models: ['sandbox/*'] },
      ],
    });
    const answer = await gateway.get('/v1/files', { headers: { 'x-gw-provider': 'shared' } });
    await expectRefusal(gateway, answer, 'own_key_required');
  });

  it('needs the whole provider on an allow-list', async () => {
    const refused = await gateway.get('/v1/files', { ...AT_SANDBOX, workload: 'few' });
    await expectRefusal(gateway, refused, 'model_not_allowed');
    const served = await gateway.get('/v1/files', { ...AT_SANDBOX, workload: 'all-of-one' });
    expect(served.status).toBe(200);
  });

  it('must name a provider that exists', async () => {
    const answer = await gateway.get('/v1/files', { headers: { 'x-gw-provider': 'acme' } });
    await expectRefusal(gateway, answer, 'model_unknown', {
      message: /^There is no provider acme\. /,
    });
  });

  it('is not guessed: a POST whose body names no model is refused', async () => {
    const unnamed = await gateway.post('/v1/embeddings', { input: 'x' });
    await expectRefusal(gateway, unnamed, 'model_missing', { param: 'model' });
    const unknown = await gateway.post('/v1/something/new', { input: 'x' });
    await expectRefusal(gateway, unknown, 'path_not_allowed', { message: /./ });
  });

  it('a model that is no string is refused', async () => {
    const answer = await gateway.post('/v1/embeddings', { model: 7, input: 'x' });
    await expectRefusal(gateway, answer, 'model_missing', { param: 'model' });
  });
});

describe('a path that leads elsewhere', () => {
  const ask = (path: string): Promise<Answer> =>
    sendRaw(
      gateway.url,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${gateway.key()}\r\nx-gw-provider: sandbox\r\n\r\n`,
    );

  it.each([
    '/v1/files/../../_requests',
    '/v1/files/%2e%2e/%2e%2e/_requests',
    '/v1/files/..%2f..%2f_requests',
    '/v1/files/.%2E/x',
    '/v1/files/./x',
    '/v1/files/a%5c..%5cb',
    '/v1/files/a\\b',
    '/v1/files//x',
    '/v1/files/a%00b',
    '/v1/..',
    '/v1/chat/completions//',
    '/v1/%66iles/x',
    '/v1/FILES/x',
    '/v1/files;x',
  ])('is refused and never reaches the provider: %s', async (path) => {
    await expectRefusal(gateway, await ask(path), 'path_invalid');
  });

  it('that is not even an address is refused', async () => {
    const answer = await ask('/v1/files/%zz');
    expectError(answer, 'path_invalid');
    expect(await gateway.sandbox.requests()).toEqual([]);
  });
});
