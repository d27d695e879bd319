import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';

/** The prompt cache of a provider on a credential of the organisation's own, and on a shared one. */
const provider = await ReplayServer.start();
afterAll(() => provider.close());
const PRICE = {
  currency: 'EUR',
  per: 1_000_000,
  input: '1.00',
  output: '2.00',
  cache_read: '0.10',
  cache_write_5m: '1.25',
  cache_write_1h: '2.00',
};
const models = [{ id: 'claude-haiku-4-5', price: PRICE }];
const gateway = await startGateway({
  organisation: { explicit_prompt_cache: true },
  providers: ['own', 'managed'].flatMap((credential) => [
    { name: credential, family: 'anthropic', base_url: provider.url, credential, models },
    {
      name: `${credential}-gemini`,
      family: 'gemini',
      base_url: provider.url,
      credential,
      models: [{ id: 'gemini-3-flash', price: PRICE }],
    },
    {
      name: `${credential}-groq`,
      family: 'groq',
      base_url: `${provider.url}/v1`,
      credential,
      models,
    },
    {
      name: `${credential}-openai`,
      family: 'openai',
      base_url: `${provider.url}/v1`,
      credential,
      models,
    },
  ]),
});
const apiKey = gateway.key();
const anthropic = new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Hi' }];
const ask = (name: string) => ({ model: `${name}/claude-haiku-4-5`, max_tokens: 9, messages });

const USAGE = {
  input_tokens: 10,
  cache_read_input_tokens: 1_000,
  cache_creation_input_tokens: 200,
  cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 0 },
  output_tokens: 4,
};
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5',
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: USAGE,
};
const STREAM = [
  { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: USAGE },
  { type: 'message_stop' },
].map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));

beforeEach(() => {
  provider.received.length = 0;
  provider.answer = ({ body }) => (body.includes('"stream":true') ? events(STREAM) : json(MESSAGE));
});

