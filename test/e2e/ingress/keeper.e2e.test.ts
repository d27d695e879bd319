import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { aForm } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';

/** What callers name without a provider goes to Claude, where nothing is kept. */
const gateway = await startGateway({
  organisation: { default_provider: 'claude' },
  providers: [
    { name: 'claude', family: 'anthropic' },
    { name: 'google', family: 'gemini' },
  ],
  workloads: [{ name: 'ann' }, { name: 'bob' }],
});
const ANN = { workload: 'ann' };
const HELLO = { model: 'sandbox/small', input: 'Hello' };

beforeEach(() => gateway.sandbox.clear());

const remove = (path: string) =>
  gateway.send(path, { method: 'DELETE', headers: gateway.headers(ANN) });
const seen = async () =>
  (await gateway.sandbox.requests()).map(({ method, path }) => `${method} ${path}`);

async function upload(): Promise<string> {
  const form = aForm([
    { name: 'purpose', value: 'user_data' },
    { name: 'file', filename: 'a.txt', bytes: 10 },
  ]);
  const headers = gateway.headers({ ...ANN, headers: { 'x-gw-provider': 'sandbox' } });
  const sending = { headers: { ...headers, ...form.headers }, body: form.body };
  return (await gateway.send('/v1/files', sending)).json<{ id: string }>().id;
}

it('a name without a provider leads to the default, which is Claude', async () => {
  const body = { model: 'echo', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const answer = await gateway.post('/v1/messages', body, ANN);
  expect(answer.headers['x-gw-provider']).toBe('claude');
});

describe('a stored response', () => {
  it.each([false, true])('leads to the provider that keeps it, streamed: %s', async (stream) => {
    const made = await gateway.post('/v1/responses', { ...HELLO, stream }, ANN);
    const [, id = ''] = /"id":"(resp_[^"]+)"/.exec(made.text) ?? [];
    for (const answer of [
      await gateway.get(`/v1/responses/${id}`, ANN),
      await gateway.get(`/v1/responses/${id}/input_items`, ANN),
      await gateway.post('/v1/responses', { ...HELLO, previous_response_id: id }, ANN),
      await remove(`/v1/responses/${id}`),
    ]) {
      expect([answer.status, answer.headers['x-gw-provider']]).toEqual([200, 'sandbox']);
    }
    expect(await seen()).toEqual([
      'POST /v1/responses',
      `GET /v1/responses/${id}`,
      `GET /v1/responses/${id}/input_items`,
      'POST /v1/responses',
      `DELETE /v1/responses/${id}`,
    ]);
  });

  it('is not gone on from at a provider that keeps none', async () => {
    const made = await gateway.post('/v1/responses', HELLO, ANN);
    await gateway.sandbox.clear();
    const next = { previous_response_id: made.json<{ id: string }>().id, input: 'Hello' };
    const answer = await gateway.post('/v1/responses', { model: 'claude/small', ...next }, ANN);
    await expectRefusal(gateway, answer, 'field_invalid', {
      param: 'previous_response_id',
      message: /needs a provider that keeps responses/,
    });
  });
});

describe('a file', () => {
  it('leads to the provider that keeps it', async () => {
    const id = await upload();
    const file = { type: 'file', file: { file_id: id } };
    const messages = [{ role: 'user', content: [file] }];
    for (const answer of [
      await gateway.get(`/v1/files/${id}`, ANN),
      await gateway.get(`/v1/files/${id}/content`, ANN),
      await gateway.chat({ model: 'sandbox/small', messages }, ANN),
    ]) {
      expect([answer.status, answer.headers['x-gw-provider']]).toEqual([200, 'sandbox']);
    }
    await gateway.sandbox.clear();
    const elsewhere = await gateway.chat({ model: 'claude/small', messages }, ANN);
    await expectRefusal(gateway, elsewhere, 'object_unknown');
    expect((await remove(`/v1/files/${id}`)).status).toBe(200);
  });

  it('of somebody else is as unknown as one that there is not', async () => {
    const id = await upload();
    await gateway.sandbox.clear();
    const others = await gateway.get(`/v1/files/${id}`, { workload: 'bob' });
    const none = await gateway.get('/v1/files/file-unknown1', { workload: 'bob' });
    for (const answer of [others, none]) {
      expectError(answer, 'wire_unsupported', { message: /claude does not serve it/ });
    }
    expect(await seen()).toEqual([]);
  });

  it('that is to be made has to say where, since Claude keeps none here', async () => {
    const answer = await gateway.get('/v1/files', ANN);
    await expectRefusal(gateway, answer, 'wire_unsupported', { message: /x-gw-provider/ });
  });
});

it.each(['google/echo', 'claude/echo', 'echo'])(
  'a cache that a provider keeps is asked of nobody, by %s',
  async (model) => {
    const body = { contents: [{ parts: [{ text: 'Hi' }] }], cachedContent: 'cachedContents/abc' };
    const answer = await gateway.post(`/v1beta/models/${model}:generateContent`, body, ANN);
    expect(answer.status).toBe(400);
    expect(answer.json<object>()).toMatchObject({ error: { param: 'cachedContent' } });
    expect(await seen()).toEqual([]);
  },
);
