import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, Type } from '@google/genai';
import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { aServiceAccount } from '../../support/service-account.js';

/** The SDKs of three formats as they are, to Gemini and Claude at Google's cloud. */
const ACCOUNT = aServiceAccount();
const STRANGER = aServiceAccount('nobody@a-project.iam.example');
const vertex = { credential: 'own', secret: { env: 'KEY_FILE' } };
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' }, explicit_prompt_cache: true },
    models: ['fault/status=429', 'fault/cut=2'],
    providers: [
      { ...vertex, name: 'gemini', family: 'vertex-gemini' },
      { ...vertex, name: 'claude', family: 'vertex-claude' },
      { ...vertex, name: 'stranger', family: 'vertex-claude', secret: { env: 'STRANGER' } },
      {
        ...vertex,
        name: 'away',
        family: 'vertex-gemini',
        token_url: 'http://127.0.0.1:1/token',
      },
    ],
    aliases: [{ name: 'gw/either', targets: [{ model: 'away/echo' }], fallbacks: ['gemini/echo'] }],
  },
  { env: { KEY_FILE: ACCOUNT.keyFile, STRANGER: STRANGER.keyFile } },
);
beforeAll(() => gateway.sandbox.admit(ACCOUNT));
beforeEach(() => gateway.sandbox.clear());

const apiKey = gateway.key();
const openai = new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });

const SAID = 'Write to ann@example.org';
const messages = [{ role: 'user' as const, content: SAID }];
const PARAMETERS = {
  type: 'object' as const,
  properties: { to: { type: 'string' } },
  required: ['to'],
};
const seen = async () => (await gateway.sandbox.requests()).filter(({ path }) => path !== '/token');
const sent = async () => JSON.parse((await seen()).at(-1)?.body ?? '{}') as Record<string, unknown>;

describe.each(['gemini', 'claude'])('the provider %s', (provider) => {
  const model = `${provider}/echo`;

  it('answers the SDK of the chat format, whole and streamed, with values restored', async () => {
    const { data, request_id: id } = await openai.chat.completions
      .create({ model, messages })
      .withResponse();
    expect(data.choices[0]).toMatchObject({ message: { content: SAID }, finish_reason: 'stop' });
    expect(await gateway.records.entry(String(id))).toMatchObject({
      provider,
      region: 'europe-west4',
      tokens: { in: data.usage?.prompt_tokens, out: data.usage?.completion_tokens },
    });
    const whole = await openai.chat.completions
      .stream({ model, messages, stream_options: { include_usage: true } })
      .finalChatCompletion();
    expect(whole.choices[0]?.message.content).toBe(SAID);
    expect(whole.usage?.completion_tokens).toBe(data.usage?.completion_tokens);
    expect(JSON.stringify(await seen())).not.toContain('ann@example.org');
  });

  it('answers the SDK of the messages format', async () => {
    const ask = { model, messages, max_tokens: 200 };
    const message = await anthropic.messages.create(ask);
    expect(message).toMatchObject({ content: [{ text: SAID }], stop_reason: 'end_turn', model });
    const streamed = await anthropic.messages.stream(ask).finalMessage();
    expect(streamed.content).toMatchObject([{ type: 'text', text: SAID }]);
    expect(streamed.usage.output_tokens).toBe(message.usage.output_tokens);
  });

  it('answers the SDK of Gemini’s format', async () => {
    expect((await google.models.generateContent({ model, contents: SAID })).text).toBe(SAID);
    let text = '';
    for await (const chunk of await google.models.generateContentStream({
      model,
      contents: SAID,
    })) {
      text += chunk.text ?? '';
    }
    expect(text).toBe(SAID);
  });

  it('calls a tool, and takes its result, in each format', async () => {
    const tool = {
      type: 'function' as const,
      function: { name: 'send_mail', parameters: PARAMETERS, strict: true },
    };
    const ask = { model, messages, tools: [tool] };
    const called = (await openai.chat.completions.stream(ask).finalChatCompletion()).choices[0];
    const [call] = called?.message.tool_calls ?? [];
    expect(called?.finish_reason).toBe('tool_calls');
    const answer = await openai.chat.completions.create({
      ...ask,
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: call ? [call] : [] },
        { role: 'tool', tool_call_id: call?.id ?? '', content: 'Sent.' },
      ],
    });
    expect(answer.choices[0]?.message.content).toBe('Sent.');

    const declared = {
      name: 'send_mail',
      parameters: { type: Type.OBJECT, properties: { to: { type: Type.STRING } } },
    };
    const config = { tools: [{ functionDeclarations: [declared] }] };
    const chat = google.chats.create({ model, config });
    const asked = await chat.sendMessage({ message: SAID });
    const id = asked.functionCalls?.[0]?.id ?? 'c1';
    const response = { output: 'Sent.' };
    const told = await chat.sendMessage({
      message: [{ functionResponse: { id, name: 'send_mail', response } }],
    });
    expect(told.text).toBe('Sent.');
    expect(asked.functionCalls).toMatchObject([{ name: 'send_mail', args: { to: SAID } }]);
  });

  it('answers by a schema', async () => {
    const schema = { ...PARAMETERS, additionalProperties: false };
    await openai.chat.completions.create({
      model,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'mail', schema } },
    });
    expect(JSON.stringify(await sent())).toContain(
      provider === 'gemini' ? 'responseSchema' : 'JSON Schema',
    );
  });

  it('is opened by a token that is fetched once, and anew when it was refused', async () => {
    await openai.chat.completions.create({ model, messages });
    await gateway.sandbox.clear();
    await gateway.sandbox.endTokens();
    const { data, request_id: id } = await openai.chat.completions
      .create({ model, messages })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe(SAID);
    const requests = await gateway.sandbox.requests();
    expect(requests.map(({ path }) => path === '/token')).toEqual([false, true, false]);
    expect(await gateway.records.entry(String(id))).toMatchObject({
      attempts: [{ status: 401 }, { status: 200 }],
    });
  });

  it('fails in the caller’s own words', async () => {
    const refused = openai.chat.completions.create({
      model: `${provider}/fault/status=429`,
      messages,
    });
    await expect(refused).rejects.toMatchObject({ status: 429 });
    const stream = openai.chat.completions.stream({ model: `${provider}/fault/cut=2`, messages });
    await expect(stream.finalChatCompletion()).rejects.toThrow();
  });
});

