import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { CARD, IBAN, isIn, MAIL, TERM } from './canaries.js';
import { BASE64, IMAGE, placesOf, withAt, type Place } from './maximal-chat.js';
import { Tally } from './tally.js';

/** Every position of the messages format, to a provider that speaks it and by way of a translation. */
const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const FAMILIES = ['anthropic', 'custom'] as const;
const gateway = await startGateway({
  providers: FAMILIES.map((family) => ({
    name: family,
    family,
    base_url: `${provider.url}/v1`,
    models: [{ id: 'm-1', price: 'free' }],
  })),
  workloads: MODES.map((mode) => ({ name: mode, protection: { mode } })),
});
afterAll(() => provider.close());

const TEXT = { type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '5m' } };
const PICTURE = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: IMAGE },
};

/** A block that no format knows is forwarded as it is, and cannot be translated. */
const FORWARDED = { anthropic: [{ type: 'of_tomorrow', id: 'x', data: 'y' }], custom: [] };

const maximalFor = (family: (typeof FAMILIES)[number]) => ({
  model: `${family}/m-1`,
  max_tokens: 20,
  system: [TEXT],
  messages: [
    {
      role: 'user',
      content: [
        TEXT,
        PICTURE,
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        {
          type: 'document',
          title: 't',
          context: 'c',
          source: { type: 'text', media_type: 'text/plain', data: 'plain text' },
          citations: { enabled: true },
        },
        ...FORWARDED[family],
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'b', signature: BASE64 },
        { type: 'redacted_thinking', data: BASE64 },
        TEXT,
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 'b', n: 1, deep: [{ k: 'v' }] } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          is_error: true,
          content: [{ type: 'text', text: '{"a":"b"}' }, PICTURE],
        },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'user', content: 'b' },
  ],
  tools: [
    {
      name: 'f',
      description: 'd',
      input_schema: {
        type: 'object',
        properties: { a: { type: 'string', description: 'd', enum: ['e'] } },
        required: ['a'],
      },
    },
  ],
  tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  stop_sequences: ['s'],
  metadata: { user_id: 'u' },
  output_config: { format: { type: 'json_schema', schema: { type: 'object', title: 't' } } },
  temperature: 1,
  x_unknown: { deep: ['y'], n: 1 },
});

const ANSWERS = {
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm-1',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  custom: {
    id: 'c',
    object: 'chat.completion',
    model: 'm-1',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
};

const NUMBER = '471147';
const compact = (value: string) => value.replaceAll(' ', '');
const WRITTEN = [MAIL, IBAN, CARD, TERM, compact(CARD)];
/** What a signature stands under goes as it is, and the row says so. */
const SIGNED = /^messages\.1\.content\.0\.thinking$/;

const send = (body: object, workload: string) => gateway.post('/v1/messages', body, { workload });

it.each(FAMILIES)('the body without a canary passes to %s', async (family) => {
  provider.answer = () => json(ANSWERS[family]);
  for (const mode of MODES) {
    const { status, text } = await send(maximalFor(family), mode);
    expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  }
});

for (const family of FAMILIES) {
  it(`a canary in every position of a message body, to ${family}`, async ({ task }) => {
    provider.answer = () => json(ANSWERS[family]);
    const whole = maximalFor(family);
    const tally = new Tally();
    const attempt = async (place: Place, value: string, mode: string) => {
      const name = `${mode}: ${value.slice(0, 4)} in ${place.slot} ${place.path.join('.')}`;
      provider.received.length = 0;
      const body = { ...withAt([[place, value]], whole), gw: { remove: [TERM, NUMBER] } };
      const answer = await send(body, mode);
      const sent = provider.received.map((request) => request.body.toString()).join('\n');
      if (answer.status >= 400) return tally.count(name, sent === '' ? 'refused' : 'through');
      if (!isIn(sent, value)) return tally.count(name, 'replaced');
      const entry = await gateway.records.entry(String(answer.headers['request-id']));
      const isTold = entry.marks.includes('unscanned') && SIGNED.test(place.path.join('.'));
      return tally.count(name, isTold ? 'marked' : 'through');
    };
    for (const place of placesOf(whole)) {
      const values = place.slot === 'number' ? [compact(CARD), NUMBER] : WRITTEN;
      for (const value of values) for (const mode of MODES) await attempt(place, value, mode);
    }
    tally.expectNoneThrough(task);
  });
}
