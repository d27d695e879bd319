import { expect, it } from 'vitest';
import { aBudget, aCaller } from '../testing/a-request.js';
import { alertPeriod, crossedThresholds } from './crossed-thresholds.js';

const ALL = [50, 80, 100, 120];
const crossed = (spent: bigint, hasRefused = false, limitNano: bigint | null = 200n) =>
  crossedThresholds({ limitNano }, spent, ALL, hasRefused);

it.each([
  [99n, []],
  [100n, [50]],
  [159n, [50]],
  [160n, [50, 80]],
  [199n, [50, 80]],
  [200n, [50, 80, 100]],
  [240n, ALL],
])('of 200, %s reaches %j', (spent, thresholds) => {
  expect(crossed(spent)).toEqual(thresholds);
});

it('takes a refusal for the end of a limit of which hardly any is left, and of no other', () => {
  expect(crossed(190n, true)).toEqual([50, 80, 100]);
  expect(crossed(189n, true)).toEqual([50, 80]);
  expect(crossed(0n, true)).toEqual([]);
});

it('has no thresholds of what does not limit, or never let anything in', () => {
  expect(crossed(10n, true, null)).toEqual([]);
  expect(crossed(10n, true, 0n)).toEqual([]);
});

it('begins anew with each period and with each other amount', () => {
  const periodOf = (workload: Parameters<typeof aCaller>[0]) =>
    aCaller(workload).counters.map(alertPeriod);
  const daily = { nano: 7n, period: 'daily', mode: 'adaptive' } as const;
  expect(periodOf(aBudget(7n))).toEqual(['t 7']);
  expect(periodOf({ budget: daily })).toEqual(['d2026-11-20 7']);
  expect(periodOf({ budget: { ...daily, nano: 9n } })).toEqual(['d2026-11-20 9']);
});
