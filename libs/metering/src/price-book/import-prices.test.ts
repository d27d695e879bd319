import { describe, expect, it } from 'vitest';
import { importPrices } from './import-prices.js';

const importText = (text: string) => importPrices(text, (_model, listed) => listed);

/** Entries as the common public list has them; numbers are spelt as it spells them. */
const list = (fields: string, model = 'vendor-large') =>
  `{"${model}": {"litellm_provider": "vendor", ${fields}, "mode": "chat", "max_tokens": 8192}}`;

const ratesOf = (fields: string) =>
  Object.fromEntries(
    importText(list(fields)).lines.map(({ unit, tierAbove, nanoPerMillion }) => [
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
    const { lines, rejected } = importText(list(fields));
    expect(lines).toEqual([]);
    expect(rejected).toEqual(['vendor-large: it has more than one tier']);
  });

  it('reports price fields that it does not know, and never guesses', () => {
    const fields = `"input_cost_per_token": 1e-06, "input_cost_per_token_batches": 5e-07,
      "input_cost_per_moon": 7, "search_context_cost_per_query": {"low": 0.01}`;
    const { lines, unknownFields } = importText(list(fields));
    expect(lines.map((line) => line.unit)).toEqual(['in']);
    expect(Object.fromEntries(unknownFields)).toEqual({
      input_cost_per_token_batches: 1,
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
    'rejects a model whose price is %s, and keeps the others',
    (amount) => {
      const text = `{"good": {"litellm_provider": "vendor", "input_cost_per_token": 1e-6},
        "bad": {"litellm_provider": "vendor", "output_cost_per_token": 1, "input_cost_per_token": ${amount}}}`;
      const { lines, models, rejected } = importText(text);
      expect(lines.map((line) => line.model)).toEqual(['vendor/good']);
      expect(models).toBe(1);
      expect(rejected).toEqual(['bad: input_cost_per_token is not a decimal']);
    },
  );

  it('names models as the gateway does, once with the prefix of their provider', () => {
    const text = `{"a": {"litellm_provider": "vendor", "input_cost_per_token": 1},
      "vendor/b": {"litellm_provider": "vendor", "input_cost_per_token": 1},
      "other/c": {"litellm_provider": "vendor", "input_cost_per_token": 1}}`;
    expect(importText(text).lines.map((line) => line.model)).toEqual([
      'vendor/a',
      'vendor/b',
      'vendor/other/c',
    ]);
  });

  it('leaves out what belongs to no provider of the gateway', () => {
    const { lines, models } = importPrices(list('"input_cost_per_token": 1'), () => undefined);
    expect({ lines, models }).toEqual({ lines: [], models: 0 });
  });

  it('counts no model that has no price at all', () => {
    expect(importText(list('"max_output_tokens": 5')).models).toBe(0);
  });

  it('says so when the list is no object', () => {
    expect(importText('[]').rejected).toEqual(['not an object']);
  });
});
