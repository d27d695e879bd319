import { describe, expect, it } from 'vitest';
import { askedOf, forecastOf } from './usage-range';

const ZONE = 'Europe/Vienna';
const NOW = new Date('2026-11-11T11:00:00Z');

describe('the range of a report', () => {
  it.each([
    [{ days: '1' }, '2026-11-10T23:00:00.000Z', '2026-11-11T23:00:00.000Z', 'hour'],
    [{}, '2026-10-12T22:00:00.000Z', '2026-11-11T23:00:00.000Z', 'day'],
    [{ days: 'month' }, '2026-10-31T23:00:00.000Z', '2026-11-11T23:00:00.000Z', 'day'],
    [
      { days: 'custom', from: '2026-10-24', to: '2026-10-25' },
      '2026-10-23T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      'hour',
    ],
    [
      { days: 'custom', from: 'yesterday' },
      '2026-10-12T22:00:00.000Z',
      '2026-11-11T23:00:00.000Z',
      'day',
    ],
    // Days of a range that is none of them are no other range.
    [
      { days: '7', from: '2026-01-01' },
      '2026-11-04T23:00:00.000Z',
      '2026-11-11T23:00:00.000Z',
      'day',
    ],
  ])('%j', (search, from, to, interval) => {
    expect(askedOf(search, ZONE, NOW)).toEqual({ from, to, interval });
  });
});

describe('the forecast', () => {
  it('goes on as it went', () => {
    expect(forecastOf(100, 'UTC', new Date('2026-11-11T00:00:00Z'))).toBe(300);
  });

  it('waits for the first day to be over', () => {
    expect(forecastOf(100, ZONE, new Date('2026-11-01T20:00:00Z'))).toBeUndefined();
  });
});
