import { ApiError, GoogleGenAI, Type } from '@google/genai';
import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

/** The SDK of Gemini's format as it is, to a provider of its own format and to those of others. */
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [
    { name: 'google', family: 'gemini' },
    { name: 'claude', family: 'anthropic' },
  ],
  workloads: [{ name: 'default' }, { name: 'guarded', protection: { mode: 'block' } }],
});

const clientOf = (apiKey: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });
const { models, chats } = clientOf(gateway.key('default'));

const SAID = 'Write to ann@example.org';
const DECLARED = {
  name: 'send_mail',
  description: 'Sends a mail',
  parameters: {
    type: Type.OBJECT,
    properties: { to: { type: Type.STRING, nullable: true } },
    required: ['to'],
  },
};
const tools = [{ functionDeclarations: [DECLARED] }];
const IMAGE = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

describe.each(['google', 'claude', 'sandbox'])('through the provider %s', (provider) => {
  const model = `${provider}/echo`;

  it('is answered, with usage and values restored', async () => {
    const answer = await models.generateContent({ model, contents: SAID });
    expect(answer.text).toBe(SAID);
    expect(answer.modelVersion).toBe(model);
    expect(answer.usageMetadata?.promptTokenCount).toBeGreaterThan(0);
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    const id = answer.sdkHttpResponse?.headers?.['request-id'] ?? '';
    expect(await gateway.records.entry(id)).toMatchObject({ surface: 'gemini', provider });
    const [request] = await gateway.sandbox.requests();
    expect(JSON.stringify(request)).not.toMatch(/ann@example\.org|gw_test_/);
  });

  it('a stream adds up to the same', async () => {
    let text = '';
    let last;
    for await (const chunk of await models.generateContentStream({ model, contents: SAID })) {
      text += chunk.text ?? '';
      last = chunk;
    }
    expect(text).toBe(SAID);
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(last?.usageMetadata?.candidatesTokenCount).toBeGreaterThan(0);
  });

  it('a tool is called, and its result goes back', async () => {
    const chat = chats.create({ model, config: { tools } });
    const calls = [];
    for await (const chunk of await chat.sendMessageStream({ message: SAID })) {
      calls.push(...(chunk.functionCalls ?? []));
    }
    expect(calls).toMatchObject([{ name: 'send_mail', args: { to: SAID } }]);
    const functionResponse = { name: 'send_mail', response: { output: 'Sent.' } };
    const id = calls[0]?.id;
    const answer = await chat.sendMessage({
      message: [{ functionResponse: { ...functionResponse, ...(id && { id }) } }],
    });
    expect(answer.text).toBe('Sent.');
  });

  it('an image reaches the model', async () => {
    await models.generateContent({ model, contents: [{ role: 'user', parts: [IMAGE] }] });
    expect(JSON.stringify(await gateway.sandbox.requests())).toContain('iVBORw0KGgo=');
  });

  it('what the provider refuses keeps its message', async () => {
    const config = { tools: [{ functionDeclarations: [{ ...DECLARED, name: 'no name!' }] }] };
    const asked = models.generateContent({ model, contents: SAID, config });
    await expect(asked).rejects.toMatchObject({ status: 400 });
    await expect(asked).rejects.toBeInstanceOf(ApiError);
  });
});

it('what the model thinks is shown to who asks', async () => {
  const model = 'google/reasoning';
  const config = { thinkingConfig: { includeThoughts: true } };
  const partsOf = async (asked: object) => {
    const answer = await models.generateContent({ model, contents: SAID, ...asked });
    return (answer.candidates?.[0]?.content?.parts ?? []).map(({ thought = false }) => thought);
  };
  expect(await partsOf({ config })).toEqual([true, false]);
  expect(await partsOf({})).toEqual([false]);
});

it('a name without a provider is the one of the format', async () => {
  const answer = await models.generateContent({ model: 'echo', contents: SAID });
  const id = answer.sdkHttpResponse?.headers?.['request-id'] ?? '';
  expect(await gateway.records.entry(id)).toMatchObject({ provider: 'google' });
});

