import { expect, it } from 'vitest';
import { NO_USAGE } from '#wire';
import { aPrice } from '../testing/a-hold.js';
import { priceOfBatch } from './batch-price.js';
import { priceOfUsage } from './price-of-usage.js';

const plain = aPrice({ in: 10, out: 20, call: 100 });
const tiered = {
  ...plain,
  tierAbove: 1_000,
  ratesAbove: new Map(plain.rates).set('in', 15n * 10n ** 12n),
};
const batch = (requests: number, inputTokensLongest: number) => ({
  requests,
  inputTokensLongest,
  outputTokens: 0,
  openChoices: 0,
});
const costOf = (price: typeof plain, longest: number) =>
  priceOfUsage(priceOfBatch(price, batch(3, longest)), {
    ...NO_USAGE,
    inputTotal: 3_000,
    outputTotal: 10,
  });

it('is dearer where a request may be long, not where all of them together are', () => {
  const base = costOf(plain, 1_000);
  expect(costOf(tiered, 1_000)).toBe(base);
  expect(costOf(tiered, 1_001)).toBeGreaterThan(base);
});

it('has what is due for a call for each request', () => {
  const alone = priceOfBatch(plain, batch(1, 0)).rates.get('call') ?? 0n;
  expect(priceOfBatch(plain, batch(3, 0)).rates.get('call')).toBe(3n * alone);
});

it('is nothing of what is free', () => {
  const free = { ...plain, isFree: true };
  expect(priceOfBatch(free, batch(3, 0))).toBe(free);
});
