import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBudget, aCaller } from '../testing/a-request.js';
import type { AdmissionRequest, StoreView } from './admission-request.js';
import { decide } from './decide.js';
import { SLOT_MS, SLOTS } from './rate-window.js';

const slots = (last: number) =>
  Array.from({ length: SLOTS }, (_, at) => (at === SLOTS - 1 ? last : 0));

/** What a store would show of these calls' counters and windows. */
function viewOf(
  batch: readonly AdmissionRequest[],
  usedNano = 0n,
  used = { requests: 0, tokens: 0 },
): StoreView {
  const window = { requests: slots(used.requests), tokens: slots(used.tokens) };
  return {
    slot: 0,
    used: new Map(batch.flatMap(({ counters }) => counters.map(({ key }) => [key, usedNano]))),
    windows: new Map(batch.map(({ workloadId }) => [workloadId, window])),
  };
}

const keysOf = (refused: ReadonlyMap<AdmissionRequest, { key: string }>) =>
  [...refused.values()].map((error) => error.key);

describe('decide', () => {
  it('lets in what fits in the order of arrival', () => {
    const { request } = aCaller(aBudget(10n));
    const batch = [4n, 7n, 5n, 1n, 1n].map((holdNano) => request({ holdNano }));
    const { fitting, refused } = decide(batch, viewOf(batch), 0);
    expect(fitting.map((call) => batch.indexOf(call))).toEqual([0, 2, 3]);
    expect([...refused.keys()].map((call) => batch.indexOf(call))).toEqual([1, 4]);
  });

  it.each([
    [{ budget: 5n, cap: 9n, credit: 9n }, 'budget_reached', 'budget'],
    [{ budget: 9n, cap: 5n, credit: 5n }, 'cap_reached', 'cap'],
    [{ budget: 9n, cap: 9n, credit: 5n }, 'credit_exhausted', 'credit'],
  ])('names the limit that was reached first: %o', ({ budget, cap, credit }, key, counter) => {
    const organisation = { cap: { nano: cap, period: 'total' as const }, creditNano: credit };
    const { request } = aCaller(aBudget(budget), organisation);
    const batch = [request({ holdNano: 6n })];
    const { refused } = decide(batch, viewOf(batch), 0);
    const [error] = refused.values();
    expect(error).toMatchObject({ key, details: { gw: { limit: { counter } } } });
  });

  it('refuses for the rate before it refuses for the money', () => {
    const { request } = aCaller({ ...aBudget(0n), rpm: 1 });
    const batch = [request()];
    const { refused } = decide(batch, viewOf(batch, 0n, { requests: 1, tokens: 0 }), 0);
    expect(keysOf(refused)).toEqual(['rate_limited']);
  });

  it('says when a request will fit, and that one which never will need not come back', () => {
    const { request } = aCaller({ tpm: 100 });
    const batch = [request({ tokens: 60 }), request({ tokens: 60 }), request({ tokens: 101 })];
    const { refused } = decide(batch, viewOf(batch), 2_000);
    const [later, never] = [...refused.values()];
    expect(later?.details).toMatchObject({
      retryAfterSeconds: 65,
      gw: { limit: { counter: 'tpm', limit: 100 } },
    });
    expect(never?.details.gw).toEqual({ limit: { counter: 'tpm', limit: 100, impossible: true } });
    expect(never?.details).toMatchObject({ shouldRetry: false });
    expect(never?.details.retryAfterSeconds).toBeUndefined();
  });

  it('says of money which period it is for, what is left, and when it renews', () => {
    const budget = { nano: 10_000_000_000n, period: 'monthly', mode: 'adaptive' } as const;
    const { request } = aCaller({ budget }, { timeZone: 'Europe/Berlin', currency: 'CHF' });
    const batch = [request({ holdNano: 6_000_000_000n })];
    const { refused } = decide(batch, viewOf(batch, 4_500_000_000n), Date.parse('2026-11-20'));
    const [error] = refused.values();
    expect(error?.details.gw).toEqual({
      limit: {
        counter: 'budget',
        period: 'monthly',
        limit: '10.00',
        remaining: '5.50',
        currency: 'CHF',
        resets_at: '2026-11-30T23:00:00Z',
      },
    });
    expect(error?.message).toContain('Left: 5.50 of 10.00 CHF until 2026-11-30T23:00:00Z.');
  });

  it('never says that less than nothing is left, nor that what never renews does', () => {
    const { request } = aCaller(aBudget(5n));
    const batch = [request()];
    const { refused } = decide(batch, viewOf(batch, 9n), 0);
    expect([...refused.values()][0]?.details).toMatchObject({
      gw: { limit: { period: 'total', remaining: '0.00', resets_at: null } },
    });
  });

  it.each([
    ['2026-11-20T22:59:59Z', undefined],
    ['2026-11-20T23:00:00Z', 3_600],
    ['2026-11-20T23:59:59.500Z', 1],
  ])('tells at %s to come back after %s seconds', (now, seconds) => {
    const budget = { nano: 1n, period: 'daily', mode: 'adaptive' } as const;
    const { request } = aCaller({ budget });
    const batch = [request({ holdNano: 2n })];
    const { refused } = decide(batch, viewOf(batch), Date.parse(now));
    expect([...refused.values()][0]?.details.retryAfterSeconds).toBe(seconds);
  });

  it('tells with a refusal for the rate what is taken of both windows', () => {
    const { request } = aCaller({ rpm: 5, tpm: 100 });
    const batch = [request({ tokens: 60 }), request({ tokens: 60 })];
    const { refused } = decide(batch, viewOf(batch, 0n, { requests: 1, tokens: 10 }), 0);
    expect([...refused.values()].map(({ details }) => details.headers)).toEqual([
      {
        'x-ratelimit-limit-requests': '5',
        'x-ratelimit-remaining-requests': '3',
        'x-ratelimit-reset-requests': '65s',
        'x-ratelimit-limit-tokens': '100',
        'x-ratelimit-remaining-tokens': '30',
        'x-ratelimit-reset-tokens': '65s',
      },
    ]);
  });

  it('takes nothing from any limit for a call that it refuses', () => {
    const shared = { creditNano: 10n };
    const poor = aCaller({ ...aBudget(1n), rpm: 10 }, shared);
    const rich = aCaller({ rpm: 1 }, shared);
    const credit = rich.counters.at(-1);
    const counters = [...poor.counters.slice(0, -1), ...(credit ? [credit] : [])];
    const refusedOne = { ...poor.request({ holdNano: 9n }), counters };
    const batch = [refusedOne, rich.request({ holdNano: 10n })];
    const { fitting } = decide(batch, viewOf(batch), 0);
    expect(fitting).toEqual([batch[1]]);
  });

  it('never passes a limit, admits all or nothing of a call, and refuses only what does not fit', () => {
    const limit = fc.option(fc.bigInt({ min: 0n, max: 60n }));
    const rate = fc.option(fc.nat({ max: 12 }));
    const call = fc.record({
      caller: fc.nat({ max: 2 }),
      holdNano: fc.bigInt({ min: 1n, max: 20n }),
      tokens: fc.nat({ max: 8 }),
    });
    const scene = fc.record({
      budgets: fc.array(limit, { minLength: 3, maxLength: 3 }),
      credit: limit,
      rates: fc.array(fc.tuple(rate, rate), { minLength: 3, maxLength: 3 }),
      calls: fc.array(call, { maxLength: 30, size: 'max' }),
      usedNano: fc.bigInt({ min: 0n, max: 20n }),
      used: fc.record({ requests: fc.nat({ max: 4 }), tokens: fc.nat({ max: 4 }) }),
    });
    fc.assert(
      fc.property(scene, ({ budgets, credit, rates, calls, usedNano, used }) => {
        const organisation = { creditNano: credit };
        const callers = budgets.map((nano, place) => {
          const [rpm = null, tpm = null] = rates[place] ?? [];
          return aCaller({ ...(nano !== null && aBudget(nano)), rpm, tpm }, organisation);
        });
        const batch = calls.map(({ caller, ...asking }) => {
          const made = callers[caller]?.request(asking);
          if (!made) throw new Error('no such caller');
          return made;
        });
        const { fitting, refused } = decide(batch, viewOf(batch, usedNano, used), 0);
        expect([...fitting, ...refused.keys()].toSorted(byPlace(batch))).toEqual(batch);

        const spent = new Map<string, bigint>();
        const taken = new Map<string, { requests: number; tokens: number }>();
        const fits = (request: AdmissionRequest) => {
          const own = taken.get(request.workloadId) ?? { requests: 0, tokens: 0 };
          return (
            used.requests + own.requests + 1 <= (request.rpm ?? Infinity) &&
            used.tokens + own.tokens + request.tokens <= (request.tpm ?? Infinity) &&
            request.counters.every(
              ({ key, limitNano }) =>
                limitNano === null ||
                usedNano + (spent.get(key) ?? 0n) + request.holdNano <= limitNano,
            )
          );
        };
        for (const request of batch) {
          expect(fits(request)).toBe(!refused.has(request));
          if (refused.has(request)) continue;
          for (const { key } of request.counters) {
            spent.set(key, (spent.get(key) ?? 0n) + request.holdNano);
          }
          const own = taken.get(request.workloadId) ?? { requests: 0, tokens: 0 };
          const requests = own.requests + 1;
          taken.set(request.workloadId, { requests, tokens: own.tokens + request.tokens });
        }
      }),
      { numRuns: 300 },
    );
  });
});

