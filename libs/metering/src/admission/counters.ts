import type { Organisation, Workload } from '#call';
import type { BudgetPeriod } from '#call';
import type { ErrorKey } from '#kernel';

/** One money counter a hold stands on. */
export interface CounterUse {
  /** `<scope>:<id>:<period>`, unique in the store; sorting by it gives the one lock order. */
  readonly key: string;
  readonly scope: 1 | 2 | 3;
  readonly id: string;
  readonly period: string;
  /** Null: counted, not limited. */
  readonly limitNano: bigint | null;
  readonly refusal: ErrorKey;
  /** For `error.gw.limit`: which limit was reached. */
  readonly name: 'budget' | 'cap' | 'credit';
}

/**
 * The counters of a call received at `atMs`, in the order in which they refuse. A call belongs to
 * the period of its receipt, its settlement included, even over midnight.
 */
export function countersOf(
  organisation: Organisation,
  workload: Workload,
  atMs: number,
): readonly CounterUse[] {
  const period = (kind: BudgetPeriod) => periodKey(kind, atMs, organisation.timeZone);
  const counters = [
    counter(1, workload.id, period(workload.budget?.period ?? 'total'), {
      limitNano: workload.budget?.nano ?? null,
      refusal: 'budget_reached',
      name: 'budget',
    }),
  ];
  if (organisation.cap) {
    counters.push(
      counter(2, organisation.id, period(organisation.cap.period), {
        limitNano: organisation.cap.nano,
        refusal: 'cap_reached',
        name: 'cap',
      }),
    );
  }
  if (organisation.creditNano !== null) {
    counters.push(
      counter(3, organisation.id, period('total'), {
        limitNano: organisation.creditNano,
        refusal: 'credit_exhausted',
        name: 'credit',
      }),
    );
  }
  return counters;
}

const counter = (
  scope: CounterUse['scope'],
  id: string,
  period: string,
  rest: Pick<CounterUse, 'limitNano' | 'refusal' | 'name'>,
): CounterUse => ({ key: `${scope}:${id}:${period}`, scope, id, period, ...rest });

/** Keys as they are stored with an intent, one space between them. */
export const writeCounters = (counters: readonly CounterUse[]): string =>
  counters.map((counter) => counter.key).join(' ');

/** `t`, `d2026-11-20` or `m2026-11`, a local date: days of 23 and 25 hours need no code. */
export function periodKey(kind: BudgetPeriod, atMs: number, timeZone: string): string {
  if (kind === 'total') return 't';
  const date = localDate(atMs, timeZone);
  return kind === 'daily' ? `d${date}` : `m${date.slice(0, 7)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const MINUTE_MS = 60_000;
const dates = new Map<string, { minute: number; date: string }>();

/** Intl takes 3 µs a date and calls come by the thousand a second: one reading a minute is enough. */
function localDate(atMs: number, timeZone: string): string {
  const minute = Math.floor(atMs / MINUTE_MS);
  const known = dates.get(timeZone);
  if (known?.minute === minute) return known.date;
  let format = formats.get(timeZone);
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  const date = format.format(atMs);
  dates.set(timeZone, { minute, date });
  return date;
}
