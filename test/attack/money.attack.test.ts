import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { events, json, ReplayServer } from '../support/replay-server.js';
import { Tally, type Fate } from './tally.js';

/** Requests that cost more than is set aside for them. */

const NANO_IN = 1_000; // For each token: 1 EUR a million.
const NANO_OUT = 10_000;
const TOKENS_MAX = 100;
const CONTEXT = 50_000;

const provider = await ReplayServer.start();
const price = { currency: 'EUR', per: 1_000_000, input: '1', output: '10' };
const gateway = await startGateway({
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: [
        { id: 'max', max_output_tokens: 1_000, price },
        { id: 'known', max_output_tokens: 1_000, context_tokens: CONTEXT, price },
      ],
    },
  ],
  workloads: [
    { name: 'strict', budget: { amount: '100', period: 'total', mode: 'strict' } },
    { name: 'poor', budget: { amount: '0.000001', period: 'total', mode: 'strict' } },
  ],
});
const counted = () => json({ object: 'any', choices: [] });
provider.answer = counted;
afterAll(() => provider.close());

/** @param leastNano what the provider may charge for it at least */
async function fateOf(path: string, body: object, leastNano: number): Promise<Fate> {
  const answer = await gateway.post(path, body, { workload: 'strict' });
  if (answer.status >= 400) return 'refused';
  const { price: held } = await gateway.records.entry(String(answer.headers['request-id']));
  return Number(held?.hold_nano) >= leastNano ? 'harmless' : 'through';
}

it('more answers than one', async ({ task }) => {
  const tally = new Tally();
  const prompts: readonly (readonly [number, unknown])[] = [
    [1, 'x'],
    [1, [1, 2, 3]],
    [2, ['x', 'y']],
    [3, [[1], [2, 3], [4]]],
    [3, ['x', [1], 2]],
    [200, Array<string>(200).fill('x')],
  ];
  for (const [count, prompt] of prompts) {
    for (const n of [undefined, null, 1, 5]) {
      for (const best_of of [undefined, null, 1, 20]) {
        const made = count * Math.max(n ?? 1, best_of ?? 1);
        const body = { model: 'plain/max', prompt, max_tokens: TOKENS_MAX, n, best_of };
        const fate = await fateOf('/v1/completions', body, made * TOKENS_MAX * NANO_OUT);
        tally.count(`${count} prompts, n ${n}, best_of ${best_of}`, fate);
      }
    }
  }
  for (const best_of of [20, '20', 2.5, true, [20]]) {
    const messages = [{ role: 'user', content: 'x' }];
    const body = { model: 'plain/max', messages, max_tokens: TOKENS_MAX, best_of };
    const fate = await fateOf('/v1/chat/completions', body, 20 * TOKENS_MAX * NANO_OUT);
    tally.count(`best_of ${JSON.stringify(best_of)} of a chat`, fate);
  }
  tally.expectNoneThrough(task);
});

