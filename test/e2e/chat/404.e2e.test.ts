import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, expectUnrecorded } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const DOCS = 'https://docs.example.org/gateway';
const gateway = await startGateway({}, { env: { GW_DOCS_URL: DOCS } });

beforeEach(() => gateway.sandbox.clear());

describe('a model', () => {
  it('of a provider that nobody configured is unknown', async () => {
    await expectRefusal(gateway, await gateway.chat({ model: 'acme/small' }), 'model_unknown', {
      param: 'model',
      message: 'There is no provider acme. GET /v1/models lists the models of this key.',
    });
  });

  it('that its provider does not list is unknown', async () => {
    await expectRefusal(gateway, await gateway.chat({ model: 'sandbox/smal' }), 'model_unknown', {
      param: 'model',
      message: 'There is no model sandbox/smal. GET /v1/models lists those of this key.',
    });
  });

  it.each([
    'sandbox/small DE89370400440532013000',
    'sandbox/DE89370400440532013000',
    'sandbox/jane.doe@example.org',
    'jane.doe@example.org',
    'sandbox/small for Jane',
  ])(
    'whose name holds a value, or is none, goes nowhere and stands in no log: %s',
    async (model) => {
      const answer = await gateway.chat({ model });
      await expectRefusal(gateway, answer, 'model_unknown', {
        param: 'model',
        message: 'There is no model of this name. GET /v1/models lists the models of this key.',
      });
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      expect(entry).toMatchObject({ model_requested: null, refusal: { stage: 'inspect' } });
    },
  );

  it('with an endless name is unknown, and the name is not echoed', async () => {
    const answer = await gateway.chat({ model: `sandbox/${'x'.repeat(1_000)}` });
    await expectRefusal(gateway, answer, 'model_unknown', { param: 'model' });
  });

  it('that the provider itself does not know is its 404, which costs nothing', async () => {
    await gateway.apply({ models: ['gone-since-yesterday'] });
    const answer = await gateway.chat({ model: 'sandbox/gone-since-yesterday' });
    expect(answer.status).toBe(404);
    expect(answer.json<{ error: object }>().error).toMatchObject({
      type: 'invalid_request_error',
      code: 'model_not_found',
      param: null,
      gw: { cause: 'upstream_status', attempts: [{ provider: 'sandbox', status: 404 }] },
    });
    const id = String(answer.headers['request-id']);
    expect(await gateway.records.ledger(id)).toEqual([{ kind: 'void', nano: 0n }]);
  });
});

describe('a path', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/', '/somewhere', '/v2/chat/completions', '/chat/completions'])(
    'that is not served is an ordinary 404 to an API client: %s',
    async (path) => {
      await expectUnrecorded(gateway, await gateway.send(path), 'path_unknown');
      const posted = await gateway.send(path, { method: 'POST', body: '{}' });
      await expectUnrecorded(gateway, posted, 'path_unknown');
    },
  );

  it.each(['/', '/somewhere'])('leads a browser to the documentation: %s', async (path) => {
    const answer = await gateway.send(path, { headers: browser });
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 302,
      location: DOCS,
    });
    expect(answer.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/v1/', '/v1/nothing', '/api/nothing', '/alt/v1/nothing', '/v1beta/models/x'])(
    'of an API leads nobody away, a browser neither: %s',
    async (path) => {
      const answer = await gateway.send(path, { headers: { ...gateway.headers(), ...browser } });
      expect(answer.headers.location).toBeUndefined();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.json<object>()).toHaveProperty('error.message');
    },
  );

  it.each([
    ['POST', '/v1/documents/summarize'],
    ['POST', '/v1/mcp/office/more'],
    // What is served there by another method is told as that, and not as if it were missing.
    ['GET', '/v1/documents/anonymize'],
    ['PUT', '/v1/documents/anonymize/jobs'],
  ])(
    'of the product that is not served by its method is never forwarded: %s %s',
    async (method, path) => {
      const answer = await gateway.send(path, { method, headers: gateway.headers() });
      await expectRefusal(gateway, answer, 'path_unknown', {
        message: `${method} is not served on ${path}. /docs/api lists paths and their methods.`,
      });
    },
  );

  it('with the version twice says so, and one without it says where the API is', async () => {
    const message =
      'The path begins with /v1 and /v1. The base URL has it already: leave it out of one.';
    const twice = await gateway.post('/v1/v1/chat/completions', { model: 'sandbox/small' });
    await expectRefusal(gateway, twice, 'path_unknown', { message });
    const without = await gateway.post('/chat/completions', { model: 'sandbox/small' });
    expect(without.text).toContain('Those of the API begin with /v1');
    const doubled = await gateway.post('//v1/chat/completions', { model: 'sandbox/small' });
    expect(doubled.text).toContain('Leave out the slash at the end of the base URL.');
  });

  const ANTHROPIC = { 'anthropic-version': '2023-06-01' };
  it.each([
    ['POST', '/v1/v1/messages', ANTHROPIC, 'not_found_error'],
    ['POST', '/v1/messages/batches', ANTHROPIC, 'not_found_error'],
    ['GET', '/v1/models/acme/small', ANTHROPIC, 'not_found_error'],
    ['GET', '/nothing', ANTHROPIC, 'not_found_error'],
  ])(
    'tells clients of the messages format in their words: %s %s',
    async (method, path, more, type) => {
      const headers = { 'x-api-key': gateway.key(), 'content-type': 'application/json', ...more };
      const body = method === 'POST' ? { body: '{"model":"sandbox/small"}' } : {};
      const answer = await gateway.send(path, { method, headers, ...body });
      expect(answer.json<object>()).toMatchObject({
        type: 'error',
        error: { type },
        request_id: answer.headers['request-id'],
      });
    },
  );

  it.each([
    ['POST', '/v1/messages/batches'],
    ['GET', '/v1/messages/batches?limit=2'],
    ['GET', '/v1/messages/batches/msgbatch_1/results'],
    ['POST', '/alt/v1/messages/batches'],
    ['DELETE', '/anthropic/v1/messages/batches/msgbatch_1'],
  ])('says of batches of messages that there are none: %s %s', async (method, path) => {
    const headers = { 'x-api-key': gateway.key(), 'content-type': 'application/json' };
    const body = method === 'POST' ? { body: '{"requests":[]}' } : {};
    const answer = await gateway.send(path, { method, headers, ...body });
    expect(answer.status).toBe(404);
    expect(answer.json<object>()).toMatchObject({
      error: {
        type: 'not_found_error',
        message: expect.stringContaining('has no batches of messages'),
      },
    });
  });

  it.each([
    ['/v1/v1beta/models/x:generateContent', 404],
    ['/v1/models/acme/small', 404],
    ['/nothing', 404],
  ])('tells clients of Gemini in theirs: %s', async (path, code) => {
    const answer = await gateway.send(path, { headers: { 'x-goog-api-key': gateway.key() } });
    expect(answer.status).toBe(code);
    expect(answer.json<object>()).toMatchObject({ error: { code, status: 'NOT_FOUND' } });
  });

  it('GET and DELETE of the chat path are no calls', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await gateway.send('/v1/chat/completions', {
        method,
        headers: gateway.headers(),
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await gateway.sandbox.requests()).toEqual([]);
    }
  });

  it('HEAD /api/hello is answered without a key and without a body', async () => {
    const answer = await gateway.send('/api/hello', { method: 'HEAD' });
    expect({ status: answer.status, body: answer.text }).toEqual({ status: 200, body: '' });
    expect((await gateway.send('/api/hello')).status).toBe(404);
  });
});
