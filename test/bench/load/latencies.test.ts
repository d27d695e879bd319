import { expect, it } from 'vitest';
import { Latencies } from './latencies.js';

it('gives exact quantiles, whatever the order of arrival', () => {
  const latencies = new Latencies();
  for (let value = 100_000; value >= 1; value--) latencies.add(value);
  expect(latencies.quantiles([0, 0.5, 0.99, 1])).toEqual([1, 50_000, 99_000, 100_000]);
});

it('has no quantile of nothing', () => {
  expect(new Latencies().quantiles([0.5])).toEqual([null]);
});