it('a bound that the path does not know', async ({ task }) => {
  const tally = new Tally();
  const names = ['max_tokens', 'max_output_tokens', 'max_completion_tokens'];
  const paths: Readonly<Record<string, readonly string[]>> = {
    '/v1/completions': ['max_tokens'],
    '/v1/responses': ['max_output_tokens'],
  };
  for (const [path, known] of Object.entries(paths)) {
    for (const small of names) {
      for (const large of names) {
        if (small === large) continue;
        const body = { model: 'plain/max', prompt: 'x', input: 'x', [small]: 1, [large]: 500 };
        const most = Math.max(
          ...known.map((name) => (name === small ? 1 : name === large ? 500 : 1_000)),
        );
        const fate = await fateOf(path, body, most * NANO_OUT);
        tally.count(`${small} 1, ${large} 500 at ${path}`, fate);
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a bound of zero, which a provider may read as none', async ({ task }) => {
  const tally = new Tally();
  const asked = { messages: [{ role: 'user', content: 'x' }], prompt: 'x', input: 'x' };
  const paths = ['/v1/chat/completions', '/v1/completions', '/v1/responses', '/v1/messages'];
  for (const path of paths) {
    for (const name of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
      const body = { model: 'plain/max', ...asked, [name]: 0 };
      const fate = await fateOf(path, body, 1_000 * NANO_OUT);
      tally.count(`${name} at ${path}`, fate);
    }
  }
  tally.expectNoneThrough(task);
});

it('input that looks like a file', async ({ task }) => {
  const tally = new Tally();
  const base64 = 'Zq9'.repeat(20_000);
  const leastNano = (base64.length / 4) * NANO_IN;
  const user = { role: 'user', content: [{ type: 'text', text: 'x' }] };
  const tool = (parameters: object) => [{ type: 'function', function: { name: 'f', parameters } }];
  const places: Readonly<Record<string, (odd: object) => object>> = {
    'the request': (odd) => odd,
    'a schema': (odd) => ({ tools: tool({ type: 'object', ...odd }) }),
    'a property': (odd) => ({ tools: tool({ type: 'object', properties: odd }) }),
    metadata: (odd) => ({ metadata: odd }),
    'a message': (odd) => ({ messages: [{ ...user, ...odd }] }),
    'a part': (odd) => ({
      messages: [{ ...user, content: [{ type: 'text', text: 'x', ...odd }] }],
    }),
    'a call': (odd) => ({ messages: [user, { role: 'assistant', tool_calls: [odd] }] }),
  };
  for (const key of ['data', 'url', 'file_data', 'image_url', 'image_data', 'b64_json']) {
    for (const value of [base64, `data:image/png;base64,${base64}`, { url: base64 }]) {
      for (const [place, put] of Object.entries(places)) {
        const more = put({ [key]: value });
        const body = { model: 'plain/max', messages: [user], max_tokens: 1, ...more };
        const form = typeof value === 'string' ? value.slice(0, 5) : 'an object';
        const fate = await fateOf('/v1/chat/completions', body, leastNano);
        tally.count(`${key} as ${form} in ${place}`, fate);
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('input that is only named', async ({ task }) => {
  const tally = new Tally();
  const url = 'https://example.com/a';
  const parts: readonly object[] = [
    { type: 'video_url', video_url: { url } },
    { type: 'audio_url', audio_url: { url } },
    { type: 'document_url', document_url: url },
    { type: 'document', source: { type: 'url', url } },
    { type: 'document', source: { type: 'file', file_id: 'file_0123456789' } },
    { type: 'file', file: { file_data: url } },
    { type: 'input_file', file_url: url },
    { type: 'input_file', fileUrl: url },
    { type: 'file', file_uri: 'gs://a/b' },
  ];
  const bodies: readonly object[] = [
    ...parts.map((part) => ({ content: [part] })),
    { content: 'x', previous_response_id: 'resp_0123456789' },
    { content: 'x', conversation: 'conv_0123456789' },
    { content: 'x', tools: [{ type: 'mcp', server_label: 'a', server_url: url }] },
    { content: 'x', tools: [{ type: 'mcp', server_label: 'a', connector_id: 'connector_a' }] },
  ];
  for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/messages']) {
    for (const { content, ...more } of bodies as readonly { content: unknown }[]) {
      for (const model of ['plain/max', 'plain/known']) {
        const said = [{ role: 'user', content }];
        const asked = path === '/v1/responses' ? { input: said } : { messages: said };
        const body = { model, max_tokens: 1, ...asked, ...more };
        const fate = await fateOf(path, body, CONTEXT * NANO_IN);
        tally.count(`${JSON.stringify([content, more])} to ${model} at ${path}`, fate);
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('input of more tokens than usual text', async ({ task }) => {
  const tally = new Tally();
  for (const text of ['1;2,', '漢', '\u{1F600}', 'é', '\n', '{}', '7', 'ﷺ']) {
    const content = text.repeat(500);
    const body = { model: 'plain/max', messages: [{ role: 'user', content }], max_tokens: 1 };
    const leastNano = Buffer.byteLength(content) * NANO_IN;
    tally.count(JSON.stringify(text), await fateOf('/v1/chat/completions', body, leastNano));
  }
  tally.expectNoneThrough(task);
});

it('an answer that nobody counts', async ({ task }) => {
  const tally = new Tally();
  const words = 'word '.repeat(8);
  const user = { role: 'user', content: 'x' };
  const speech = 'UklG'.repeat(8_000);
  /** Frames that each bring the words, and a whole answer of them. */
  const forms: Readonly<Record<string, { body: object; frame: object; whole: object }>> = {
    '/v1/chat/completions': {
      body: { messages: [user] },
      frame: { id: 'a', choices: [{ index: 0, delta: { content: words } }] },
      whole: { id: 'a', choices: [{ index: 0, message: { content: words } }] },
    },
    '/v1/chat/completions?spoken': {
      body: { messages: [user], modalities: ['text', 'audio'] },
      frame: { id: 'a', choices: [{ index: 0, delta: { audio: { data: speech } } }] },
      whole: { id: 'a', choices: [{ index: 0, message: { audio: { data: speech } } }] },
    },
    '/v1/completions': {
      body: { prompt: 'x' },
      frame: { object: 'text_completion', choices: [{ index: 0, text: words }] },
      whole: { object: 'text_completion', choices: [{ index: 0, text: words }] },
    },
    '/v1/responses': {
      body: { input: 'x' },
      frame: { type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta: words },
      whole: { object: 'response', output: [{ content: [{ type: 'output_text', text: words }] }] },
    },
    '/v1/responses?spoken': {
      body: { input: 'x' },
      frame: { type: 'response.output_audio.delta', item_id: 'm', output_index: 0, delta: speech },
      whole: { object: 'response', output: [{ content: [{ type: 'output_text', text: words }] }] },
    },
  };
  const early = { usage: { prompt_tokens: 1, completion_tokens: 0 }, choices: [] };
  const sse = (data: object) => Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
  for (const [form, { body, frame, whole }] of Object.entries(forms)) {
    const path = form.split('?')[0] ?? '';
    const frames = (count: number) => Array<Buffer>(count).fill(sse(frame));
    const answers: Readonly<Record<string, { answer: typeof counted; tokens: number }>> = {
      'cut behind ten': { answer: () => events(frames(10), { isCut: true }), tokens: 100 },
      'cut behind one': { answer: () => events(frames(1), { isCut: true }), tokens: 10 },
      'counted before, cut': {
        answer: () => events([sse(early), ...frames(10)], { isCut: true }),
        tokens: 100,
      },
      'ended without a count': { answer: () => events(frames(10)), tokens: 100 },
      whole: { answer: () => json(whole), tokens: 10 },
    };
    for (const [end, { answer, tokens }] of Object.entries(answers)) {
      provider.answer = answer;
      const asked = { model: 'plain/max', stream: end !== 'whole', ...body };
      const { headers } = await gateway.post(path, asked, { workload: 'strict' });
      const [settled] = await gateway.records.ledger(String(headers['request-id']));
      const isCharged = Number(settled?.nano) >= tokens * NANO_OUT;
      tally.count(`${form}, ${end}`, isCharged ? 'harmless' : 'through');
    }
  }
  provider.answer = counted;
  tally.expectNoneThrough(task);
});

it('is refused where the budget is spent', async () => {
  const body = { model: 'plain/max', prompt: ['x', 'x'], max_tokens: 1 };
  expect((await gateway.post('/v1/completions', body, { workload: 'poor' })).status).toBe(402);
});
