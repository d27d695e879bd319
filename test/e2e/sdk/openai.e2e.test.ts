import OpenAI, {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

/** The SDK as it is, against the gateway as it is: what a user of either will meet. */
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  models: [{ id: 'unpriced' }],
  workloads: [
    { name: 'default' },
    { name: 'few', allowed_models: ['sandbox/echo'] },
    { name: 'slow', rpm: 1 },
    { name: 'poor', budget: { amount: '0.000001', period: 'total' } },
    { name: 'guarded', protection: { mode: 'block' } },
  ],
});

const clientOf = (workload = 'default', options: object = {}) =>
  new OpenAI({
    apiKey: gateway.key(workload),
    baseURL: `${gateway.url}/v1`,
    maxRetries: 0,
    ...options,
  });
const client = clientOf();

const HELLO = {
  model: 'sandbox/echo',
  messages: [{ role: 'user' as const, content: 'Write to ann@example.org' }],
};
const TOOL = {
  type: 'function' as const,
  function: {
    name: 'send_mail',
    description: 'Sends a mail',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  },
};

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

/** What was sealed for the request that the SDK tells the id of. */
const entryOf = (id: string | null | undefined) => gateway.records.entry(String(id));

describe('chat', () => {
  it('is answered, with usage and the request id of the audit trail', async () => {
    const completion = await client.chat.completions.create(HELLO);
    expect(completion.choices[0]?.message.content).toBe('Write to ann@example.org');
    expect(completion.model).toBe('sandbox/echo');
    const { tokens } = await entryOf(completion._request_id);
    expect(tokens).toMatchObject({
      in: completion.usage?.prompt_tokens,
      out: completion.usage?.completion_tokens,
    });
  });

  it('is streamed, with the usage chunk at its end', async () => {
    const stream = await client.chat.completions.create({
      ...HELLO,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe('Write to ann@example.org');
    expect(usage?.completion_tokens).toBeGreaterThan(0);
  });

  it('is put together by the stream helper', async () => {
    const deltas: string[] = [];
    const stream = client.chat.completions
      .stream(HELLO)
      .on('content', (delta) => deltas.push(delta));
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]?.message.content).toBe('Write to ann@example.org');
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(deltas.join('')).toBe('Write to ann@example.org');
    expect(deltas.length).toBeGreaterThan(1);
  });

  it('calls tools from a stream, with arguments that parse', async () => {
    const stream = client.chat.completions.stream({ ...HELLO, tools: [TOOL] });
    const { choices } = await stream.finalChatCompletion();
    const [call] = choices[0]?.message.tool_calls ?? [];
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({
      to: 'Write to ann@example.org',
    });
  });

  it('runs tools to the end, and the tools get what the caller wrote', async () => {
    const received: unknown[] = [];
    const send = (given: { to: string }) => {
      received.push(given);
      return 'sent to ann@example.org';
    };
    const runner = client.chat.completions.runTools({
      ...HELLO,
      stream: true,
      tools: [{ ...TOOL, function: { ...TOOL.function, parse: JSON.parse, function: send } }],
    });
    expect(await runner.finalContent()).toBe('sent to ann@example.org');
    expect(received).toEqual([{ to: 'Write to ann@example.org' }]);
    const seen = (await gateway.sandbox.requests()).map(({ body }) => body).join();
    expect(seen).not.toContain('ann@');
  });

  it('ends upstream when the SDK aborts it', async () => {
    await gateway.sandbox.script('slow=5,tokens=2000');
    const stream = await client.chat.completions.create({ ...HELLO, stream: true });
    let chunks = 0;
    for await (const _chunk of stream) if (++chunks === 5) break;
    await waitFor('the provider to be left', async () => {
      gateway.clock.skip(2_000);
      return (await gateway.sandbox.openCount()) === 0;
    });
    const entry = (await gateway.records.entries()).at(-1);
    expect(entry).toMatchObject({ ended_by: 'client', client_gone: true });
  });

  it('can be aborted by a signal, and timed out by the SDK', async () => {
    await gateway.sandbox.script('hang', 'hang');
    const leaving = new AbortController();
    const aborted = client.chat.completions.create(HELLO, { signal: leaving.signal });
    await waitFor('the call', async () => (await gateway.sandbox.openCount()) === 1);
    leaving.abort();
    await expect(aborted).rejects.toThrow(APIUserAbortError);
    const hasty = client.chat.completions.create(HELLO, { timeout: 50 });
    await expect(hasty).rejects.toThrow(APIConnectionTimeoutError);
  });
});

