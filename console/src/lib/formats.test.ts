import { describe, expect, it } from 'vitest';
import { changeOf } from './change';
import { formatMoney } from './money';
import { formatCount, formatMs } from './numbers';
import { relativeTime } from './relative-time';
import { everyPoint } from './series';

describe('money', () => {
  it.each([
    ['12.4', '€12.40'],
    ['0', '€0.00'],
    ['0.0025', '€0.0025'],
    ['-0.0025', '-€0.0025'],
    ['0.0000005', '€0.000001'],
    ['1.0000001', '€1.00'],
    ['1234567.891', '€1,234,567.89'],
    // More digits than a float has.
    ['9007199254740993.01', '€9,007,199,254,740,993.01'],
  ])('%s is %s', (amount, shown) => {
    expect(formatMoney(amount, 'EUR')).toBe(shown);
  });

  it('is a plain number until the currency is known', () => {
    expect(formatMoney('3.5', undefined)).toBe('3.50');
  });
});

describe('numbers', () => {
  it('counts exactly as long as people read the digits', () => {
    expect([0, 1_204, 99_999, 100_000, 1_234_567].map(formatCount)).toEqual([
      '0',
      '1,204',
      '99,999',
      '100K',
      '1.2M',
    ]);
  });

  it('measures in milliseconds, then in seconds', () => {
    expect([null, 0, 999, 1_000, 12_345].map(formatMs)).toEqual([
      '—',
      '0 ms',
      '999 ms',
      '1.0 s',
      '12.3 s',
    ]);
  });

  it('compares with nothing by no number', () => {
    expect([changeOf(3, 2), changeOf(1, 3), changeOf(5, 0), changeOf(0, 0)]).toEqual([
      50,
      -67,
      null,
      null,
    ]);
  });
});

describe('a moment', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it.each([
    ['2026-03-01T11:59:31Z', 'now'],
    ['2026-03-01T11:58:59Z', '1 minute ago'],
    ['2026-03-01T09:00:00Z', '3 hours ago'],
    ['2026-02-28T11:00:00Z', 'yesterday'],
    ['2026-03-03T13:00:00Z', 'in 2 days'],
    ['2024-01-01T00:00:00Z', '2 years ago'],
  ])('%s is %s', (at, told) => {
    expect(relativeTime(new Date(at), now)).toBe(told);
  });
});

describe('the points of a chart', () => {
  const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T04:00:00Z', interval: 'hour' };

  it('are all there, those without a call as well', () => {
    expect(everyPoint(range, ['2026-03-01T02:00:00.000Z'])).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T01:00:00.000Z',
      '2026-03-01T02:00:00.000Z',
      '2026-03-01T03:00:00.000Z',
    ]);
  });

  it('are none where nothing is known', () => {
    expect(everyPoint(range, [])).toEqual([]);
  });

  it('keep those that a shorter day has moved', () => {
    const known = ['2026-03-01T00:00:00.000Z', '2026-03-01T01:30:00.000Z'];
    expect(everyPoint(range, known)).toEqual(expect.arrayContaining(known));
  });
  it('tell no day twice whose begin an hour has moved', () => {
    const days = { from: '2026-03-28T23:00:00Z', to: '2026-03-30T22:00:00Z', interval: 'day' };
    const known = ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'];
    expect(everyPoint(days, known)).toEqual(known);
  });
});
