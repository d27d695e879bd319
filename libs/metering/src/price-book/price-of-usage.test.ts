import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_USAGE, type Usage } from '#wire';
import { priceAtMost, priceOfUsage } from './price-of-usage.js';
import { PRICE_UNITS, type ModelPrice, type PriceUnit } from './price.js';

type Rates = Partial<Record<PriceUnit, bigint>>;
const mapOf = (rates: Rates) => new Map(Object.entries(rates) as [PriceUnit, bigint][]);

/** Rates in whole nano for one piece. */
const NANO = 10n ** 12n;
const perPiece = (rates: Partial<Record<PriceUnit, number>>): Rates =>
  Object.fromEntries(Object.entries(rates).map(([unit, nano]) => [unit, BigInt(nano) * NANO]));

function aPrice(rates: Rates, above?: { tierAbove: number; rates: Rates }): ModelPrice {
  return {
    version: 1,
    isFree: false,
    tier: 'standard',
    tiers: new Map(),
    rates: mapOf(rates),
    tierAbove: above?.tierAbove ?? null,
    ratesAbove: mapOf(above?.rates ?? {}),
  };
}

const cost = (rates: Partial<Record<PriceUnit, number>>, usage: Partial<Usage>): bigint =>
  priceOfUsage(aPrice(perPiece(rates)), { ...NO_USAGE, ...usage });