describe('what is refused', () => {
  const errorOf = async (sent: Promise<unknown>): Promise<unknown> => {
    const fault = await sent.catch((cause: unknown) => cause);
    return fault instanceof ApiError ? JSON.parse(fault.message) : fault;
  };

  it('has the envelope of the format, whatever it is', async () => {
    const ask = { model: 'google/echo', contents: SAID };
    const unknown = clientOf('wrong').models.generateContent(ask);
    expect(await errorOf(unknown)).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED' },
    });
    const blocked = clientOf(gateway.key('guarded')).models.generateContent(ask);
    expect(await errorOf(blocked)).toMatchObject({
      error: { code: 422, status: 'FAILED_PRECONDITION' },
    });
    const embedded = models.embedContent({ model: 'google/echo', contents: SAID });
    expect(await errorOf(embedded)).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
    const nothing = models.generateContent({ model: 'google/none', contents: SAID });
    expect(await errorOf(nothing)).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it('includes what a provider keeps, since nobody looked into it', async () => {
    const config = { cachedContent: 'cachedContents/abc' };
    const asked = models.generateContent({ model: 'google/echo', contents: SAID, config });
    expect(await errorOf(asked)).toMatchObject({
      error: { status: 'INVALID_ARGUMENT', param: 'cachedContent' },
    });
  });

  it('is told at the end of a stream that broke', async () => {
    await gateway.sandbox.script('cut=2');
    const stream = await models.generateContentStream({ model: 'google/echo', contents: SAID });
    const read = async () => {
      for await (const _chunk of stream) continue;
    };
    await expect(read()).rejects.toThrow(/502|UNAVAILABLE|ended/);
  });
});

describe('what a client may spell in more than one way', () => {
  const body = JSON.stringify({
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    contents: [{ role: 'user', parts: [{ text: SAID }] }],
    generation_config: { max_output_tokens: 100 },
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1beta/models/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const key = gateway.key('default');

  it.each([
    [`google/echo:generateContent?key=${key}`, {}],
    ['google%2Fecho:generateContent', { authorization: `Bearer ${key}` }],
    ['google%2fecho:generateContent?alt=json', { 'x-goog-api-key': key }],
  ])('is read in each: %s', async (path, headers) => {
    const response = await ask(path, headers);
    expect(await response.json()).toMatchObject({
      candidates: [{ content: { parts: [{ text: SAID }] } }],
    });
    const [request] = await gateway.sandbox.requests();
    expect(request?.path).toBe('/v1beta/models/echo:generateContent');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 100 },
    });
  });

  it('may leave out what stands before a name without a slash', async () => {
    const response = await fetch(`${gateway.url}/v1beta/google/echo:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text: SAID }] }] }),
    });
    expect(await response.json()).toMatchObject({ modelVersion: 'google/echo' });
    const unknown = await fetch(`${gateway.url}/v1beta/cachedContents`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key },
    });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it.each(['google', 'claude', 'sandbox'])(
    'a stream without alt=sse is one array (%s)',
    async (name) => {
      const response = await ask(`${name}/echo:streamGenerateContent`, { 'x-goog-api-key': key });
      expect(response.headers.get('content-type')).toContain('application/json');
      const items = (await response.json()) as readonly {
        readonly candidates: readonly [
          { readonly content: { readonly parts: { text?: string }[] } },
        ];
      }[];
      const texts = items.flatMap(({ candidates: [{ content }] }) => content.parts);
      expect(texts.map(({ text = '' }) => text).join('')).toBe(SAID);
    },
  );

  it('an array whose stream broke ends with the error, and is one all the same', async () => {
    await gateway.sandbox.script('cut=2');
    const response = await ask('google/echo:streamGenerateContent', { 'x-goog-api-key': key });
    const items = (await response.json()) as readonly object[];
    expect(items.at(-1)).toMatchObject({ error: { status: 'UNAVAILABLE' } });
  });
});

describe('what the gateway answers by itself', () => {
  it('counts tokens, and asks nobody', async () => {
    const short = await models.countTokens({ model: 'google/echo', contents: SAID });
    const long = await models.countTokens({
      model: 'google/echo',
      contents: 'word '.repeat(1_000),
    });
    expect(long.totalTokens).toBeGreaterThan((short.totalTokens ?? Infinity) + 900);
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it('lists its models page by page', async () => {
    const names: string[] = [];
    for await (const { name } of await models.list({ config: { pageSize: 3 } })) {
      names.push(name ?? '');
    }
    expect(names).toContain('models/google/echo');
    expect(new Set(names).size).toBe(names.length);
    expect(await models.get({ model: 'google/echo' })).toMatchObject({
      name: 'models/google/echo',
    });
    expect(await models.get({ model: 'echo' })).toMatchObject({ name: 'models/google/echo' });
  });
});