const SHOWN = {
  own: { input_tokens: 10, cache_read_input_tokens: 1_000, cache_creation_input_tokens: 200 },
  managed: { input_tokens: 1_210, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
};
/** 10 in, 4 out, 1000 read and 200 written, in nano-EUR. */
const NANO = 10n * 1_000n + 4n * 2_000n + 1_000n * 100n + 200n * 1_250n;

describe.each(['own', 'managed'] as const)('on a credential that is %s', (name) => {
  it('counters are shown as they may be, and charged as they are', async () => {
    const { data, request_id: id } = await anthropic.messages.create(ask(name)).withResponse();
    expect(data.usage).toMatchObject(SHOWN[name]);
    expect((await gateway.records.ledger(String(id))).at(-1)?.nano).toBe(NANO);
    const stream = anthropic.messages.stream(ask(name));
    expect((await stream.finalMessage()).usage).toMatchObject(SHOWN[name]);
    expect((await gateway.records.ledger(String(stream.request_id))).at(-1)?.nano).toBe(NANO);
    const chat = await openai.chat.completions.create(ask(name));
    expect(chat.usage).toMatchObject({
      prompt_tokens: 1_210,
      prompt_tokens_details: { cached_tokens: name === 'own' ? 1_000 : 0 },
    });
  });

  it('those of a host that parts nobody’s caches are, too', async () => {
    const usage = {
      prompt_tokens: 50,
      prompt_tokens_details: { cached_tokens: 30 },
      prompt_cache_hit_tokens: 30,
      prompt_cache_miss_tokens: 20,
      completion_tokens: 1,
    };
    const choices = [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }];
    provider.answer = () => json({ id: 'c', object: 'chat.completion', choices, usage });
    const model = `${name}-groq/claude-haiku-4-5`;
    const chat = await openai.chat.completions.create({ model, messages });
    const [hit, missed] = name === 'own' ? [30, 20] : [0, 50];
    expect(chat.usage).toMatchObject({
      prompt_tokens: 50,
      prompt_tokens_details: { cached_tokens: hit },
      prompt_cache_hit_tokens: hit,
      prompt_cache_miss_tokens: missed,
    });
  });

  it('Gemini’s are, too', async () => {
    provider.answer = () =>
      json({
        candidates: [{ content: { parts: [{ text: 'a' }], role: 'model' }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: 50,
          cachedContentTokenCount: 30,
          candidatesTokenCount: 1,
        },
      });
    const path = `/v1beta/models/${name}-gemini/gemini-3-flash:generateContent`;
    const answer = await gateway.post(path, { contents: [{ parts: [{ text: 'Hi' }] }] });
    expect(answer.json<object>()).toMatchObject({
      usageMetadata: { promptTokenCount: 50, cachedContentTokenCount: name === 'own' ? 30 : 0 },
    });
  });

  it.each([
    ['a cache that lasts an hour', { ttl: '1h' }, {}, 'cache_control.ttl'],
    ['a cache of the default life', { ttl: '5m' }, {}, null],
    ['a cache of no life', {}, {}, null],
    ['a long context', {}, { 'anthropic-beta': 'x,context-1m-2025-08-07' }, 'alt-beta'],
    ['one in capitals', {}, { 'anthropic-beta': 'x, Context-1M-2025-08-07' }, 'alt-beta'],
    ['another flag', {}, { 'anthropic-beta': 'interleaved-thinking-2025-05-14' }, null],
  ])('%s', async (_what, life, headers, param) => {
    const cache_control = { type: 'ephemeral', ...life };
    const block = { type: 'text', text: 'Hi', cache_control };
    const bodies = [
      { ...ask(name), messages: [{ role: 'user', content: [block] }] },
      { ...ask(name), system: [block] },
      { ...ask(name), tools: [{ name: 'f', input_schema: { type: 'object' }, cache_control }] },
      { ...ask(name), cache_control },
      {
        ...ask(name),
        messages: [
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [block] }] },
        ],
      },
    ];
    for (const body of bodies) {
      const answer = await gateway.post('/v1/messages', body, { headers });
      const isRefused = name === 'managed' && param !== null;
      expect(answer.status).toBe(isRefused ? 400 : 200);
      if (isRefused) expect(answer.json<object>()).toMatchObject({ error: { param } });
    }
  });

  it.each([
    [{ speed: 'fast' }, 'speed'],
    [{ speed: 'standard' }, null],
    [{ Speed: 'fast' }, 'Speed'],
    [{ inference_geo: 'us' }, 'inference_geo'],
    [{ inferenceGeo: ['us'] }, 'inferenceGeo'],
    [{ inference_geo: 'global' }, null],
    [{ inference_geo: null, speed: null }, null],
    [{ anthropic_beta: ['x', 'context-1m-2025-08-07'] }, 'anthropic_beta'],
    [{ betas: 'interleaved-thinking-2025-05-14' }, null],
  ])('what makes a token dearer: %j', async (fields, param) => {
    const answer = await gateway.post('/v1/messages', { ...ask(name), ...fields });
    const isRefused = name === 'managed' && param !== null;
    expect(answer.status).toBe(isRefused ? 400 : 200);
    if (isRefused) expect(answer.json<object>()).toMatchObject({ error: { param } });
  });

  it('a key of the prompt cache is the organisation’s where others share it', async () => {
    provider.answer = () => json({ id: 'c', choices: [{ message: { content: 'a' } }], usage: {} });
    const { model, ...rest } = ask(name);
    const fields = { ...rest, model: model.replace('/', '-openai/'), prompt_cache_key: 'mine' };
    await gateway.post('/v1/chat/completions', fields);
    const sent = JSON.parse(String(provider.received[0]?.body)) as { prompt_cache_key: string };
    if (name === 'own') expect(sent.prompt_cache_key).toBe('mine');
    else expect(sent.prompt_cache_key).toMatch(/^[\w-]{32}$/);
  });
});

it('with the switch off no mark is sent, so none is refused', async () => {
  const cache_control = { type: 'ephemeral', ttl: '1h' };
  const inner = [{ type: 'text', text: 'Hi', cache_control }];
  const result = { type: 'tool_result', tool_use_id: 't', content: inner };
  const used = { type: 'tool_use', id: 't', name: 'f', input: { cache_control } };
  await gateway.apply({
    providers: [
      {
        name: 'managed',
        family: 'anthropic',
        base_url: provider.url,
        credential: 'managed',
        models,
      },
    ],
  });
  const answer = await gateway.post('/v1/messages', {
    ...ask('managed'),
    messages: [
      { role: 'user', content: inner },
      { role: 'assistant', content: [used] },
      { role: 'user', content: [result] },
    ],
  });
  expect(answer.status).toBe(200);
  const sent = JSON.parse(String(provider.received[0]?.body)) as { messages: object[] };
  expect(sent.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [used] },
    { role: 'user', content: [{ ...result, content: [{ type: 'text', text: 'Hi' }] }] },
  ]);
});
