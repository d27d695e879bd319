import { describe, expect, it } from 'vitest';
import { isBirthDate } from './dates.js';

const DAY_MS = 86_400_000;

const isBorn = (ms: number): boolean => {
  const date = new Date(ms);
  return isBirthDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
};

describe('a date of birth', () => {
  it.each([
    [1985, 12, 31],
    [2000, 2, 29],
    [1890, 1, 1],
  ])('may be %i-%i-%i', (...date) => {
    expect(isBirthDate(...date)).toBe(true);
  });

  it.each([
    [1985, 2, 29],
    [1900, 2, 29],
    [1985, 13, 1],
    [1985, 0, 1],
    [1985, 4, 31],
    [1985, 4, 0],
    [1889, 12, 31],
  ])('is not %i-%i-%i', (...date) => {
    expect(isBirthDate(...date)).toBe(false);
  });

  it('may be today, and no day to come', () => {
    const now = new Date().getTime();
    expect(isBorn(now)).toBe(true);
    for (const days of [1, 2, 31, 366, 731]) expect(isBorn(now + days * DAY_MS)).toBe(false);
  });
});