const byPlace =
  (batch: readonly AdmissionRequest[]) => (a: AdmissionRequest, b: AdmissionRequest) =>
    batch.indexOf(a) - batch.indexOf(b);

describe('a workload with a rate limit', () => {
  it('never gets more than its limit through in any sixty seconds', () => {
    const gaps = fc.array(fc.nat({ max: 4_000 }), { minLength: 50, maxLength: 300 });
    const limit = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(gaps, limit, fc.nat({ max: SLOT_MS }), (gaps, rpm, startMs) => {
        const { request } = aCaller({ rpm });
        const admitted: number[] = [];
        let nowMs = startMs;
        for (const gap of gaps) {
          nowMs += gap;
          const batch = [request({ holdNano: 0n })];
          const view = { ...viewOf(batch), windows: windowsAt(batch, admitted, nowMs) };
          if (decide(batch, view, nowMs).fitting.length > 0) admitted.push(nowMs);
        }
        for (const from of admitted) {
          const within = admitted.filter((ms) => ms >= from && ms <= from + 60_000);
          expect(within.length).toBeLessThanOrEqual(rpm);
        }
      }),
    );
  });
});

/** The slots that a store keeps of those admissions. */
function windowsAt(batch: readonly AdmissionRequest[], admitted: readonly number[], nowMs: number) {
  const oldest = Math.floor(nowMs / SLOT_MS) - SLOTS + 1;
  const requests = Array.from(
    { length: SLOTS },
    (_, place) => admitted.filter((ms) => Math.floor(ms / SLOT_MS) === oldest + place).length,
  );
  return new Map(batch.map(({ workloadId }) => [workloadId, { requests, tokens: slots(0) }]));
}