describe('every other resource', () => {
  it('embeddings come as numbers, through the base64 that the SDK asks for', async () => {
    const { data, model } = await client.embeddings.create({
      model: 'sandbox/embedding',
      input: ['one', 'two'],
    });
    expect(model).toBe('sandbox/embedding');
    expect(data).toHaveLength(2);
    expect(data[0]?.embedding.every((value) => Number.isFinite(value))).toBe(true);
  });

  it('models are listed and found', async () => {
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toContain('sandbox/echo');
    expect((await client.models.retrieve('sandbox/echo')).id).toBe('sandbox/echo');
  });

  it('responses are created and streamed', async () => {
    const body = { model: 'sandbox/echo', input: 'Mail ann@example.org' };
    expect((await client.responses.create(body)).output_text).toBe('Mail ann@example.org');
    const stream = await client.responses.create({ ...body, stream: true });
    let text = '';
    let final = '';
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.completed') final = event.response.output_text ?? '';
    }
    expect(text).toBe('Mail ann@example.org');
    expect(['', text]).toContain(final);
  });

  it('moderations, completions, images, speech and transcriptions work', async () => {
    const moderation = await client.moderations.create({ model: 'sandbox/moderation', input: 'x' });
    expect(moderation.results[0]?.flagged).toBe(false);
    const completion = await client.completions.create({ model: 'sandbox/echo', prompt: 'Hi' });
    expect(completion.choices[0]?.text).toBe('Hi');
    const image = await client.images.generate({ model: 'sandbox/image', prompt: 'x' });
    expect(image.data?.[0]?.b64_json).toMatch(/^iVBOR/);
    const speech = await client.audio.speech.create({
      model: 'sandbox/speech',
      voice: 'alloy',
      input: 'Hello',
    });
    expect((await speech.arrayBuffer()).byteLength).toBeGreaterThan(400);
    const transcript = await client.audio.transcriptions.create({
      model: 'sandbox/transcribe',
      file: new File([Buffer.alloc(1_000)], 'a.wav'),
    });
    expect(transcript.text).toContain('a.wav, 1000 bytes');
  });

  it('files are kept at the only provider that there is', async () => {
    const { files } = client;
    const { id } = await files.create({ purpose: 'user_data', file: new File(['abc'], 'a.txt') });
    expect(await (await files.content(id)).text()).toBe('abc');
    expect(await files.delete(id)).toMatchObject({ deleted: true });
  });
});

describe('an error is the SDK’s own class', () => {
  type Thrown = new (...args: never[]) => APIError;

  async function expectThrown(
    call: Promise<unknown>,
    kind: Thrown,
    members: { status: number; code: string; type: string; param?: string },
  ): Promise<APIError> {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ param: null, ...members });
    const { requestID } = error as APIError;
    expect(requestID).toMatch(/^[0-9a-f-]{36}$/);
    return error as APIError;
  }

  const ask = (workload: string, fields: object = {}) =>
    clientOf(workload).chat.completions.create({ ...HELLO, ...fields });

  it('400 BadRequestError', async () => {
    const call = ask('default', { model: 'gpt-5' });
    const members = { status: 400, code: 'invalid_request', type: 'invalid_request_error' };
    const error = await expectThrown(call, BadRequestError, { ...members, param: 'model' });
    expect(error.message).toMatch(
      /^400 model must be provider-prefixed, .* GET \/v1\/models lists/,
    );
    expect(await entryOf(error.requestID)).toMatchObject({ type: 'refusal' });
  });

  it('401 AuthenticationError', async () => {
    const call = clientOf('default', { apiKey: 'sk-wrong' }).models.list();
    const members = { status: 401, code: 'invalid_api_key', type: 'authentication_error' };
    await expectThrown(call, AuthenticationError, members);
  });

  it('402 APIError', async () => {
    const members = { status: 402, code: 'insufficient_quota', type: 'insufficient_quota' };
    await expectThrown(ask('poor'), APIError, members);
  });

  it('403 PermissionDeniedError', async () => {
    const call = ask('few', { model: 'sandbox/small' });
    const members = { status: 403, code: 'permission_denied', type: 'permission_error' };
    await expectThrown(call, PermissionDeniedError, { ...members, param: 'model' });
  });

  it('404 NotFoundError', async () => {
    const members = { status: 404, code: 'model_not_found', type: 'not_found_error' };
    await expectThrown(ask('default', { model: 'sandbox/nothing' }), NotFoundError, {
      ...members,
      param: 'model',
    });
    await expectThrown(client.models.retrieve('sandbox/nothing'), NotFoundError, {
      ...members,
      param: 'model',
    });
  });

  it('422 UnprocessableEntityError', async () => {
    await expectThrown(ask('guarded'), UnprocessableEntityError, {
      status: 422,
      code: 'data_protection_blocked',
      type: 'invalid_request_error',
      param: 'messages[0].content',
    });
  });

  it('429 RateLimitError', async () => {
    await ask('slow');
    const members = { status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' };
    await expectThrown(ask('slow'), RateLimitError, members);
  });

  it('5xx InternalServerError', async () => {
    await gateway.sandbox.script('status=401');
    const members = { status: 502, code: 'upstream_error', type: 'api_error' };
    await expectThrown(ask('default'), InternalServerError, members);
    const unpriced = { status: 503, code: 'price_unavailable', type: 'price_unavailable' };
    await expectThrown(ask('default', { model: 'sandbox/unpriced' }), InternalServerError, {
      ...unpriced,
      param: 'model',
    });
  });

  it('in the middle of a stream, too', async () => {
    await gateway.sandbox.script('cut=5');
    const stream = await client.chat.completions.create({ ...HELLO, stream: true });
    const reading = (async () => {
      for await (const _chunk of stream);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'upstream_error', type: 'api_error' });
  });
});

describe('the SDK’s own retries', () => {
  const attemptsOf = async (workload: string, fields: object) => {
    let requests = 0;
    const counting: typeof fetch = (input, init) => {
      requests++;
      return fetch(input, init);
    };
    const retrying = clientOf(workload, { maxRetries: 2, fetch: counting });
    await retrying.chat.completions.create({ ...HELLO, ...fields }).catch(() => undefined);
    return requests;
  };

  it('are called off where they would be in vain or cost twice', async () => {
    expect(await attemptsOf('poor', {})).toBe(1);
    expect(await attemptsOf('default', { model: 'sandbox/unpriced' })).toBe(1);
  });

  it('follow the time that the gateway names', async () => {
    await gateway.sandbox.script('status=529', 'status=529');
    expect(await attemptsOf('default', {})).toBe(2);
  });
});
