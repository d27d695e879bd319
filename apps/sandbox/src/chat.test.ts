import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from './sandbox-server.js';

type ChatParams = OpenAI.ChatCompletionCreateParamsNonStreaming;

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
  client = new OpenAI({ baseURL: `${sandbox.url}/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(() => sandbox.close());

const user = (content: string) => ({ role: 'user' as const, content });
const ask = (model: string, text: string, more: Partial<ChatParams> = {}) =>
  client.chat.completions.create({ model, messages: [user(text)], ...more, stream: false });

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
      required: ['city', 'days'],
    },
  },
};

describe('a buffered answer', () => {
  it('repeats the last user text as `echo`', async () => {
    const answer = await ask('echo', 'Hello 👋');
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'echo',
      system_fingerprint: 'sandbox',
      choices: [{ message: { role: 'assistant', content: 'Hello 👋' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 6, completion_tokens: 2, total_tokens: 8 },
    });
  });

  it('says that it comes from a sandbox, quotes the prompt and never varies', async () => {
    const [first, second] = [
      await ask('small', 'I am <P_1>'),
      await ask('sandbox/free', 'I am <P_1>'),
    ];
    expect(first.choices[0]?.message.content).toMatch(/sandbox answer.*"I am <P_1>"/);
    expect(second.choices[0]?.message.content).toBe(first.choices[0]?.message.content);
    expect(second.id).not.toBe(first.id);
  });

  it('reads the text parts of the last user message', async () => {
    const parts = [
      { type: 'text' as const, text: 'one' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } },
      { type: 'text' as const, text: 'two' },
    ];
    const answer = await ask('echo', '', { messages: [{ role: 'user', content: parts }] });
    expect(answer.choices[0]?.message.content).toBe('one\ntwo');
    expect(answer.usage?.prompt_tokens).toBe(4 + 1 + 85 + 1);
  });

  it('ends at max_tokens with `length` and at a stop text with `stop`', async () => {
    const cut = await ask('echo', 'abcdefghij', { max_completion_tokens: 2 });
    expect(cut.choices[0]).toMatchObject({
      message: { content: 'abcdefgh' },
      finish_reason: 'length',
    });
    expect(cut.usage?.completion_tokens).toBe(2);
    const stopped = await ask('echo', 'abc. def', { stop: ['!', '.'] });
    expect(stopped.choices[0]).toMatchObject({
      message: { content: 'abc' },
      finish_reason: 'stop',
    });
  });

  it('gives n choices and counts them all', async () => {
    const answer = await ask('echo', 'four', { n: 3 });
    expect(answer.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(answer.usage?.completion_tokens).toBe(3);
  });

  it('answers in JSON when asked for it', async () => {
    const object = await ask('small', 'as JSON', { response_format: { type: 'json_object' } });
    expect(JSON.parse(object.choices[0]?.message.content ?? '')).toEqual({
      sandbox: true,
      answer: 'as JSON',
    });
    const schema = {
      type: 'object',
      properties: {
        who: { $ref: '#/$defs/person' },
        kind: { enum: ['a', 'b'] },
        at: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: ['string', 'null'] }, minItems: 2 },
      },
      $defs: {
        person: {
          type: 'object',
          properties: { name: { type: 'string' }, parent: { $ref: '#/$defs/person' } },
        },
      },
    };
    const typed = await ask('small', 'Ada', {
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    });
    expect(JSON.parse(typed.choices[0]?.message.content ?? '')).toEqual({
      who: { name: 'Ada' },
      kind: 'a',
      at: '2025-01-31',
      tags: ['Ada', 'Ada'],
    });
  });

  it('calls the first tool, or the one that is named, after a user message', async () => {
    const other = { type: 'function' as const, function: { name: 'other' } };
    const first = await ask('small', 'Paris', { tools: [weather, other] });
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ type: 'function', function: { name: 'get_weather' } }],
      },
    });
    const call = first.choices[0]?.message.tool_calls?.[0];
    const written = call?.type === 'function' ? call.function.arguments : '';
    expect(JSON.parse(written)).toEqual({ city: 'Paris', days: 2 });
    const named = await ask('small', 'Paris', {
      tools: [weather, other],
      tool_choice: { type: 'function', function: { name: 'other' } },
    });
    expect(named.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: 'other', arguments: '{}' },
    });
    const none = await ask('echo', 'Paris', { tools: [weather], tool_choice: 'none' });
    expect(none.choices[0]?.message.content).toBe('Paris');
  });

  it('answers in text after a tool result', async () => {
    const call = { name: 'get_weather', arguments: '{}' };
    const answer = await ask('small', '', {
      tools: [weather],
      messages: [
        user('Paris'),
        { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function', function: call }] },
        { role: 'tool', tool_call_id: 'c1', content: '21 degrees' },
      ],
    });
    expect(answer.choices[0]?.message.content).toMatch(/The tool answered: "21 degrees"/);
  });
});

describe('a streamed answer', () => {
  const stream = (model: string, text: string, more: object = {}) =>
    client.chat.completions.create({ model, messages: [user(text)], ...more, stream: true });

  it('arrives in pieces of one token, which cut a placeholder', async () => {
    const pieces: string[] = [];
    const finishes: (string | null)[] = [];
    for await (const chunk of await stream('echo', 'I am <PERSON_1> 👋👋👋')) {
      expect(chunk).not.toHaveProperty('usage');
      for (const { delta, finish_reason: finish } of chunk.choices) {
        pieces.push(delta.content ?? '');
        finishes.push(finish);
      }
    }
    expect(pieces.join('')).toBe('I am <PERSON_1> 👋👋👋');
    expect(pieces.every((piece) => piece.length <= 4 && piece.isWellFormed())).toBe(true);
    expect(finishes.findIndex((finish) => finish === 'stop')).toBe(finishes.length - 1);
  });

  it('reports usage in a frame of its own, and only when asked', async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const options = { stream_options: { include_usage: true } };
    for await (const chunk of await stream('reasoning', 'Hi', options)) chunks.push(chunk);
    const last = chunks.at(-1);
    expect(last?.choices).toEqual([]);
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    const buffered = await ask('reasoning', 'Hi');
    expect(last?.usage).toEqual(buffered.usage);
    expect(buffered.choices[0]?.message).toHaveProperty(
      'reasoning_content',
      expect.stringContaining('The user wrote: "Hi"'),
    );
    expect(
      chunks.some(({ choices }) => choices[0] && 'reasoning_content' in choices[0].delta),
    ).toBe(true);
  });

  it('streams tool calls and choices that the SDK puts together', async () => {
    const runner = client.chat.completions.stream({
      model: 'small',
      messages: [user('Rome')],
      tools: [weather],
      n: 2,
    });
    const { choices } = await runner.finalChatCompletion();
    expect(choices).toHaveLength(2);
    for (const { message, finish_reason: finish } of choices) {
      expect(finish).toBe('tool_calls');
      expect(message.tool_calls?.[0]).toMatchObject({
        function: { name: 'get_weather', arguments: '{"city":"Rome","days":2}' },
      });
    }
  });
});

describe('a bad request', () => {
  const messages = [user('Hi')];
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  it.each([
    [{ model: 'echo' }, 'messages', 'missing_required_parameter'],
    [{ messages }, 'model', 'missing_required_parameter'],
    [{ model: 'echo', messages: [] }, 'messages', 'empty_array'],
    [{ model: 'echo', messages: 'Hi' }, 'messages', 'invalid_type'],
    [
      { model: 'echo', messages: [{ role: 'boss', content: '' }] },
      'messages[0].role',
      'invalid_value',
    ],
    [
      { model: 'echo', messages: [{ role: 'user' }] },
      'messages[0].content',
      'missing_required_parameter',
    ],
    [
      { model: 'echo', messages: [{ role: 'user', content: null }] },
      'messages[0].content',
      'invalid_type',
    ],
    [
      { model: 'echo', messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      'messages[0].content[0].text',
      'missing_required_parameter',
    ],
    [
      { model: 'echo', messages: [{ role: 'assistant' }] },
      'messages[0].content',
      'missing_required_parameter',
    ],
    [
      { model: 'echo', messages: [{ role: 'tool', tool_call_id: 'c1', content: '' }] },
      'messages[0].role',
      null,
    ],
    [{ model: 'echo', messages: [{ role: 'assistant', tool_calls: [call] }] }, 'messages', null],
    [{ model: 'echo', messages, tools: [] }, 'tools', 'empty_array'],
    [{ model: 'echo', messages, tool_choice: 'auto' }, 'tool_choice', null],
    [{ model: 'echo', messages, gw: {} }, 'gw', 'unknown_parameter'],
    [
      { model: 'echo', messages: [{ ...user('Hi'), cache_control: {} }] },
      'messages[0].cache_control',
      'unknown_parameter',
    ],
    [{ model: 'echo', messages, temperature: 3 }, 'temperature', 'decimal_above_max_value'],
    [{ model: 'echo', messages, n: 0 }, 'n', 'integer_below_min_value'],
    [
      { model: 'echo', messages, stop: ['1', '2', '3', '4', '5'] },
      'stop',
      'array_above_max_length',
    ],
    [{ model: 'echo', messages, stream: 'yes' }, 'stream', 'invalid_type'],
    [{ model: 'echo', messages, stream_options: {} }, 'stream_options', null],
    [{ model: 'echo', messages, max_tokens: 1, max_completion_tokens: 1 }, 'max_tokens', null],
    [{ model: 'echo', messages, response_format: { type: 'json_object' } }, 'messages', null],
  ])('is refused as the provider would: %j', async (body, param, code) => {
    const answer = await post(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: { message: expect.any(String), type: 'invalid_request_error', param, code },
    });
  });

  it('names an unrecognized argument as OpenAI does', async () => {
    const answer = await post(JSON.stringify({ model: 'echo', messages, gw: 1 }));
    expect(await answer.text()).toContain('Unrecognized request argument supplied: gw');
  });

  it('lets null stand for an absent optional parameter', async () => {
    const answer = await post(JSON.stringify({ model: 'echo', messages, tools: null, n: null }));
    expect(answer.status).toBe(200);
  });

  it.each(['{"model":', '', '[]', '"text"'])('is no object: %s', async (text) => {
    expect((await post(text)).status).toBe(400);
  });

  it('gets 404 for an unknown model, 401 without a key, 404 and 405 for a wrong address', async () => {
    await expect(ask('gpt-9', 'Hi')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    await expect(ask('embedding', 'Hi')).rejects.toMatchObject({ code: 'model_not_found' });
    expect((await post('{}', {})).status).toBe(401);
    const key = { headers: { authorization: 'Bearer any' } };
    expect((await fetch(`${sandbox.url}/v1/nothing`, key)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/v1/chat/completions`, key)).status).toBe(405);
  });

  const post = (body: string, headers: Record<string, string> = { authorization: 'Bearer any' }) =>
    fetch(`${sandbox.url}/v1/chat/completions`, { method: 'POST', headers, body });
});

it('accepts only its own key when it has one', async () => {
  const guarded = await startSandbox({ host: '127.0.0.1', port: 0, apiKey: 'right' });
  const list = (key: string) =>
    new OpenAI({ baseURL: `${guarded.url}/v1`, apiKey: key, maxRetries: 0 }).models.list();
  await expect(list('wrong')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  await expect(list('right')).resolves.toBeDefined();
  expect((await fetch(`${guarded.url}/_requests`)).status).toBe(401);
  await guarded.close();
});
