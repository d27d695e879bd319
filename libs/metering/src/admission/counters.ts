import type { BudgetPeriod, CreditEnd, Organisation, Plan, Workload } from '#call';
import type { ErrorKey } from '#kernel';

/** One money counter a hold stands on. */
export interface CounterUse {
  /** `<scope>:<id>:<period>`, unique in the store; sorting by it gives the one lock order. */
  readonly key: string;
  readonly scope: 1 | 2 | 3 | 4;
  readonly id: string;
  readonly period: string;
  /** Null: counted, not limited. */
  readonly limitNano: bigint | null;
  /** What the limit loses from a moment on. */
  readonly ends?: readonly CreditEnd[];
  readonly refusal: ErrorKey;
  /** For `error.gw.limit`: which limit was reached. */
  readonly name: 'budget' | 'cap' | 'credit' | 'allowance';
  readonly currency: string;
  /** IANA zone whose dates the period goes by. */
  readonly timeZone: string;
}

/**
 * The counters of a call received at `atMs`, in the order in which they refuse. A call belongs to
 * the period of its receipt, its settlement included, even over midnight. The free allowance of a plan
 * stands in the place of credit; `onCredit` tells what does once it is used up.
 */
export function countersOf(
  organisation: Organisation,
  workload: Workload,
  atMs: number,
): readonly CounterUse[] {
  const { currency, timeZone } = organisation;
  const period = (kind: BudgetPeriod) => periodKey(kind, atMs, timeZone);
  const counters = [
    counter(1, workload.id, period(workload.budget?.period ?? 'total'), {
      limitNano: budgetAt(workload, atMs),
      refusal: 'budget_reached',
      name: 'budget',
      currency,
      timeZone,
    }),
  ];
  if (organisation.cap) {
    counters.push(
      counter(2, organisation.id, period(organisation.cap.period), {
        limitNano: organisation.cap.nano,
        refusal: 'cap_reached',
        name: 'cap',
        currency,
        timeZone,
      }),
    );
  }
  const free = isActive(organisation.plan, atMs) ? organisation.plan.free : null;
  if (!free) return [...counters, ...creditOf(organisation)];
  counters.push(
    counter(4, organisation.id, period(free.period), {
      limitNano: free.nano,
      refusal: 'allowance_reached',
      name: 'allowance',
      currency,
      timeZone,
    }),
  );
  return counters;
}

/** The same with credit in the place of a free allowance; null where no credit takes its place. */
export function onCredit(
  counters: readonly CounterUse[],
  organisation: Organisation,
): readonly CounterUse[] | null {
  const credit = creditOf(organisation);
  const others = counters.filter(({ name }) => name !== 'allowance');
  return credit.length > 0 && others.length < counters.length ? [...others, ...credit] : null;
}

/** Of an organisation that was sold a plan: it has ended, and nothing else pays. */
export const hasNothingToPay = ({ plan, creditNano }: Organisation, atMs: number): boolean =>
  plan !== null && !isActive(plan, atMs) && creditNano === null;

const isActive = (plan: Plan | null, atMs: number): plan is Plan =>
  plan !== null && (plan.endsAtMs === null || atMs < plan.endsAtMs);

function budgetAt({ budget }: Workload, atMs: number): bigint | null {
  if (!budget) return null;
  const { override } = budget;
  return override && atMs < override.untilMs ? override.nano : budget.nano;
}

/**
 * The same counters with the limits of a moment. Credit that has ended is none, whatever was used of it: what was
 * left is known when an entry says so, and until then nobody spends it.
 */
export function countersAt(counters: readonly CounterUse[], atMs: number): readonly CounterUse[] {
  const isOver = ({ atMs: endMs }: CreditEnd): boolean => endMs <= atMs;
  if (!counters.some(({ ends }) => ends?.some(isOver))) return counters;
  return counters.map((use) => {
    if (use.limitNano === null || !use.ends?.some(isOver)) return use;
    const over = use.ends.filter(isOver).reduce((sum, { nano }) => sum + nano, 0n);
    const ends = use.ends.filter((end) => !isOver(end));
    return { ...use, limitNano: use.limitNano - over, ends };
  });
}

const creditOf = ({
  id,
  creditNano,
  creditEnds,
  currency,
  timeZone,
}: Organisation): readonly CounterUse[] =>
  creditNano === null
    ? []
    : [
        counter(3, id, 't', {
          limitNano: creditNano,
          ...(creditEnds.length > 0 && { ends: creditEnds }),
          refusal: 'credit_exhausted',
          name: 'credit',
          currency,
          timeZone,
        }),
      ];

const counter = (
  scope: CounterUse['scope'],
  id: string,
  period: string,
  rest: Omit<CounterUse, 'key' | 'scope' | 'id' | 'period'>,
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

const KINDS: Readonly<Record<string, BudgetPeriod>> = { d: 'daily', m: 'monthly' };

/** Of a period as `periodKey` writes it. */
export const kindOfPeriod = (period: string): BudgetPeriod => KINDS[period.slice(0, 1)] ?? 'total';

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
