import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { json, ReplayServer } from '../support/replay-server.js';
import { Tally, type Fate } from './tally.js';

/** Requests that cost more than is set aside for them. */

const NANO_IN = 1_000; // For each token: 1 EUR a million.
const NANO_OUT = 10_000;
const TOKENS_MAX = 100;

const provider = await ReplayServer.start();
const price = { currency: 'EUR', per: 1_000_000, input: '1', output: '10' };
const gateway = await startGateway({
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: [{ id: 'max', max_output_tokens: 1_000, price }],
    },
  ],
  workloads: [
    { name: 'strict', budget: { amount: '100', period: 'total', mode: 'strict' } },
    { name: 'poor', budget: { amount: '0.000001', period: 'total', mode: 'strict' } },
  ],
});
provider.answer = () => json({ object: 'any', choices: [] });
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

it('is refused where the budget is spent', async () => {
  const body = { model: 'plain/max', prompt: ['x', 'x'], max_tokens: 1 };
  expect((await gateway.post('/v1/completions', body, { workload: 'poor' })).status).toBe(402);
});
