import Anthropic, {
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
} from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

/** The SDK of the messages format as it is, to a provider of its own format and to one of another. */
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [{ name: 'claude', family: 'anthropic' }],
  workloads: [{ name: 'default' }, { name: 'guarded', protection: { mode: 'block' } }],
});

const clientOf = (workload = 'default', options: object = {}) =>
  new Anthropic({
    apiKey: gateway.key(workload),
    baseURL: `${gateway.url}/alt`,
    maxRetries: 0,
    ...options,
  });
const client = clientOf();

const HELLO = {
  max_tokens: 200,
  messages: [{ role: 'user' as const, content: 'Write to ann@example.org' }],
};
const TOOL = {
  name: 'send_mail',
  description: 'Sends a mail',
  input_schema: {
    type: 'object' as const,
    properties: { to: { type: 'string' } },
    required: ['to'],
  },
};

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

describe.each(['claude', 'sandbox'])('through the provider %s', (provider) => {
  const model = `${provider}/echo`;

  it('a message is answered, with usage and values restored', async () => {
    const message = await client.messages.create({ ...HELLO, model });
    expect(message.content).toMatchObject([{ type: 'text', text: 'Write to ann@example.org' }]);
    expect(message).toMatchObject({ model, role: 'assistant', stop_reason: 'end_turn' });
    const entry = await gateway.records.entry(String(message._request_id));
    expect(entry.tokens).toMatchObject({
      in: message.usage.input_tokens,
      out: message.usage.output_tokens,
    });
    expect(entry).toMatchObject({ surface: 'messages', provider });
  });

  it('a stream of a message adds up to the same', async () => {
    const stream = client.messages.stream({ ...HELLO, model });
    const types: string[] = [];
    stream.on('streamEvent', ({ type }) => types.push(type));
    const message = await stream.finalMessage();
    expect(message.content).toMatchObject([{ type: 'text', text: 'Write to ann@example.org' }]);
    expect(message.usage.output_tokens).toBeGreaterThan(0);
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(types[0]).toBe('message_start');
    expect(types.at(-1)).toBe('message_stop');
  });

  it('a tool is called, and its result goes back', async () => {
    const ask = { ...HELLO, model, tools: [TOOL] };
    const message = await client.messages.stream(ask).finalMessage();
    expect(message.stop_reason).toBe('tool_use');
    const call = message.content.find((block) => block.type === 'tool_use');
    expect(call?.input).toHaveProperty('to');
    const result = {
      type: 'tool_result' as const,
      tool_use_id: call?.id ?? '',
      content: 'Sent.',
      is_error: true,
    };
    const answer = await client.messages.create({
      ...ask,
      messages: [
        ...ask.messages,
        { role: 'assistant', content: message.content },
        { role: 'user', content: [result] },
      ],
    });
    expect(JSON.stringify(answer.content)).toContain('Sent.');
  });

  it('an image in the result of a tool reaches the model', async () => {
    const ask = { ...HELLO, model, tools: [TOOL] };
    const image = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'iVBORw0KGgo=' },
    };
    await client.messages.create({
      ...ask,
      messages: [
        ...ask.messages,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'send_mail', input: {} }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [image] }],
        },
      ],
    });
    const [request] = await gateway.sandbox.requests();
    expect(JSON.stringify(request)).toContain('iVBORw0KGgo=');
  });

  it('an abort is told as such', async () => {
    const stream = client.messages.stream({ ...HELLO, model: `${provider}/sandbox-chat` });
    stream.on('text', () => stream.abort());
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(APIUserAbortError);
  });

  it('what the provider refuses keeps its message', async () => {
    const nothing = { type: 'tool' as const, name: 'nothing' };
    const asked = client.messages.create({ ...HELLO, model, tools: [TOOL], tool_choice: nothing });
    const error = await asked.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ type: 'invalid_request_error' });
  });
});

describe('what is refused', () => {
  it('has the envelope of the format, whatever it is', async () => {
    const unknown = clientOf('default', { apiKey: 'wrong' });
    const error = await unknown.messages
      .create({ ...HELLO, model: 'claude/echo' })
      .catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ type: 'authentication_error' });
    const blocked = await clientOf('guarded')
      .messages.create({ ...HELLO, model: 'claude/echo' })
      .catch((fault: unknown) => fault);
    expect(blocked).toMatchObject({ type: 'invalid_request_error' });
  });

  it('includes servers of tools past the gateway', async () => {
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': gateway.key('default'), 'content-type': 'application/json' },
      body: JSON.stringify({ ...HELLO, model: 'claude/echo', mcp_servers: [{ url: 'https://a' }] }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', param: 'mcp_servers' },
      request_id: response.headers.get('request-id'),
    });
  });
});

