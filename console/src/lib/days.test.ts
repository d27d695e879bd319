import { describe, expect, it } from 'vitest';
import { dayOf, daysFrom, lengthOfMonth, monthOf, startOf } from './days';

describe('days of a time zone', () => {
  it.each([
    ['2026-11-25T23:30:00Z', 'UTC', '2026-11-25'],
    ['2026-11-25T23:30:00Z', 'Europe/Vienna', '2026-11-26'],
    ['2026-11-25T03:30:00Z', 'America/New_York', '2026-11-24'],
  ])('%s is in %s on %s', (at, zone, day) => {
    expect(dayOf(new Date(at), zone)).toBe(day);
  });

  it.each([
    ['2026-11-25', 'UTC', '2026-11-25T00:00:00.000Z'],
    ['2026-11-25', 'Europe/Vienna', '2026-11-24T23:00:00.000Z'],
    // Clocks change within both of these days.
    ['2026-03-29', 'Europe/Vienna', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Vienna', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Vienna', '2026-10-25T23:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, at) => {
    expect(startOf(day, zone)?.toISOString()).toBe(at);
  });

  it.each(['', '2026-13-40', '2026-11', 'today'])('"%s" is none', (day) => {
    expect(startOf(day, 'UTC')).toBeUndefined();
  });

  it('are counted over months', () => {
    expect(daysFrom('2026-02-27', 2)).toBe('2026-03-01');
    expect(daysFrom('2026-01-01', -1)).toBe('2025-12-31');
    expect(monthOf('2026-02-27')).toBe('2026-02-01');
    expect([lengthOfMonth('2026-02-27'), lengthOfMonth('2028-02-01')]).toEqual([28, 29]);
  });
});
