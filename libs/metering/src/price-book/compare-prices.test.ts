import { expect, it } from 'vitest';
import { comparePrices } from './compare-prices.js';
import type { PriceLine } from './price.repository.js';
import type { PriceUnit } from './price.js';

const line = (model: string, amount: string, unit: PriceUnit = 'in', tierAbove = 0): PriceLine => ({
  model,
  unit,
  tierAbove,
  currency: 'USD',
  nanoPerMillion: amount,
});

it('names the models that come and go', () => {
  const changes = comparePrices(
    [line('v/old', '1.0'), line('v/kept', '1.0')],
    [line('v/kept', '1.0'), line('v/new', '1.0'), line('v/new', '2.0', 'out')],
  );
  expect(changes).toEqual({ added: ['v/new'], removed: ['v/old'], jumped: [], changed: 0 });
});

it.each([
  ['100', '120', false],
  ['100', '120.000001', true],
  ['100', '80', false],
  ['100', '79.999999', true],
  ['0', '1', true],
  ['1', '0', true],
])('judges a price that goes from %s to %s', (before, after, isJump) => {
  const changes = comparePrices([line('v/m', before)], [line('v/m', after)]);
  expect(changes.changed).toBe(1);
  expect(changes.jumped.length > 0).toBe(isJump);
});

it('compares each unit and each tier with itself', () => {
  const before = [line('v/m', '1'), line('v/m', '5', 'in', 200_000), line('v/m', '9', 'out')];
  expect(comparePrices(before, before.toReversed()).changed).toBe(0);
  const after = [line('v/m', '1'), line('v/m', '50', 'in', 200_000), line('v/m', '9', 'out')];
  const { jumped } = comparePrices(before, after);
  expect(jumped).toEqual([expect.stringMatching(/^v\/m in above 200000: /)]);
});

it('does not see a change where only the spelling differs', () => {
  expect(comparePrices([line('v/m', '1.5')], [line('v/m', '1.500000')]).changed).toBe(0);
});
