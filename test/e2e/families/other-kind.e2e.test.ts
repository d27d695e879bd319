import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

/** Providers that answer a stream where one answer was asked for, the reverse, or say no type. */
const provider = await ReplayServer.start();
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: [{ id: 'm-1', price: PRICE }],
      serves_responses: false,
    },
    {
      name: 'claude',
      family: 'anthropic',
      base_url: provider.url,
      models: [{ id: 'm-1', price: PRICE }],
    },
    { name: 'native', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
});
afterAll(() => provider.close());
beforeEach(() => gateway.clock.skip(60_000));

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const frameOf = (choices: object[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1', choices, ...more })}\n\n`;
/** The e-mail address of the request, which the provider sees as a pseudonym, cut in two. */
const echoed = (body: Buffer): string => /EMAIL_\w+/.exec(body.toString())?.[0] ?? 'nothing';
const streamed = (said: string) =>
  [said.slice(0, 4), said.slice(4)]
    .map((content) => frameOf([{ index: 0, delta: { content } }]))
    .concat(
      frameOf([{ index: 0, delta: {}, finish_reason: 'stop' }], { usage }),
      'data: [DONE]\n\n',
    )
    .join('');
const replied = (text: string, type?: string) => ({
  headers: type === undefined ? {} : { 'content-type': type },
  pieces: [Buffer.from(text)],
});

const SAID = 'ann@example.org';
const messages = [{ role: 'user', content: SAID }];
const model = 'plain/m-1';
const asked = { model, max_tokens: 50, messages };
const FORMATS = [
  ['/v1/chat/completions', asked],
  ['/v1/messages', asked],
  ['/v1/responses', { model, input: SAID }],
  [
    '/v1beta/models/plain/m-1:generateContent',
    { contents: [{ role: 'user', parts: [{ text: SAID }] }] },
  ],
] as const;

describe('a stream in the place of a whole answer', () => {
  it.each(FORMATS)('is one answer at %s, with values restored and counted', async (path, body) => {
    provider.answer = ({ body: sent }) => replied(streamed(echoed(sent)), 'text/event-stream');
    const answer = await gateway.post(path, body);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(answer.json()).toBeTypeOf('object');
    expect(answer.text).toContain(SAID);
    const id = String(answer.headers['request-id']);
    expect(await gateway.records.entry(id)).toMatchObject({
      usage_source: 'provider',
      outcome: 'ok',
    });
  });
});

describe('a whole answer in the place of a stream', () => {
  it.each([
    [
      '/v1/chat/completions',
      { ...asked, stream: true, stream_options: { include_usage: true } },
      '[DONE]',
    ],
    ['/v1/messages', { ...asked, stream: true }, 'message_stop'],
    ['/v1/responses', { model, input: SAID, stream: true }, 'response.completed'],
    [
      '/v1beta/models/plain/m-1:streamGenerateContent?alt=sse',
      FORMATS[3][1],
      '"finishReason":"STOP"',
    ],
  ])('is a stream at %s', async (path, body, end) => {
    provider.answer = ({ body: sent }) => {
      const message = { role: 'assistant', content: echoed(sent) };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      return json({ id: 'c', object: 'chat.completion', created: 1, model: 'm-1', choices, usage });
    };
    const answer = await gateway.post(path, body);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.text).toContain(SAID);
    expect(answer.text).toContain(end);
    const id = String(answer.headers['request-id']);
    expect(await gateway.records.entry(id)).toMatchObject({ usage_source: 'provider' });
  });
});

it.each([undefined, 'text/plain'])('a stream whose type is %s is one', async (type) => {
  provider.answer = ({ body }) => replied(streamed(echoed(body)), type);
  const answer = await gateway.post('/v1/chat/completions', { ...asked, stream: true });
  expect([answer.status, answer.text.includes(SAID)]).toEqual([200, true]);
});

it('a whole answer in the place of a stream is one where the formats are the same, too', async () => {
  const content = [{ type: 'text', text: 'Hello' }];
  provider.answer = () =>
    json({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm-1',
      content,
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 1 },
    });
  const claude = { ...asked, model: 'claude/m-1', stream: true };
  const { text } = await gateway.post('/v1/messages', claude);
  expect(text).toMatch(/message_start[^]*Hello[^]*message_stop/);
  const output = [
    {
      type: 'message',
      id: 'm',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
    },
  ];
  provider.answer = () =>
    json({ id: 'resp_1', object: 'response', status: 'completed', model: 'm-1', output });
  const native = { model: 'native/m-1', input: SAID, stream: true };
  const response = await gateway.post('/v1/responses', native);
  expect(response.text).toMatch(/response.created[^]*Hello[^]*response.completed/);
});
