import { dayOf, daysFrom, lengthOfMonth, monthOf, startOf } from '../../lib/days';

export const RANGES = ['1', '7', '30', '90', 'month', 'custom'] as const;
export type UsageRange = (typeof RANGES)[number];

const HOURLY_DAYS = 2;
const DAY_MS = 86_400_000;
const CUSTOM_DAYS = 30; // Where its begin is not chosen yet.

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly interval: 'hour' | 'day';
}

/** Whole days of the organisation up to today, so that what is asked for stays the same while somebody looks. */
export function askedOf(
  { days, from, to }: { readonly days?: string; readonly from?: string; readonly to?: string },
  timeZone: string,
  now: Date,
): Asked {
  const today = dayOf(now, timeZone);
  const range = rangeIn(days);
  const last = range === 'custom' && to && startOf(to, timeZone) ? to : today;
  const chosen = from && startOf(from, timeZone) ? from : daysFrom(last, 1 - CUSTOM_DAYS);
  const first =
    range === 'custom'
      ? chosen
      : range === 'month'
        ? monthOf(today)
        : daysFrom(today, 1 - Number(range));
  const begin = startOf(first, timeZone) ?? now;
  const end = startOf(daysFrom(last, 1), timeZone) ?? now;
  const length = Math.round((end.getTime() - begin.getTime()) / DAY_MS);
  return {
    from: begin.toISOString(),
    to: end.toISOString(),
    interval: length > HOURLY_DAYS ? 'day' : 'hour',
  };
}

export const rangeIn = (days: string | undefined): UsageRange =>
  RANGES.find((one) => one === days) ?? '30';

/**
 * What a month will have cost if it goes on like this; undefined on its first day, which tells nothing yet.
 * @param spent so far in this month
 */
export function forecastOf(spent: number, timeZone: string, now: Date): number | undefined {
  const today = dayOf(now, timeZone);
  const begin = startOf(monthOf(today), timeZone);
  if (!begin) return undefined;
  const elapsed = (now.getTime() - begin.getTime()) / DAY_MS;
  return elapsed < 1 ? undefined : (spent / elapsed) * lengthOfMonth(today);
}
