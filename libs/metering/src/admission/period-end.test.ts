import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodKey } from './counters.js';
import { periodEndMs } from './period-end.js';

const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Zones whose clocks change at midnight, by half an hour, on the last day of a month, or never. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Atlantic/Azores',
] as const;

const endOf = (kind: 'daily' | 'monthly', ms: number, zone: string): number =>
  periodEndMs(periodKey(kind, ms, zone), zone) ?? Number.NaN;

describe('periodEndMs', () => {
  it.each([
    ['daily', 'UTC', '2026-11-20T10:00:00Z', '2026-11-21T00:00:00Z'],
    ['monthly', 'UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
    ['monthly', 'UTC', '2028-02-29T12:00:00Z', '2028-03-01T00:00:00Z'],
    // Its last day has 23 hours, so the month ends by summer time.
    ['monthly', 'Europe/Berlin', '2024-03-31T00:30:00Z', '2024-03-31T22:00:00Z'],
    ['monthly', 'Europe/Berlin', '2027-10-31T00:30:00Z', '2027-10-31T23:00:00Z'],
    // There is no midnight: the day begins at one.
    ['daily', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00Z'],
    ['daily', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
    // Half an hour more, and half an hour less.
    ['daily', 'Australia/Lord_Howe', '2026-04-05T00:00:00Z', '2026-04-05T13:30:00Z'],
    ['daily', 'Australia/Lord_Howe', '2026-10-04T00:00:00Z', '2026-10-04T13:00:00Z'],
    // The zone left out a day: after the 29th came the 31st.
    ['daily', 'Pacific/Apia', '2011-12-29T20:00:00Z', '2011-12-30T10:00:00Z'],
  ] as const)('of a %s budget in %s at %s is %s', (kind, zone, time, end) => {
    expect(new Date(endOf(kind, at(time), zone)).toISOString()).toBe(new Date(end).toISOString());
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Asia/Kathmandu', '2026-03-29', 24],
  ])('gives a day in %s, %s, its %s hours', (zone, day, hours) => {
    const noonMs = at(`${day}T12:00:00Z`);
    const key = `d${day}`;
    const endMs = periodEndMs(key, zone) ?? 0;
    const beganMs = endOf('daily', endMs - hours * HOUR_MS - MINUTE_MS, zone);
    expect(periodKey('daily', beganMs, zone)).toBe(key);
    expect((endMs - beganMs) / HOUR_MS).toBe(hours);
    expect(endMs).toBeGreaterThan(noonMs - 12 * HOUR_MS);
  });

  it('is the first moment of another period, in every zone and at every time', () => {
    const moment = fc.integer({ min: at('2015-01-01T00:00Z'), max: at('2037-01-01T00:00Z') });
    const kinds = fc.constantFrom('daily', 'monthly');
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), kinds, (ms, zone, kind) => {
        const key = periodKey(kind, ms, zone);
        const endMs = endOf(kind, ms, zone);
        expect(endMs).toBeGreaterThan(ms);
        expect(periodKey(kind, endMs - 1, zone)).toBe(key);
        expect(periodKey(kind, endMs, zone) > key).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is none of what never renews', () => {
    expect(periodEndMs('t', 'UTC')).toBeNull();
  });
});
