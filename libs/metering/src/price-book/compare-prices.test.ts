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
  const text = 'v/new: in USD 0.000000001 per million, out USD 0.000000002 per million';
  const added = [{ text, isFree: false, isJump: false }];
  expect(changes).toEqual({ added, removed: ['v/old'], changed: [], rates: [] });
});

it('marks new models that are free, and none that are in force', () => {
  const free = new Set(['v/new', 'v/kept']);
  const [kept, fresh] = [line('v/kept', '0'), line('v/new', '0')];
  const { added, changed } = comparePrices(content([kept]), content([kept, fresh]), { free });
  expect(added).toEqual([{ text: 'v/new: in USD 0.00 per million', isFree: true, isJump: false }]);
  expect(changed).toEqual([]);
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

it('holds a step against what was approved, too: small ones add up', () => {
  const approved = content([line('v/m', '1000000000'), line('v/n', '1000000000')]);
  const judge = (before: string, after: string) =>
    comparePrices(content([line('v/m', before)]), content([line('v/m', after)]), { approved })
      .changed;
  expect(judge('1100000000', '1200000000')).toMatchObject([{ isJump: false }]);
  expect(judge('1190000000', '1210000000')).toEqual([
    {
      text: 'v/m in: USD 1.19 per million → USD 1.21 per million (approved at USD 1.00 per million)',
      isJump: true,
    },
  ]);
  // On its way back it is as near as any other.
  expect(judge('1190000000', '1000000000')).toMatchObject([{ isJump: false }]);
});

it('knows a model that went and comes back at another price', () => {
  const approved = content([line('v/m', '10'), line('v/n', '10')]);
  const after = content([line('v/m', '20'), line('v/n', '11')]);
  const { added } = comparePrices(content([]), after, { approved });
  expect(added.map(({ isJump }) => isJump)).toEqual([true, false]);
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

it.each([
  ['0.92', '0.93', false],
  ['0.92', '1.104', false],
  ['0.92', '1.104000000001', true],
  ['0.92', '0.736', false],
  ['0.92', '0.735999999999', true],
  ['0.92', '0.000001', true],
])('judges an exchange rate that goes from %s to %s', (before, after, isJump) => {
  const rate = (amount: string) => content([], [{ from: 'USD', to: 'EUR', rate: amount }]);
  expect(comparePrices(rate(before), rate(after)).rates).toEqual([
    { text: `USD:EUR: ${before} → ${after}`, isJump },
  ]);
});

it('holds an exchange rate against the approved one, too', () => {
  const rate = (amount: string) => content([], [{ from: 'USD', to: 'EUR', rate: amount }]);
  expect(comparePrices(rate('0.9'), rate('0.95'), { approved: rate('0.75') }).rates).toEqual([
    { text: 'USD:EUR: 0.9 → 0.95 (approved at 0.75)', isJump: true },
  ]);
});

it('names an exchange rate that comes, and none where only the spelling differs', () => {
  const rate = (from: string, amount: string) => ({ from, to: 'EUR', rate: amount });
  const before = content([], [rate('USD', '0.920000000000')]);
  const after = content([], [rate('USD', '0.92'), rate('GBP', '1.1')]);
  const added = { text: 'GBP:EUR: none → 1.1', isJump: false };
  expect(comparePrices(before, after).rates).toEqual([added]);
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
