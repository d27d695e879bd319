import OpenAI from 'openai';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

/** Answers to the letter: of a provider that speaks the Responses format, and of those that do not. */
const provider = await ReplayServer.start();
const models = [{ id: 'm-1', price: PRICE }];
const own = { family: 'openai', serves_responses: undefined };
const gateway = await startGateway({
  organisation: { protection: { mode: 'allow_log' } },
  providers: [
    { name: 'own', base_url: `${provider.url}/v1`, models, ...own },
    { name: 'chat', base_url: `${provider.url}/v1`, models, serves_responses: undefined },
    {
      name: 'claude',
      family: 'anthropic',
      base_url: provider.url,
      models,
      serves_responses: undefined,
    },
  ],
  aliases: [{ name: 'either', targets: [{ model: 'chat/m-1' }], fallbacks: ['own/m-1'] }],
  workloads: [{ name: 'default' }, { name: 'tokenize', protection: { mode: 'tokenize' } }],
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.received.length = 0;
});

const clientOf = (workload: string) =>
  new OpenAI({ apiKey: gateway.key(workload), baseURL: `${gateway.url}/v1`, maxRetries: 0 });

interface Payload {
  readonly type: string;
  readonly [name: string]: unknown;
}

const sse = (payloads: readonly Payload[], named = true): Buffer[] =>
  payloads.map((payload) =>
    Buffer.from(`${named ? `event: ${payload.type}\n` : ''}data: ${JSON.stringify(payload)}\n\n`),
  );

/** A stream with spellings that no writer would choose. */
const RAW =
  'event: response.created\ndata: {"type":"response.created","sequence_number":0, "response":{"id":"resp_a1b2c3d4e5f6","object":"response","status":"in_progress","model":"own/m-1","output":[],"x":1.0}}\n\n' +
  'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"H\\u00e9","sequence_number":1,"obfuscation":"x"}\n\n' +
  'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"llo","sequence_number":2}\n\n' +
  'event: response.completed\ndata: {"type":"response.completed","sequence_number":3,"response":{"id":"resp_a1b2c3d4e5f6","object":"response","status":"completed","model":"own/m-1","output":[{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"H\\u00e9llo"}]}],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}}\n\n';

describe('a provider that speaks the format', () => {
  it('is sent what the caller wrote, and its answer goes out, both byte for byte', async () => {
    provider.answer = () => events([Buffer.from(RAW)]);
    const body =
      '{"model":"own/m-1", "input":[{"role":"user","content":"H\\u0069"}],"stream":true,"seed_of_tomorrow":1.50,"store":true}';
    const answer = await gateway.send('/v1/responses', {
      method: 'POST',
      headers: gateway.headers({ headers: { 'content-type': 'application/json' } }),
      body,
    });
    expect(answer.text).toBe(RAW);
    const [sent] = provider.received;
    expect(sent?.path).toBe('/v1/responses');
    expect(sent?.body.toString()).toBe(body.replace('own/m-1', 'm-1'));
    expect(await gateway.records.entry(String(answer.headers['request-id']))).toMatchObject({
      tokens: { in: 3, out: 2 },
      usage_source: 'provider',
    });
  });

  it('is asked where only it has what is stored, whatever else a name leads to', async () => {
    const made = await answered();
    provider.received.length = 0;
    const next = { model: 'either', input: 'Hi', previous_response_id: made };
    expect((await gateway.post('/v1/responses', next)).status).toBe(200);
    expect(provider.received.map(({ path }) => path)).toEqual(['/v1/responses']);
    await gateway.post('/v1/responses', { model: 'either', input: 'Hi' });
    expect(provider.received.at(-1)?.path).toBe('/v1/chat/completions');
  });

  async function answered(): Promise<string> {
    const id = 'resp_0a1b2c3d4e5f';
    provider.answer = ({ path }) =>
      path === '/v1/responses'
        ? json({ id, object: 'response', status: 'completed', model: 'm-1', output: [] })
        : json({
            id: 'c',
            choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }],
          });
    const answer = await gateway.post('/v1/responses', { model: 'own/m-1', input: 'Hi' });
    expect(answer.status).toBe(200);
    return id;
  }
});