describe('priceOfUsage', () => {
  it('charges input and output at their rates', () => {
    expect(cost({ in: 3, out: 7 }, { inputTotal: 100, outputTotal: 10 })).toBe(370n);
  });

  it('takes cache reads and writes out of the input and charges each at its own rate', () => {
    const rates = { in: 10, cache_read: 1, cache_write_5m: 12, cache_write_1h: 20 };
    const usage = { inputTotal: 100, cacheRead: 40, cacheWrite5m: 20, cacheWrite1h: 10 };
    expect(cost(rates, usage)).toBe(30n * 10n + 40n + 20n * 12n + 10n * 20n);
  });

  it('charges cached tokens as input where the price says nothing of caches', () => {
    const usage = { inputTotal: 100, cacheRead: 40, cacheWrite5m: 20, cacheWrite1h: 10 };
    expect(cost({ in: 10 }, usage)).toBe(1_000n);
  });

  it('charges a long cache write as a short one where it has no rate of its own', () => {
    const usage = { inputTotal: 10, cacheWrite1h: 10 };
    expect(cost({ in: 10, cache_write_5m: 12 }, usage)).toBe(120n);
  });

  it('takes reasoning and audio out of the output', () => {
    const rates = { out: 10, reasoning: 20, audio_out: 30 };
    const usage = { outputTotal: 100, reasoning: 60, audioOut: 10 };
    expect(cost(rates, usage)).toBe(30n * 10n + 60n * 20n + 10n * 30n);
    expect(cost({ out: 10 }, usage)).toBe(1_000n);
  });

  it('takes audio and images out of the input', () => {
    const usage = { inputTotal: 100, audioIn: 10, imageIn: 20 };
    expect(cost({ in: 1, audio_in: 5, image_in: 7 }, usage)).toBe(70n + 50n + 140n);
    expect(cost({ in: 1 }, usage)).toBe(100n);
  });

  it('charges images, seconds, pages, tool calls and the call itself by the piece', () => {
    const rates = { image: 100, second: 10, page: 1_000, tool_call: 50, call: 1 };
    const usage = { images: 2, seconds: 30, pages: 4, toolCalls: 3 };
    expect(cost(rates, usage)).toBe(200n + 300n + 4_000n + 150n + 1n);
    expect(cost({ in: 1 }, usage)).toBe(0n);
  });

  it('charges the whole call at the higher tier once the input is above its border', () => {
    const price = aPrice(perPiece({ in: 1, out: 2, cache_read: 1 }), {
      tierAbove: 200_000,
      rates: perPiece({ in: 10 }),
    });
    const at = (inputTotal: number) =>
      priceOfUsage(price, { ...NO_USAGE, inputTotal, outputTotal: 5 });
    expect(at(200_000)).toBe(200_010n);
    // The tier has no rate for output: the usual one stays.
    expect(at(200_001)).toBe(2_000_020n);
  });

  it('charges nothing for what is free', () => {
    const price = { ...aPrice(perPiece({ in: 5 })), isFree: true };
    expect(priceOfUsage(price, { ...NO_USAGE, inputTotal: 100 })).toBe(0n);
  });

  it('never rounds in favour of anybody but once, up', () => {
    const price = aPrice({ in: 1n, out: 1n, call: 1n });
    expect(priceOfUsage(price, { ...NO_USAGE, inputTotal: 1, outputTotal: 1 })).toBe(1n);
  });

  const aRate = fc.bigInt({ min: 0n, max: 10n ** 16n });
  const someRates = fc.dictionary(fc.constantFrom(...PRICE_UNITS), aRate);
  const count = fc.nat({ max: 100_000 });
  const aUsage = fc
    .record({ plainIn: count, cacheRead: count, w5: count, w1: count, audioIn: count })
    .chain((input) =>
      fc
        .record({ plainOut: count, reasoning: count, audioOut: count, images: count })
        .map((output): Usage => ({
          ...NO_USAGE,
          inputTotal: input.plainIn + input.cacheRead + input.w5 + input.w1 + input.audioIn,
          cacheRead: input.cacheRead,
          cacheWrite5m: input.w5,
          cacheWrite1h: input.w1,
          audioIn: input.audioIn,
          outputTotal: output.plainOut + output.reasoning + output.audioOut,
          reasoning: output.reasoning,
          audioOut: output.audioOut,
          images: output.images,
        })),
    );

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(someRates, aUsage, (given, usage) => {
        const rates = given as Rates;
        const input = rates.in ?? 0n;
        const output = rates.out ?? 0n;
        const write = rates.cache_write_5m ?? input;
        const { cacheRead, cacheWrite5m, cacheWrite1h, audioIn, reasoning, audioOut } = usage;
        const parts: [number, bigint][] = [
          [usage.inputTotal - cacheRead - cacheWrite5m - cacheWrite1h - audioIn, input],
          [cacheRead, rates.cache_read ?? input],
          [cacheWrite5m, write],
          [cacheWrite1h, rates.cache_write_1h ?? write],
          [audioIn, rates.audio_in ?? input],
          [usage.outputTotal - reasoning - audioOut, output],
          [reasoning, rates.reasoning ?? output],
          [audioOut, rates.audio_out ?? output],
          [usage.images, rates.image ?? 0n],
          [1, rates.call ?? 0n],
        ];
        const exact = parts.reduce((sum, [units, rate]) => sum + BigInt(units) * rate, 0n);
        expect(priceOfUsage(aPrice(rates), usage)).toBe((exact + NANO - 1n) / NANO);
      }),
    );
  });

  const anything = fc.record({
    inputTotal: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    outputTotal: count,
    reasoning: count,
    audioIn: count,
    audioOut: count,
    imageIn: count,
    images: count,
    seconds: count,
    pages: count,
    toolCalls: count,
  });

  it('is at most what is held for as much, whatever the tokens turn out to be', () => {
    const kinds = fc.record({
      hasAudio: fc.boolean(),
      hasImages: fc.boolean(),
      marksCache: fc.boolean(),
      isSpoken: fc.boolean(),
    });
    const tier = fc.option(fc.record({ tierAbove: count, rates: someRates }), { nil: undefined });
    const run = fc.record({ rates: someRates, tier, kinds, most: anything, shares: anything });
    fc.assert(
      fc.property(run, ({ rates, tier: above, kinds: may, most, shares }) => {
        const price = aPrice(rates, above);
        const within = (Object.keys(most) as (keyof Usage)[]).map((unit) => [
          unit,
          Math.min(most[unit], shares[unit]),
        ]);
        const usage: Usage = {
          ...(Object.fromEntries(within) as unknown as Usage),
          ...(!may.hasAudio && { audioIn: 0 }),
          ...(!may.hasImages && { imageIn: 0 }),
          ...(!may.marksCache && { cacheWrite1h: 0 }),
          ...(!may.isSpoken && { audioOut: 0 }),
        };
        expect(priceOfUsage(price, usage) <= priceAtMost(price, most, may)).toBe(true);
      }),
    );
  });

  it('is never negative, also when a provider counts parts larger than their whole', () => {
    fc.assert(
      fc.property(someRates, anything, (rates, usage) => {
        expect(priceOfUsage(aPrice(rates as Rates), usage) >= 0n).toBe(true);
      }),
    );
  });
});