describe('a conversation that the server would keep', () => {
  const send_mail = betaTool({
    name: TOOL.name,
    description: TOOL.description,
    inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    run: ({ to }) => `Sent to ${to}.`,
  });

  it.each(['claude', 'sandbox'])('is sent whole by the runner of tools: %s', async (provider) => {
    const asked = { ...HELLO, model: `${provider}/echo`, tools: [send_mail], max_iterations: 3 };
    for (const stream of [false, true]) {
      await gateway.sandbox.clear();
      const runner = stream
        ? client.beta.messages.toolRunner({ ...asked, stream })
        : client.beta.messages.toolRunner(asked);
      const { content } = await runner.runUntilDone();
      expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Sent to') }]);
      const requests = await gateway.sandbox.requests();
      expect(requests).toHaveLength(2);
      expect(JSON.stringify(requests)).not.toContain('"thread');
    }
  });

  it.each([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }, 'x'])(
    'is refused in the words that SDKs go by: %j',
    async (thread) => {
      for (const path of ['/v1/messages', '/v1/messages/count_tokens']) {
        const answer = await gateway.post(path, { ...HELLO, model: 'claude/echo', thread });
        expect(answer.status).toBe(400);
        expect(answer.json<object>()).toMatchObject({
          error: {
            type: 'invalid_request_error',
            param: 'thread',
            details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
          },
        });
      }
      const body = { ...HELLO, model: 'claude/echo', thread: null };
      expect((await gateway.post('/v1/messages/count_tokens', body)).status).toBe(200);
    },
  );
});

it('a name without a provider is the one of the format', async () => {
  const message = await client.messages.create({ ...HELLO, model: 'echo' });
  const entry = await gateway.records.entry(String(message._request_id));
  expect(entry.provider).toBe('claude');
});

it('beta flags and the version go to a provider of the format, byte for byte, and to no other', async () => {
  const headers = { 'anthropic-beta': 'one-2025-01-01,two', 'anthropic-version': '2026-10-21' };
  await client.messages.create({ ...HELLO, model: 'claude/echo' }, { headers });
  await client.messages.create({ ...HELLO, model: 'sandbox/echo' }, { headers });
  const [own, other] = await gateway.sandbox.requests();
  expect(own?.headers).toMatchObject(headers);
  expect(JSON.stringify(other?.headers)).not.toContain('two');
});

it('the SDK of the chat format reaches a provider of the messages format', async () => {
  const openai = new OpenAI({ apiKey: gateway.key('default'), baseURL: `${gateway.url}/v1` });
  const { messages } = HELLO;
  const answer = await openai.chat.completions.create({ model: 'claude/echo', messages });
  expect(answer.choices[0]?.message.content).toBe('Write to ann@example.org');
  const stream = openai.chat.completions.stream({
    model: 'claude/echo',
    messages,
    stream_options: { include_usage: true },
  });
  const whole = await stream.finalChatCompletion();
  expect(whole.choices[0]?.message.content).toBe('Write to ann@example.org');
  expect(whole.usage?.total_tokens).toBeGreaterThan(0);
  const called = await openai.chat.completions.create({
    model: 'claude/echo',
    messages,
    tools: [{ type: 'function', function: { name: TOOL.name, parameters: TOOL.input_schema } }],
  });
  expect(called.choices[0]?.finish_reason).toBe('tool_calls');
});

it.each([false, true])(
  'thinking comes back under its signature, streamed: %s',
  async (isStreaming) => {
    const ask = {
      ...HELLO,
      model: 'claude/reasoning',
      max_tokens: 4_000,
      thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
    };
    const message = isStreaming
      ? await client.messages.stream(ask).finalMessage()
      : await client.messages.create(ask);
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    const said = { role: 'assistant' as const, content: message.content };
    await client.messages.create({ ...ask, messages: [...ask.messages, said, ...ask.messages] });
    expect(JSON.stringify(await gateway.sandbox.requests())).not.toContain('ann@example.org');
  },
);

describe('what the gateway answers by itself', () => {
  it('counts tokens, and asks nobody', async () => {
    const { input_tokens: short } = await client.messages.countTokens({
      model: 'claude/echo',
      messages: HELLO.messages,
    });
    const { input_tokens: long } = await client.messages.countTokens({
      model: 'claude/echo',
      messages: [{ role: 'user', content: 'word '.repeat(1_000) }],
    });
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(short + 900);
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it('refuses to count what is no request', async () => {
    const counted = client.messages.countTokens({ model: 'claude/echo', messages: [] });
    await expect(counted).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' });
  });

  it('lists its models page by page', async () => {
    const ids: string[] = [];
    for await (const { id, type } of client.models.list({ limit: 3 })) {
      expect(type).toBe('model');
      ids.push(id);
    }
    expect(ids).toContain('claude/echo');
    expect(new Set(ids).size).toBe(ids.length);
    expect(await client.models.retrieve('claude/echo')).toMatchObject({ id: 'claude/echo' });
    expect(await client.models.retrieve('echo')).toMatchObject({ id: 'claude/echo' });
    await expect(client.models.retrieve('claude/none')).rejects.toMatchObject({ status: 404 });
  });

  it('tells the format of a list by the version, where the path does not', async () => {
    const listed = async (headers: Record<string, string>) => {
      const response = await fetch(`${gateway.url}/v1/models`, {
        headers: { authorization: `Bearer ${gateway.key('default')}`, ...headers },
      });
      return (await response.json()) as object;
    };
    expect(await listed({})).toHaveProperty('object', 'list');
    expect(await listed({ 'alt-version': '2023-06-01' })).toHaveProperty('has_more');
    expect(await listed({ 'alt-version': 'newest' })).toHaveProperty('error.type');
  });

  it.each(['/api/hello', '/alt', '/alt/api/hello'])('is warmed up at %s', async (path) => {
    const { status } = await fetch(`${gateway.url}${path}`, { method: 'HEAD' });
    expect(status).toBe(200);
  });
});
