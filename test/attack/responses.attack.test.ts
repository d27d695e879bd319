import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { CARD, IBAN, isIn, MAIL, TERM } from './canaries.js';
import { BASE64, IMAGE, placesOf, withAt, type Place } from './maximal-chat.js';
import { Tally } from './tally.js';

/** Every position of the Responses format, to a provider that speaks it and by way of translations. */
const provider = await ReplayServer.start();
const MODES = ['mask', 'tokenize', 'block'] as const;
const FAMILIES = ['openai', 'custom', 'anthropic'] as const;
const gateway = await startGateway({
  providers: FAMILIES.map((family) => ({
    name: family,
    family,
    serves_responses: family === 'openai',
    base_url: `${provider.url}/v1`,
    models: [{ id: 'm-1', price: 'free' }],
  })),
  workloads: MODES.map((mode) => ({ name: mode, protection: { mode } })),
});
afterAll(() => provider.close());

const TEXT = { type: 'input_text', text: 'b' };
const PICTURE = {
  type: 'input_image',
  image_url: `data:image/png;base64,${IMAGE}`,
  detail: 'low',
};

/** A part that no format knows is forwarded as it is, and cannot be translated. */
const FORWARDED = { openai: [{ type: 'of_tomorrow', a: 'y' }], custom: [], anthropic: [] };

const maximalFor = (family: (typeof FAMILIES)[number]) => ({
  model: `${family}/m-1`,
  instructions: 'b',
  max_output_tokens: 20,
  input: [
    { role: 'user', content: 'b' },
    { type: 'message', role: 'user', content: [TEXT, PICTURE, ...FORWARDED[family]] },
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'b' }],
      encrypted_content: `gw1_messages_${BASE64}`,
    },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'b' }], content: [] },
    { type: 'reasoning', summary: [], encrypted_content: `gw1_redacted_${BASE64}` },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        { type: 'output_text', text: 'b', annotations: [{ type: 'file_citation', title: 't' }] },
        { type: 'refusal', refusal: 'b' },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"a":"b"}' },
    { type: 'custom_tool_call', call_id: 'call_2', name: 'g', input: 'b' },
    { type: 'function_call_output', call_id: 'call_1', output: '{"a":"b"}' },
    { type: 'custom_tool_call_output', call_id: 'call_2', output: [TEXT, PICTURE] },
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
    { role: 'developer', content: 'b' },
  ],
  tools: [
    {
      type: 'function',
      name: 'f',
      description: 'd',
      strict: true,
      parameters: {
        type: 'object',
        properties: { a: { type: 'string', description: 'd', enum: ['e'] } },
        required: ['a'],
      },
    },
    {
      type: 'custom',
      name: 'g',
      description: 'd',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
    },
  ],
  tool_choice: { type: 'function', name: 'f' },
  text: {
    verbosity: 'low',
    format: {
      type: 'json_schema',
      name: 'n',
      description: 'd',
      schema: { type: 'object', title: 't' },
    },
  },
  reasoning: { effort: 'low', summary: 'auto' },
  metadata: { k: 'v' },
  safety_identifier: 'u',
  prompt_cache_key: 'c',
  include: ['reasoning.encrypted_content'],
  temperature: 1,
  x_unknown: { deep: ['y'], n: 1 },
});

const ANSWERS = {
  openai: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm-1',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  },
  custom: {
    id: 'c',
    object: 'chat.completion',
    model: 'm-1',
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm-1',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

const NUMBER = '471147';
const compact = (value: string) => value.replaceAll(' ', '');
const WRITTEN = [MAIL, IBAN, CARD, TERM, compact(CARD)];
/** What a signature of its maker stands under goes back to that maker, and the row says so. */
const SIGNED = /^input\.2\.summary\.0\.text$/;

const send = (body: object, workload: string) => gateway.post('/v1/responses', body, { workload });

it.each(FAMILIES)('the body without a canary passes to %s', async (family) => {
  provider.answer = () => json(ANSWERS[family]);
  for (const mode of MODES) {
    const { status, text } = await send(maximalFor(family), mode);
    expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  }
});

for (const family of FAMILIES) {
  it(`a canary in every position of a body, to ${family}`, async ({ task }) => {
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
      const isTold =
        family === 'anthropic' &&
        entry.marks.includes('unscanned') &&
        SIGNED.test(place.path.join('.'));
      return tally.count(name, isTold ? 'marked' : 'through');
    };
    for (const place of placesOf(whole)) {
      const values = place.slot === 'number' ? [compact(CARD), NUMBER] : WRITTEN;
      for (const value of values) for (const mode of MODES) await attempt(place, value, mode);
    }
    tally.expectNoneThrough(task);
  });
}
