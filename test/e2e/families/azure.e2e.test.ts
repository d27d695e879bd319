import OpenAI from 'openai';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

/** Azure as it answers: streams, a filter that refuses, addresses of each of its surfaces. */
const provider = await ReplayServer.start();
afterAll(() => provider.close());
const azure = { family: 'azure', models: [{ id: 'my-gpt', price: PRICE }] };
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ4In0.c2lnbmF0dXJl';
const gateway = await startGateway(
  {
    providers: [
      { ...azure, name: 'v1', base_url: provider.url },
      { ...azure, name: 'dated', base_url: provider.url, api_version: '2024-10-21' },
      { ...azure, name: 'entra', base_url: provider.url, secret: { env: 'ENTRA' } },
    ],
  },
  { env: { ENTRA: TOKEN } },
);
const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Hi' }];
const answer = {
  id: 'c',
  choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }],
};

beforeEach(() => {
  provider.received.length = 0;
  provider.answer = () => json(answer);
});

it.each([
  ['v1', '/openai/v1/chat/completions', 'api-key'],
  ['dated', '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21', 'api-key'],
  ['entra', '/openai/v1/chat/completions', 'authorization'],
])(
  'the provider %s is reached at its own address with its own header',
  async (name, path, header) => {
    await openai.chat.completions.create({ model: `${name}/my-gpt`, messages });
    const [request] = provider.received;
    expect(request?.path).toBe(path);
    const others = ['api-key', 'authorization'].filter((one) => one !== header);
    expect(Object.keys(request?.headers ?? {})).toContain(header);
    for (const other of others) expect(request?.headers).not.toHaveProperty(other);
    if (name === 'entra') expect(request?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  },
);

describe('what its filter says', () => {
  it('comes back with the refusal, which is the caller’s and is not tried again', async () => {
    const found = { hate: { filtered: true, severity: 'high' } };
    const innererror = { code: 'ResponsibleAIPolicyViolation', content_filter_result: found };
    const error = {
      message: 'filtered',
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
    };
    provider.answer = () => ({ status: 400, ...json({ error: { ...error, innererror } }) });
    const fault = await openai.chat.completions
      .create({ model: 'dated/my-gpt', messages })
      .catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({
      status: 400,
      code: 'content_filter',
      param: 'prompt',
      error: { innererror },
    });
    expect(provider.received).toHaveLength(1);
  });

  it('before a stream begins disturbs no client', async () => {
    const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'gpt-5-nano' };
    const safe = { hate: { filtered: false, severity: 'safe' } };
    const prompt_filter_results = [{ prompt_index: 0, content_filter_results: safe }];
    const said = { index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null };
    const end = { index: 0, delta: {}, finish_reason: 'stop', content_filter_results: safe };
    const payloads = [
      { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results },
      { ...chunk, choices: [said] },
      { ...chunk, choices: [end] },
    ].map((payload) => JSON.stringify(payload));
    provider.answer = () =>
      events([...payloads, '[DONE]'].map((data) => Buffer.from(`data: ${data}\n\n`)));
    const stream = openai.chat.completions.stream({ model: 'v1/my-gpt', messages });
    const whole = await stream.finalChatCompletion();
    expect(whole.choices[0]?.message.content).toBe('Hello');
  });
});