const chunk = (delta: object, finish_reason: string | null = null) => ({
  type: '',
  id: 'c1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (index: number, id: string, name: string, args: string) =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
const more = (index: number, args: string) =>
  chunk({ tool_calls: [{ index, function: { arguments: args } }] });

it('calls that a chat provider streams side by side are put together by the SDK', async () => {
  provider.answer = () =>
    events([
      ...sse(
        [
          chunk({ role: 'assistant', content: 'Two ' }),
          chunk({ content: 'calls.' }),
          call(0, 'call_a', 'f', '{"a"'),
          call(1, 'call_b', 'g', '{"b"'),
          more(0, ':1}'),
          more(1, ':2}'),
          chunk({}, 'tool_calls'),
        ],
        false,
      ),
      Buffer.from('data: [DONE]\n\n'),
    ]);
  const stream = clientOf('default').responses.stream({ model: 'chat/m-1', input: 'Go' });
  const { output, output_text: said } = await stream.finalResponse();
  expect(said).toBe('Two calls.');
  expect(output.slice(1)).toMatchObject([
    { type: 'function_call', call_id: 'call_a', name: 'f', arguments: '{"a":1}' },
    { type: 'function_call', call_id: 'call_b', name: 'g', arguments: '{"b":2}' },
  ]);
});

describe('values that stand for others', () => {
  const VALUE = 'ann@example.org';
  const wordIn = (body: Buffer): string => /EMAIL_\w{6}/.exec(body.toString())?.[0] ?? '';

  it('are put back in every piece and every end, forwarded', async () => {
    provider.answer = ({ body }) => {
      const word = wordIn(body);
      const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
      const text = `To ${word}.`;
      const part = { type: 'output_text', text };
      const item = { type: 'message', id: 'msg_1', role: 'assistant', content: [part] };
      const args = JSON.stringify({ to: word });
      const called = {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'f',
        arguments: args,
      };
      const own = { item_id: 'fc_1', output_index: 1 };
      const response = { id: 'resp_a1b2c3d4e5f6', status: 'completed', output: [item, called] };
      return events(
        sse([
          { type: 'response.created', response: { ...response, output: [] } },
          { type: 'response.output_text.delta', ...at, delta: text.slice(0, 6) },
          { type: 'response.output_text.delta', ...at, delta: text.slice(6) },
          { type: 'response.output_text.done', ...at, text },
          { type: 'response.content_part.done', ...at, part },
          { type: 'response.output_item.done', output_index: 0, item },
          {
            type: 'response.output_item.added',
            output_index: 1,
            item: { ...called, arguments: '' },
          },
          {
            type: 'response.function_call_arguments.delta',
            ...own,
            delta: args.slice(0, 9),
          },
          { type: 'response.function_call_arguments.delta', ...own, delta: args.slice(9) },
          { type: 'response.function_call_arguments.done', ...own, arguments: args },
          { type: 'response.output_item.done', output_index: 1, item: called },
          { type: 'response.completed', response },
        ]),
      );
    };
    await checkRestored('own/m-1');
  });

  it('are put back in every piece and every end, told in the words of another format', async () => {
    provider.answer = ({ body }) => {
      const word = wordIn(body);
      const args = JSON.stringify({ to: word });
      return events([
        ...sse(
          [
            chunk({ role: 'assistant', content: `To ${word.slice(0, 3)}` }),
            chunk({ content: `${word.slice(3)}.` }),
            call(0, 'call_1', 'f', args.slice(0, 9)),
            more(0, args.slice(9)),
            chunk({}, 'tool_calls'),
          ],
          false,
        ),
        Buffer.from('data: [DONE]\n\n'),
      ]);
    };
    await checkRestored('chat/m-1');
  });

  async function checkRestored(model: string): Promise<void> {
    const body = { model, input: `Write to ${VALUE}`, stream: true };
    const { text } = await gateway.post('/v1/responses', body, { workload: 'tokenize' });
    expect(provider.received[0]?.body.toString()).not.toContain(VALUE);
    expect(text).not.toMatch(/EMAIL_/);
    const told = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, payload = '']) => JSON.parse(payload) as Record<string, unknown>,
    );
    const joined = (type: string) =>
      told.map((event) => (event['type'] === type ? String(event['delta']) : '')).join('');
    const find = (type: string) => told.find((event) => event['type'] === type);
    expect(joined('response.output_text.delta')).toBe(`To ${VALUE}.`);
    expect(find('response.output_text.done')).toMatchObject({ text: `To ${VALUE}.` });
    expect(JSON.parse(joined('response.function_call_arguments.delta'))).toEqual({ to: VALUE });
    const done = find('response.function_call_arguments.done')?.['arguments'];
    expect(JSON.parse(String(done))).toEqual({ to: VALUE });
    expect(told.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        output: [
          { content: [{ text: `To ${VALUE}.` }] },
          { arguments: JSON.stringify({ to: VALUE }) },
        ],
      },
    });
  }
});