describe('Claude', () => {
  it('gets marks of the cache, and its own platform’s version', async () => {
    const cache_control = { type: 'ephemeral' as const, ttl: '1h' as const };
    await anthropic.beta.messages.create({
      model: 'claude/echo',
      messages,
      max_tokens: 9,
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      betas: ['interleaved-thinking-2025-05-14', 'effort-2025-11-24'],
    });
    expect(await sent()).toMatchObject({
      anthropic_version: 'vertex-2023-10-16',
      system: [{ cache_control }],
    });
    expect(await sent()).not.toHaveProperty('model');
    expect((await seen()).at(-1)?.headers['anthropic-beta']).toBe(
      'interleaved-thinking-2025-05-14',
    );
  });

  it('is not asked about an image that is somewhere else', async () => {
    const source = { type: 'url' as const, url: 'https://example.org/a.png' };
    const asked = anthropic.messages.create({
      model: 'claude/echo',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'image', source }] }],
    });
    await expect(asked).rejects.toMatchObject({ status: 400 });
    expect(await seen()).toEqual([]);
  });
});

describe('a credential', () => {
  const failing = (model: string) =>
    openai.chat.completions.create({ model, messages }).catch((fault: unknown) => fault);

  it('that is refused is the gateway’s fault, and costs nothing', async () => {
    const fault = (await failing('stranger/echo')) as InstanceType<typeof OpenAI.APIError>;
    expect(fault).toMatchObject({ status: 502, error: { gw: { cause: 'provider_auth' } } });
    expect(await gateway.records.entry(String(fault.requestID))).toMatchObject({
      attempts: [{ status: null, err: 'token' }],
    });
    expect(await gateway.records.ledger(String(fault.requestID))).toEqual([
      { kind: 'void', nano: 0n },
    ]);
    expect(await seen()).toEqual([]);
  });

  it('for which no token can be had leads to the next endpoint of an alias', async () => {
    expect(await failing('away/echo')).toMatchObject({
      status: 502,
      error: { gw: { cause: 'token' } },
    });
    const answer = await openai.chat.completions.create({ model: 'gw/either', messages });
    expect(answer.choices[0]?.message.content).toBe(SAID);
  });

  it('that is no key file keeps the settings that are in force, by a clear message', async () => {
    const provider = { ...vertex, name: 'gemini', family: 'vertex-gemini' };
    const applied = gateway.apply({
      providers: [{ ...provider, secret: { env: 'UPSTREAM_KEY' } }],
    });
    await expect(applied).rejects.toThrow(
      'providers.gemini.secret: not the key file of a service account',
    );
  });

  it('is in no log, no answer and no request but the one for a token', async () => {
    const told = JSON.stringify([await gateway.sandbox.requests(), gateway.log]);
    expect(told).not.toMatch(/PRIVATE KEY|ya29\.|eyJ/);
  });
});
