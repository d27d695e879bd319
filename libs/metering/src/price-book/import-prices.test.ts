import { describe, expect, it } from 'vitest';
import { importPrices } from './import-prices.js';

const importText = (text: string) => importPrices(text);

/** Entries as the common public list has them; numbers are spelt as it spells them. */
const list = (fields: string, mode = 'embedding') =>
  `{"vendor-large": {"litellm_provider": "vendor", ${fields}, "mode": "${mode}", "max_tokens": 8192}}`;

const ratesOf = (fields: string, mode?: string) =>
  Object.fromEntries(
    importText(list(fields, mode)).lines.map(({ unit, tierAbove, nanoPerMillion }) => [
      tierAbove > 0 ? `${unit} above ${tierAbove}` : unit,
      nanoPerMillion,
    ]),
  );

describe('importPrices', () => {
  it('reads every price field it knows, in nano per million pieces', () => {
    const fields = `"input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05,
      "cache_read_input_token_cost": 3e-07, "cache_creation_input_token_cost": 3.75e-06,
      "cache_creation_input_token_cost_above_1hr": 6e-06, "output_cost_per_reasoning_token": 0.00002,
      "input_cost_per_audio_token": 0.0001, "output_cost_per_audio_token": 2e-4,
      "input_cost_per_image_token": 1e-5, "output_cost_per_image": 0.04,
      "input_cost_per_second": 0.0001, "input_cost_per_request": 0.005`;
    expect(ratesOf(fields)).toEqual({
      in: '3000000000.000000',
      out: '15000000000.000000',
      cache_read: '300000000.000000',
      cache_write_5m: '3750000000.000000',
      cache_write_1h: '6000000000.000000',
      reasoning: '20000000000.000000',
      audio_in: '100000000000.000000',
      audio_out: '200000000000.000000',
      image_in: '10000000000.000000',
      image: '40000000000000.000000',
      second: '100000000000.000000',
      call: '5000000000000.000000',
    });
  });

  it.each([
    ['1.5e-07', '150000000.000000'],
    ['1e-7', '100000000.000000'],
    ['0.0000001', '100000000.000000'],
    ['2.8e-08', '28000000.000000'],
    ['0.1e-20', '0.000001'],
    ['1e-22', '0.000001'],
    ['0', '0.000000'],
    ['0.0', '0.000000'],
  ])('reads %s as exactly what is written', (written, nanoPerMillion) => {
    expect(ratesOf(`"input_cost_per_token": ${written}`)).toEqual({ in: nanoPerMillion });
  });

  it('reads what a tier of service costs beside the usual prices', () => {
    const fields = `"input_cost_per_token": 2e-06, "input_cost_per_token_above_200k_tokens": 4e-06,
      "input_cost_per_token_priority": 4e-06, "cache_read_input_token_cost_flex": 1e-07,
      "input_cost_per_token_above_200k_tokens_priority": 8e-06, "input_cost_per_token_batches": 1e-06`;
    const { lines, unknownFields } = importText(list(fields));
    const written = lines.map(
      ({ unit, tierAbove, tier, nanoPerMillion }) =>
        `${unit} ${tierAbove} ${tier} ${nanoPerMillion}`,
    );
    expect(written).toEqual([
      'in 0 undefined 2000000000.000000',
      'in 200000 undefined 4000000000.000000',
      'in 0 priority 4000000000.000000',
      'in 200000 priority 8000000000.000000',
      'cache_read 0 flex 100000000.000000',
      'in 0 batch 1000000000.000000',
    ]);
    expect([...unknownFields.keys()]).toEqual([]);
  });

  it('leaves out a tier of service that cannot be charged by, and keeps the model', () => {
    const fields = `"input_cost_per_token": 2e-06, "input_cost_per_token_priority": 4e-06,
      "input_cost_per_token_above_200k_tokens_priority": 8e-06,
      "input_cost_per_token_above_272k_tokens_priority": 9e-06`;
    expect(importText(list(fields)).lines).toHaveLength(1);
  });

  it('reads the rates of a tier beside the usual ones', () => {
    const fields = `"input_cost_per_token": 1e-06, "input_cost_per_token_above_200k_tokens": 2e-06,
      "cache_creation_input_token_cost_above_1hr_above_200k_tokens": 3e-06`;
    expect(ratesOf(fields)).toEqual({
      in: '1000000000.000000',
      'in above 200000': '2000000000.000000',
      'cache_write_1h above 200000': '3000000000.000000',
    });
  });

  it('leaves out a model with more tiers than the gateway can charge', () => {
    const fields = `"input_cost_per_token": 1e-06, "input_cost_per_token_above_128k_tokens": 2e-06,
      "input_cost_per_token_above_200k_tokens": 3e-06`;
    const { lines, skipped } = importText(list(fields));
    expect(lines).toEqual([]);
    expect(skipped).toEqual([{ entry: 'vendor-large', reason: 'it has more than one tier' }]);
  });

  it('reports price fields that it does not know, and never guesses', () => {
    const fields = `"input_cost_per_token": 1e-06, "input_cost_per_token_later": 5e-07,
      "input_cost_per_moon": 7, "search_context_cost_per_query": {"low": 0.01}`;
    const { lines, unknownFields } = importText(list(fields));
    expect(lines.map((line) => line.unit)).toEqual(['in']);
    expect(Object.fromEntries(unknownFields)).toEqual({
      input_cost_per_token_later: 1,
      input_cost_per_moon: 1,
      search_context_cost_per_query: 1,
    });
  });

  it('takes null for a price that is not given', () => {
    expect(ratesOf('"input_cost_per_token": 1e-6, "output_cost_per_token": null')).toEqual({
      in: '1000000000.000000',
    });
  });

  it.each(['-1e-6', '1e-6000', 'true', '"1e-6"', '{"usd": 1}'])(
    'skips a model whose price is %s, and keeps the others',
    (amount) => {
      const text = `{"good": {"litellm_provider": "vendor", "mode": "embedding", "input_cost_per_token": 1e-6},
        "bad": {"litellm_provider": "vendor", "output_cost_per_token": 1, "input_cost_per_token": ${amount}}}`;
      const { lines, models, skipped } = importText(text);
      expect(lines.map((line) => line.model)).toEqual(['vendor/good']);
      expect(models).toBe(1);
      expect(skipped).toEqual([{ entry: 'bad', reason: 'input_cost_per_token is not a decimal' }]);
    },
  );

  it('names models as the gateway does, once with the prefix of their provider', () => {
    const text = `{"a": {"litellm_provider": "vendor", "mode": "rerank", "input_cost_per_token": 1},
      "vendor/b": {"litellm_provider": "vendor", "mode": "rerank", "input_cost_per_token": 1},
      "other/c": {"litellm_provider": "vendor", "mode": "rerank", "input_cost_per_token": 1}}`;
    expect(importText(text).lines.map((line) => line.model)).toEqual([
      'vendor/a',
      'vendor/b',
      'vendor/other/c',
    ]);
  });

  it('cuts the prefix of a family of providers, and of one that has another name here', () => {
    const text = `{"clouds/fast": {"litellm_provider": "clouds-small_models", "mode": "rerank", "input_cost_per_token": 1},
      "clouds/exact": {"litellm_provider": "clouds", "mode": "rerank", "input_cost_per_token": 1},
      "cloud/slow": {"litellm_provider": "clouds", "mode": "rerank", "input_cost_per_token": 1}}`;
    const names = new Map([
      ['clouds', 'ours'],
      ['clouds-small_models', 'ours'],
    ]);
    expect(importPrices(text, names).lines.map((line) => line.model)).toEqual([
      'ours/fast',
      'ours/exact',
      'ours/cloud/slow',
    ]);
  });

  it.each(['{"litellm_provider": 1, "input_cost_per_token": 1}', '{"floor": {}}', '3', 'null'])(
    'skips an entry that names no provider: %s',
    (entry) => {
      const { lines, skipped } = importText(`{"generalised": ${entry}}`);
      expect(lines).toEqual([]);
      expect(skipped).toEqual([{ entry: 'generalised', reason: 'it names no provider' }]);
    },
  );

  it.each([
    '"input_cost_per_token": 0, "output_cost_per_token": 0.0, "output_cost_per_second": 0.1',
    '"input_cost_per_pixel": 1e-9, "output_cost_per_pixel": 0.0',
    '"input_cost_per_token": null, "search_context_cost_per_query": {"low": 0.01}',
    '"input_cost_per_token": 1e-6, "output_cost_per_pixel": 4e-5',
    '"output_cost_per_token": 1e-6, "input_cost_per_character": 4e-5',
  ])(
    'skips a model that would be served for nothing because its price is not known: %s',
    (fields) => {
      const { lines, skipped } = importText(list(fields));
      expect(lines).toEqual([]);
      expect(skipped).toMatchObject([
        { reason: expect.stringMatching(/^it is priced by \w+, which/) },
      ]);
    },
  );

  it('charges all tokens out alike: of images, where no others come, and never the one as the other', () => {
    const images = '"input_cost_per_token": 1e-6, "output_cost_per_image_token": 4e-5';
    expect(ratesOf(images)).toEqual({ in: '1000000000.000000', out: '40000000000.000000' });
    const both = `${images}, "output_cost_per_token": 2e-6`;
    expect(importText(list(both)).skipped).toMatchObject([{ reason: 'it has two prices for out' }]);
  });

  it('takes seconds, pages and calls for the price of all that goes in and comes out', () => {
    const seconds = '"input_cost_per_second": 1e-4, "output_cost_per_second": 1e-4';
    expect(ratesOf(seconds)).toEqual({ second: '100000000000.000000' });
  });

  it('takes a model that costs nothing at all for what it is', () => {
    const free = '"input_cost_per_token": 0, "output_cost_per_token": 0, "input_cost_per_pixel": 0';
    expect(ratesOf(free)).toEqual({ in: '0.000000', out: '0.000000' });
  });

  it.each([
    ['"input_cost_per_token": 1e-6', 'it has no price for the tokens that come out'],
    ['"input_cost_per_token": 1e-6, "output_cost_per_token": null', 'come out'],
    ['"input_cost_per_token": 1e-6, "output_cost_per_token_priority": 1e-6', 'come out'],
    ['"input_cost_per_token": 1e-6, "output_cost_per_token_above_200k_tokens": 2e-6', 'come out'],
    ['"input_cost_per_token": 1e-6, "output_cost_per_image": 0.1', 'come out'],
    ['"input_cost_per_token": 1e-6, "input_cost_per_request": 0.1', 'come out'],
    ['"output_cost_per_token": 1e-6', 'it has no price for the tokens that go in'],
    ['"input_cost_per_second": 1e-4', 'it has no price for the tokens that go in'],
    ['"input_cost_per_request": 0', 'it has no price for the tokens that go in'],
  ])(
    'skips a model of texts that would be served for nothing on one side: %s',
    (fields, reason) => {
      for (const mode of ['chat', 'completion', 'responses', 'something_new']) {
        const { lines, skipped } = importText(list(fields, mode));
        expect(lines).toEqual([]);
        expect(skipped).toMatchObject([{ reason: expect.stringContaining(reason) }]);
      }
      const unsaid = `{"m": {"litellm_provider": "vendor", ${fields}}}`;
      expect(importText(unsaid).models).toBe(0);
    },
  );

  it('takes a model of texts with a price for both sides, or for each call', () => {
    expect(importText(list('"input_cost_per_request": 0.1', 'chat')).models).toBe(1);
    const both = '"input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6';
    const { models, free } = importText(list(both, 'chat'));
    expect([models, free]).toEqual([1, new Set()]);
  });

  it.each([
    ['"input_cost_per_token": 0, "output_cost_per_token": 0', 'chat', true],
    ['"input_cost_per_token": 1e-6, "output_cost_per_token": 0.0', 'chat', true],
    ['"input_cost_per_token": 0, "output_cost_per_token": 1e-6', 'chat', true],
    [
      '"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "output_cost_per_token_flex": 0',
      'chat',
      true,
    ],
    [
      '"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "output_cost_per_reasoning_token": 0',
      'chat',
      true,
    ],
    [
      '"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "cache_read_input_token_cost": 0',
      'chat',
      false,
    ],
    ['"input_cost_per_token": 1e-6, "output_cost_per_token": 0', 'embedding', false],
    ['"input_cost_per_token": 0', 'embedding', true],
  ])('tells whether %s of mode %s is free, at least in part: %s', (fields, mode, isFree) => {
    const { models, free } = importText(list(fields, mode));
    expect(models).toBe(1);
    expect(free).toEqual(new Set(isFree ? ['vendor/vendor-large'] : []));
  });

  it('skips a price that is more than can be stored', () => {
    expect(importText(list('"input_cost_per_token": 1e40')).skipped).toMatchObject([
      { reason: 'input_cost_per_token is more than a price can be' },
    ]);
  });

  it('skips a model that has no price at all', () => {
    const { models, skipped } = importText(list('"max_output_tokens": 5'));
    expect(models).toBe(0);
    expect(skipped).toEqual([{ entry: 'vendor-large', reason: 'it has no price' }]);
  });

  it('says so when the list is no object', () => {
    expect(importText('[]').skipped).toEqual([{ entry: 'the list', reason: 'it is no object' }]);
  });
});

