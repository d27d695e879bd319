import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrganisation, aWorkload } from '../../../../test/support/a-call.js';
import { countersOf, hasNothingToPay, onCredit, periodKey, writeCounters } from './counters.js';

const at = (text: string) => Date.parse(text);

describe('periodKey', () => {
  it.each([
    ['total', 'UTC', '2026-11-20T10:00:00Z', 't'],
    ['daily', 'UTC', '2026-11-20T23:59:59.999Z', 'd2026-11-20'],
    ['daily', 'UTC', '2026-11-21T00:00:00.000Z', 'd2026-11-21'],
    ['monthly', 'UTC', '2026-11-30T23:59:59.999Z', 'm2026-11'],
    ['monthly', 'UTC', '2026-12-01T00:00:00.000Z', 'm2026-12'],
    ['monthly', 'Europe/Berlin', '2026-11-30T22:59:59.999Z', 'm2026-11'],
    ['monthly', 'Europe/Berlin', '2026-11-30T23:00:00.000Z', 'm2026-12'],
    ['daily', 'America/Los_Angeles', '2026-11-21T07:59:59.999Z', 'd2026-11-20'],
    ['daily', 'America/Los_Angeles', '2026-11-21T08:00:00.000Z', 'd2026-11-21'],
    ['daily', 'Asia/Kathmandu', '2026-11-20T18:14:59.999Z', 'd2026-11-20'],
    ['daily', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z', 'd2026-11-21'],
    ['monthly', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z', 'm2026-01'],
  ] as const)('puts a %s budget in %s at %s into %s', (kind, zone, time, key) => {
    expect(periodKey(kind, at(time), zone)).toBe(key);
  });

  it.each([
    ['the day of 23 hours', '2026-03-29', 23],
    ['the day of 25 hours', '2026-10-25', 25],
    ['an ordinary day', '2026-11-20', 24],
  ])('gives %s one key for all its hours', (_name, day, hours) => {
    const quarter = 15 * 60_000;
    const around = Array.from(
      { length: 4 * 72 },
      (_, step) => at(`${day}T00:00:00Z`) - 86_400_000 + step * quarter,
    );
    const inDay = around.filter((ms) => periodKey('daily', ms, 'Europe/Berlin') === `d${day}`);
    expect(inDay.length).toBe(hours * 4);
    expect((inDay.at(-1) ?? 0) - (inDay[0] ?? 0)).toBe(hours * 3_600_000 - quarter);
  });

  it('does not let what it remembers of one moment or zone stand for another', () => {
    const moment = fc.integer({ min: at('2024-01-01T00:00Z'), max: at('2030-01-01T00:00Z') });
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata');
    fc.assert(
      fc.property(fc.array(fc.tuple(moment, zones), { maxLength: 20 }), (moments) => {
        for (const [ms, timeZone] of moments) {
          const parts = new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms);
          expect(periodKey('daily', ms, timeZone)).toBe(`d${parts}`);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('countersOf', () => {
  const ofCall = (
    organisation: Parameters<typeof anOrganisation>[0],
    workload: Parameters<typeof aWorkload>[0],
  ) => countersOf(anOrganisation(organisation), aWorkload(workload), at('2026-11-20T12:00:00Z'));

  it('counts what a workload spends even when nothing limits it', () => {
    const counters = ofCall({}, {});
    expect(counters).toEqual([expect.objectContaining({ scope: 1, period: 't', limitNano: null })]);
  });

  it('asks the budget first, then the cap, then the credit', () => {
    const counters = ofCall(
      { cap: { nano: 100n, period: 'daily' }, creditNano: 50n },
      { budget: { nano: 10n, period: 'monthly', mode: 'adaptive' } },
    );
    expect(
      counters.map(({ name, period, limitNano, refusal }) => [name, period, limitNano, refusal]),
    ).toEqual([
      ['budget', 'm2026-11', 10n, 'budget_reached'],
      ['cap', 'd2026-11-20', 100n, 'cap_reached'],
      ['credit', 't', 50n, 'credit_exhausted'],
    ]);
  });

  it('keeps the workload and the organisation apart', () => {
    const organisation = anOrganisation({ creditNano: 1n });
    const workload = aWorkload();
    const ids = countersOf(organisation, workload, 0).map((counter) => counter.id);
    expect(ids).toEqual([workload.id, organisation.id]);
  });

  it('writes the keys as an intent keeps them', () => {
    const counters = ofCall({ cap: { nano: 1n, period: 'total' } }, {});
    const [budget, cap] = counters.map(({ id }) => id);
    expect(writeCounters(counters)).toBe(`1:${budget}:t 2:${cap}:t`);
    expect(writeCounters([])).toBe('');
  });
});

describe('a plan', () => {
  const free = { nano: 5n, period: 'monthly' } as const;
  const noon = at('2026-11-20T12:00:00Z');
  const subscribed = (change: Parameters<typeof anOrganisation>[0] = {}) =>
    anOrganisation({ plan: { name: 'starter', free, endsAtMs: noon + 1 }, ...change });
  const namesOf = (counters: readonly { name: string }[] | null) =>
    counters?.map(({ name }) => name);

  it('has its free allowance used before credit, and credit once that is used up', () => {
    const organisation = subscribed({ creditNano: 9n, cap: { nano: 1n, period: 'daily' } });
    const counters = countersOf(organisation, aWorkload(), noon);
    expect(namesOf(counters)).toEqual(['budget', 'cap', 'allowance']);
    expect(counters.at(-1)).toMatchObject({ scope: 4, period: 'm2026-11', limitNano: 5n });
    expect(namesOf(onCredit(counters, organisation))).toEqual(['budget', 'cap', 'credit']);
  });

  it('leaves nothing that could pay instead where there is no credit', () => {
    const organisation = subscribed();
    expect(onCredit(countersOf(organisation, aWorkload(), noon), organisation)).toBeNull();
    const rich = anOrganisation({ creditNano: 1n });
    expect(onCredit(countersOf(rich, aWorkload(), noon), rich)).toBeNull();
  });

  it('is over at its end: credit pays, or nothing does', () => {
    const organisation = subscribed({ creditNano: 9n });
    expect(namesOf(countersOf(organisation, aWorkload(), noon + 1))).toEqual(['budget', 'credit']);
    expect(hasNothingToPay(organisation, noon + 1)).toBe(false);
    expect([noon, noon + 1].map((ms) => hasNothingToPay(subscribed(), ms))).toEqual([false, true]);
    expect(hasNothingToPay(anOrganisation(), noon)).toBe(false);
  });
});

it('has another budget until the moment at which its override ends', () => {
  const untilMs = at('2026-11-20T12:00:00Z');
  const override = { nano: 50n, untilMs };
  const workload = aWorkload({ budget: { nano: 10n, period: 'daily', mode: 'strict', override } });
  const limitAt = (ms: number) => countersOf(anOrganisation(), workload, ms)[0]?.limitNano;
  expect([limitAt(untilMs - 1), limitAt(untilMs)]).toEqual([50n, 10n]);
});
