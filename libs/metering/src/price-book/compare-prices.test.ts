import { expect, it } from 'vitest';
import { comparePrices, mergePrices } from './compare-prices.js';
import type { PriceLine, RateLine } from './price.repository.js';
import type { PriceUnit } from './price.js';

const line = (model: string, amount: string, unit: PriceUnit = 'in', tierAbove = 0): PriceLine => ({
  model,
  unit,
  tierAbove,
  currency: 'USD',
  nanoPerMillion: amount,
});
const content = (prices: readonly PriceLine[], exchangeRates: readonly RateLine[] = []) => ({
  prices,
  exchangeRates,
});
const compare = (before: readonly PriceLine[], after: readonly PriceLine[]) =>
  comparePrices(content(before), content(after));

it('names the models that come and go', () => {
  const changes = compare(
    [line('v/old', '1.0'), line('v/kept', '1.0')],
    [line('v/kept', '1.0'), line('v/new', '1.0'), line('v/new', '2.0', 'out')],
  );
  expect(changes).toEqual({ added: ['v/new'], removed: ['v/old'], changed: [], rates: [] });
});

it.each([
  ['100', '120', false],
  ['100', '120.000001', true],
  ['100', '80', false],
  ['100', '79.999999', true],
  ['0', '1', true],
  ['1', '0', true],
])('judges a price that goes from %s to %s', (before, after, isJump) => {
  const { changed } = compare([line('v/m', before)], [line('v/m', after)]);
  expect(changed.map((change) => change.isJump)).toEqual([isJump]);
});

it('writes a change as prices are published, the greatest step first', () => {
  const before = [line('v/small', '1000000000.000000'), line('v/great', '150000000.000000')];
  const after = [line('v/small', '1100000000.000000'), line('v/great', '300000000.000000')];
  expect(compare(before, after).changed).toEqual([
    { text: 'v/great in: USD 0.15 per million → USD 0.30 per million', isJump: true },
    { text: 'v/small in: USD 1.00 per million → USD 1.10 per million', isJump: false },
  ]);
});

it('compares each unit and each tier with itself', () => {
  const before = [line('v/m', '1'), line('v/m', '5', 'in', 200_000), line('v/m', '9', 'out')];
  expect(compare(before, before.toReversed()).changed).toEqual([]);
  const after = [line('v/m', '1'), line('v/m', '50', 'in', 200_000), line('v/m', '9', 'out')];
  expect(compare(before, after).changed).toMatchObject([
    { text: expect.stringMatching(/^v\/m in above 200000: /), isJump: true },
  ]);
});

it('compares each tier of service with itself', () => {
  const priority = { ...line('v/m', '4'), tier: 'priority' } as const;
  expect(compare([line('v/m', '2'), priority], [priority, line('v/m', '2')]).changed).toEqual([]);
  const { changed } = compare([line('v/m', '2'), priority], [line('v/m', '2')]);
  expect(changed).toMatchObject([{ text: expect.stringMatching(/^v\/m in priority: .* → none$/) }]);
});

it('sees a price that comes to a model or leaves it, and one in other money', () => {
  const euro = { ...line('v/m', '1'), currency: 'EUR' };
  expect(
    compare([line('v/m', '1')], [line('v/m', '1'), line('v/m', '2', 'out')]).changed,
  ).toHaveLength(1);
  expect(
    compare([line('v/m', '1'), line('v/m', '2', 'out')], [line('v/m', '1')]).changed,
  ).toHaveLength(1);
  expect(compare([line('v/m', '1')], [euro]).changed).toHaveLength(1);
});

it('does not see a change where only the spelling differs', () => {
  expect(compare([line('v/m', '1.5')], [line('v/m', '1.500000')]).changed).toEqual([]);
});

it('names the exchange rates that change', () => {
  const rate = (amount: string) => [{ from: 'USD', to: 'EUR', rate: amount }];
  const changes = comparePrices(content([], rate('0.92')), content([], rate('0.93')));
  expect(changes.rates).toEqual(['USD:EUR: 0.92 → 0.93']);
});

it('merges model by model: what a list names has no other price than there', () => {
  const before = content(
    [line('v/kept', '1'), line('v/m', '2'), line('v/m', '3', 'out')],
    [
      { from: 'USD', to: 'EUR', rate: '0.9' },
      { from: 'GBP', to: 'EUR', rate: '1.1' },
    ],
  );
  const merged = mergePrices(
    before,
    content([line('v/m', '5')], [{ from: 'USD', to: 'EUR', rate: '0.8' }]),
  );
  expect(merged).toEqual(
    content(
      [line('v/kept', '1'), line('v/m', '5')],
      [
        { from: 'GBP', to: 'EUR', rate: '1.1' },
        { from: 'USD', to: 'EUR', rate: '0.8' },
      ],
    ),
  );
});
