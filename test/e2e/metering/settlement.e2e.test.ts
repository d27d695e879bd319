import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { PriceRepository } from '#metering';
import { LiveSettings } from '#operations';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const models = [
  {
    id: 'detailed',
    price: { ...PRICE, input: '0.15', output: '0.60', cache_read: '0.075', reasoning: '1.20' },
  },
  { id: 'dust', price: { ...PRICE, input: '0.0000001', output: '0' } },
  { id: 'dollars', price: { ...PRICE, currency: 'USD' } },
  { id: 'pounds' },
  { id: 'nothing', price: 'free' },
  { id: 'long', price: PRICE, max_output_tokens: 100_000 },
  { id: 'short', price: PRICE, max_output_tokens: 1_000 },
];
const budget = { amount: '1000', period: 'monthly' };
const gateway = await startGateway({
  providers: [{ name: 'plain', base_url: `${provider.url}/v1`, models }],
  exchange_rates: [{ from: 'USD', to: 'EUR', rate: '0.925' }],
  workloads: [
    { name: 'default', budget },
    { name: 'strict', budget: { ...budget, mode: 'strict' } },
  ],
});
afterAll(() => provider.close());

const answerWith = (usage: object | undefined) => {
  const message = { role: 'assistant', content: 'ok' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  provider.answer = () => json({ object: 'chat.completion', model: 'm', choices, usage });
};
const USAGE = { prompt_tokens: 1_000, completion_tokens: 333, total_tokens: 1_333 };

beforeEach(async () => {
  await gateway.sandbox.clear();
  answerWith(USAGE);
});

const entryOf = ({ headers }: Answer) => gateway.records.entry(String(headers['request-id']));

async function chargeOf(model: string): Promise<string | undefined> {
  const answer = await gateway.chat({ model: `plain/${model}` });
  const { price } = await entryOf(answer);
  const nano = BigInt(price?.nano ?? -1);
  expect(await gateway.records.ledger(String(answer.headers['request-id']))).toEqual([
    { kind: 'settle', nano },
  ]);
  return price?.nano;
}

describe('what is charged', () => {
  it('is a long input whole, as its provider counts it', async () => {
    answerWith({ prompt_tokens: 102_400, completion_tokens: 10, total_tokens: 102_410 });
    const messages = [{ role: 'user', content: 'abc '.repeat(102_400) }];
    const entry = await entryOf(await gateway.chat({ model: 'plain/long', messages }));
    expect(entry.tokens).toMatchObject({ in: 102_400, out: 10 });
    expect(entry.marks).toEqual([]);
  });

  it('is each kind of token at its own price', async () => {
    answerWith({
      ...USAGE,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 33 },
    });
    expect(await chargeOf('detailed')).toBe(String(400 * 150 + 600 * 75 + 300 * 600 + 33 * 1_200));
  });

  it('is rounded up once, to a whole nano-unit', async () => {
    answerWith({ prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 });
    expect(await chargeOf('dust')).toBe('1');
  });

  it('is in the organisation’s currency, at the rate that the settings give', async () => {
    expect(await chargeOf('dollars')).toBe(String((1_000 * 1_000 + 333 * 2_000) * 0.925));
  });

  it('is nothing for a free model, which has its entry all the same', async () => {
    expect(await chargeOf('nothing')).toBe('0');
  });

  it('is what the provider counted, and one nano at least', async () => {
    answerWith({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
    expect(await chargeOf('detailed')).toBe('1');
  });

  it('is our own estimate when the provider counted nothing', async () => {
    answerWith(undefined);
    const entry = await entryOf(await gateway.chat({ model: 'plain/detailed' }));
    expect(entry).toMatchObject({ usage_source: 'estimated', price: { basis: 'progress' } });
    expect(Number(entry.price?.nano)).toBeGreaterThan(0);
  });
});

it('a price in a currency without a rate is no price', async () => {
  const repository = new PriceRepository(gateway.database.app);
  const price = { unit: 'in', tierAbove: 0, currency: 'GBP', nanoPerMillion: '1.0' } as const;
  const list = { prices: [{ model: 'plain/pounds', ...price }], exchangeRates: [] };
  await gateway.database.app.transaction((tx) => repository.addInstanceList(tx, 'test', list));
  await gateway.app.get(LiveSettings).refresh();
  const answer = await gateway.chat({ model: 'plain/pounds' });
  await expectRefusal(gateway, answer, 'price_unavailable', {
    param: 'model',
    message: /no price/,
  });
  expect(provider.received.filter(({ body }) => body.includes('pounds'))).toEqual([]);
});

describe('a count that leaves something out', () => {
  const SAID = 'x'.repeat(400); // 100 tokens, by our own count.
  const message = { role: 'assistant', content: SAID };
  const messages = [{ role: 'user', content: 'x' }];

  it.each([
    ['/v1/chat/completions', { messages }, { message }],
    ['/v1/completions', { prompt: 'x' }, { text: SAID }],
  ])('is completed by what came: %s', async (path, asked, said) => {
    const choices = [{ index: 0, ...said, finish_reason: 'stop' }];
    provider.answer = () => json({ id: 'c', choices, usage: { prompt_tokens: 7 } });
    const answer = await gateway.post(path, { model: 'plain/short', ...asked });
    const { tokens, usage_source, price } = await entryOf(answer);
    expect(tokens).toMatchObject({ in: 7, out: 100 });
    expect(usage_source).toBe('partial');
    expect(price).toMatchObject({ nano: String(7 * NANO_IN + 100 * NANO_OUT), basis: 'usage' });
  });

  it('is completed by what went', async () => {
    answerWith({ completion_tokens: 5 });
    const { tokens, usage_source } = await entryOf(await gateway.chat({ model: 'plain/short' }));
    expect(tokens?.in).toBeGreaterThan(0);
    expect({ out: tokens?.out, usage_source }).toEqual({ out: 5, usage_source: 'partial' });
  });

  it('is completed in a stream', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: SAID }, finish_reason: 'stop' }] };
    const frames = [chunk, { choices: [], usage: { prompt_tokens: 7 } }]
      .map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
      .join('');
    provider.answer = () => events([Buffer.from(`${frames}data: [DONE]\n\n`)]);
    const { headers } = await gateway.stream({ model: 'plain/short' });
    const entry = await gateway.records.entry(String(headers['request-id']));
    expect(entry.tokens).toMatchObject({ in: 7, out: 100 });
    expect(entry.usage_source).toBe('partial');
  });
});