describe('entries that mean the same model', () => {
  const entry = (name: string, provider: string, price: string) =>
    `"${name}": {"litellm_provider": "${provider}", "mode": "rerank", "input_cost_per_token": ${price}}`;
  const importEntries = (entries: readonly string[], names?: ReadonlyMap<string, string>) =>
    importPrices(`{${entries.join(',')}}`, names);

  it.each(['forwards', 'backwards'])('are one, by that which names the provider, %s', (order) => {
    const both = [entry('m', 'vendor', '1e-6'), entry('vendor/m', 'vendor', '2e-6')];
    const { lines, models, collisions } = importEntries(
      order === 'forwards' ? both : both.toReversed(),
    );
    expect(lines.map(({ model, nanoPerMillion }) => [model, nanoPerMillion])).toEqual([
      ['vendor/m', '2000000000.000000'],
    ]);
    expect(models).toBe(1);
    expect(collisions).toMatchObject([
      { model: 'vendor/m', taken: 'vendor/m', isSamePrice: false },
    ]);
    expect(collisions[0]?.entries.toSorted()).toEqual(['m', 'vendor/m']);
  });

  it('are one when they have the same prices', () => {
    const both = [entry('a/m', 'a', '1e-6'), entry('b/m', 'b', '0.000001')];
    const names = new Map([['b', 'a']]);
    const { lines, collisions, skipped } = importEntries(both, names);
    expect(lines).toHaveLength(1);
    expect(collisions).toMatchObject([{ model: 'a/m', isSamePrice: true }]);
    expect(skipped).toEqual([]);
  });

  it('are none when nothing tells whose price is right', () => {
    const both = [entry('a/m', 'a', '1e-6'), entry('b/m', 'b', '2e-6'), entry('a/n', 'a', '3e-6')];
    const { lines, collisions, skipped } = importEntries(both, new Map([['b', 'a']]));
    expect(lines.map(({ model }) => model)).toEqual(['a/n']);
    expect(collisions).toMatchObject([{ model: 'a/m', taken: null, isSamePrice: false }]);
    expect(skipped.map((one) => one.entry)).toEqual(['a/m', 'b/m']);
  });
});