describe('a count that cannot be', () => {
  const usageOf = (completion: string) =>
    `{"prompt_tokens":10,"completion_tokens":${completion},"total_tokens":20}`;

  it.each(['9007199254740992', '1763640000', '1e400'])(
    'is settled at a bound: %s',
    async (count) => {
      const message = { role: 'assistant', content: 'ok' };
      const answer = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
      const body = `${answer.slice(0, -1)},"usage":${usageOf(count)}}`;
      provider.answer = () => ({
        headers: { 'content-type': 'application/json' },
        pieces: [Buffer.from(body)],
      });
      const entry = await entryOf(await gateway.chat({ model: 'plain/short' }));
      expect(entry.marks).toEqual(['usage_clamped']);
      expect(Number(entry.price?.nano)).toBeGreaterThanOrEqual(1_000 * NANO_OUT);
      expect(Number(entry.price?.nano)).toBeLessThan(1_200 * NANO_OUT);
    },
  );

  it.each(['-5', '"12"', 'true'])('is none: %s', async (count) => {
    const message = { role: 'assistant', content: 'ok' };
    const usage: unknown = JSON.parse(usageOf(count));
    provider.answer = () =>
      json({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
    const entry = await entryOf(await gateway.chat({ model: 'plain/short' }));
    expect(entry).toMatchObject({ usage_source: 'estimated', marks: [] });
  });

  it('is counted', async () => {
    expect((await gateway.get('/metrics')).text).toContain(
      'gw_usage_clamped_total{provider="plain"} 3',
    );
  });
});

describe('what is held', () => {
  /** Tokens of output in the hold; the input of these calls is worth less than one of them. */
  async function heldOutput(model: string, workload: string, fields: object = {}): Promise<number> {
    const answer = await gateway.chat({ model: `plain/${model}`, ...fields }, { workload });
    const { price } = await entryOf(answer);
    return Math.floor((Number(price?.hold_nano) - 20_000) / NANO_OUT);
  }

  // Input is held, too, on a strict budget as many tokens as it has bytes.
  const about = (tokens: number) => expect.closeTo(tokens, -2) as number;

  it.each([
    ['the caller’s bound', 'default', 'long', { max_tokens: 3_000 }, 3_000],
    ['the model’s bound', 'default', 'short', {}, 1_000],
    ['the lower of the two', 'default', 'short', { max_tokens: 3_000 }, 1_000],
    ['what such calls usually need', 'default', 'long', {}, 2_048],
    ['that for a large bound, too', 'default', 'long', { max_tokens: 90_000 }, 2_048],
    ['every choice', 'default', 'short', { n: 3 }, 3_000],
    ['the worst case when the budget is strict', 'strict', 'long', {}, 100_000],
    [
      'the caller’s bound when the budget is strict',
      'strict',
      'long',
      { max_tokens: 9_000 },
      9_000,
    ],
  ])('is %s', async (_what, workload, model, fields, expected) => {
    expect(await heldOutput(model, workload, fields)).toEqual(about(expected));
  });
});
