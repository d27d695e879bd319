import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { Admission } from '../admission/admission.js';
import { heldCallOf, type AdmissionRequest, type Verdict } from '../admission/admission-request.js';
import type { CounterStore } from '../admission/counter-store.js';
import { onCredit, type CounterUse } from '../admission/counters.js';
import type { IntentStore } from '../admission/intent-store.js';
import { sum } from '../admission/rate-window.js';
import { aBudget, aCaller } from './a-request.js';

export interface StoreUnderTest {
  readonly store: CounterStore;
  /** Another replica's way to the same counters. */
  readonly other: CounterStore;
  readonly intents: IntentStore;
  counter(use: CounterUse): Promise<{ readonly spent: bigint; readonly held: bigint }>;
  /** Ends an open hold as recording its call does; one that has ended is not touched. */
  resolve(request: AdmissionRequest, nano: bigint): Promise<void>;
  openHolds(): Promise<readonly string[]>;
  openIntents(): Promise<readonly string[]>;
}

const admittedOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter((verdict) => verdict.isAdmitted).length;

const refusalsOf = (verdicts: readonly Verdict[]) =>
  new Set(verdicts.flatMap((verdict) => (verdict.isAdmitted ? [] : [verdict.error.key])));

const times = <Made>(count: number, make: () => Made): Made[] =>
  Array.from({ length: count }, make);

const all = (nano: bigint) => ({ nano, least: nano });

/** What the rest of the gateway relies on, whatever counts. Each test has counters of its own. */
export function counterStoreContract(makeStore: () => Promise<StoreUnderTest>): void {
  const admissionOf = (store: CounterStore, intents: IntentStore) =>
    new Admission(store, intents, new SystemClock());

  describe('admit', () => {
    it('lets a batch in, holds its money and remembers each call', async () => {
      const { store, counter, openHolds } = await makeStore();
      const { request, counters } = aCaller(aBudget(10n), { creditNano: 10n });
      const batch = [request({ holdNano: 4n }), request({ holdNano: 6n })];
      const answer = await store.admit(batch, []);
      expect(answer.isAdmitted).toBe(true);
      expect(answer.used).toEqual(new Map(counters.map(({ key }) => [key, 0n])));
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 10n });
      expect(await openHolds()).toEqual(expect.arrayContaining(batch.map(({ id }) => id)));
    });

    it('writes nothing when one call of a batch does not fit, and says what is used', async () => {
      const { store, counter, openHolds } = await makeStore();
      const { request, counters } = aCaller(aBudget(10n));
      const first = request({ holdNano: 3n });
      await store.admit([first], []);
      const batch = [request({ holdNano: 5n }), request({ holdNano: 3n })];
      const answer = await store.admit(batch, []);
      expect(answer.isAdmitted).toBe(false);
      for (const use of counters) {
        expect(answer.used.get(use.key)).toBe(3n);
        expect(await counter(use)).toEqual({ spent: 0n, held: 3n });
      }
      const open = await openHolds();
      expect(batch.filter(({ id }) => open.includes(id))).toEqual([]);
    });

    it('shows the windows as they were before the batch', async () => {
      const { store } = await makeStore();
      const { request, workload } = aCaller({ rpm: 10, tpm: 1_000 });
      await store.admit([request({ tokens: 100 }), request({ tokens: 50 })], []);
      const { windows } = await store.admit([request({ tokens: 1 })], []);
      const window = windows.get(workload.id);
      expect([sum(window?.requests ?? []), sum(window?.tokens ?? [])]).toEqual([2, 150]);
      expect(window?.requests).toHaveLength(13);
    });

    it('lets in a call that stands on no counter, and remembers it', async () => {
      const { store, openHolds } = await makeStore();
      const free = { ...aCaller(aBudget(0n)).request({ holdNano: 0n }), counters: [] };
      expect((await store.admit([free], [])).isAdmitted).toBe(true);
      expect(await openHolds()).toContain(free.id);
    });
  });

  describe('admission on it', () => {
    it('lets exactly ten of two hundred parallel calls in on a budget for ten', async () => {
      const { store, intents, counter } = await makeStore();
      const admission = admissionOf(store, intents);
      const { request, counters } = aCaller(aBudget(70n));
      const verdicts = await Promise.all(
        times(200, () => admission.admit(request({ holdNano: 7n }))),
      );
      expect(admittedOf(verdicts)).toBe(10);
      expect(refusalsOf(verdicts)).toEqual(new Set(['budget_reached']));
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 70n });
    });

    it('uses a free allowance, then credit, and passes neither, when two replicas ask', async () => {
      const { store, other, intents, counter, resolve } = await makeStore();
      const replicas = [admissionOf(store, intents), admissionOf(other, intents)];
      const free = { nano: 35n, period: 'monthly' } as const;
      const plan = { name: 'starter', free, endsAtMs: null };
      const caller = aCaller({}, { plan, creditNano: 21n });
      const asked = times(60, () => caller.request({ holdNano: 7n }));
      const verdicts = await Promise.all(
        asked.map((request, at) => (replicas[at % 2] as Admission).admit(request)),
      );
      expect(admittedOf(verdicts)).toBe(8);
      expect(refusalsOf(verdicts)).toEqual(new Set(['credit_exhausted']));
      const [allowance, credit] = [
        caller.counters,
        onCredit(caller.counters, caller.organisation),
      ].map((counters) => counters?.at(-1) as CounterUse);
      expect(await counter(allowance as CounterUse)).toEqual({ spent: 0n, held: 35n });
      expect(await counter(credit as CounterUse)).toEqual({ spent: 0n, held: 21n });

      for (const [at, verdict] of verdicts.entries()) {
        const request = asked[at] as AdmissionRequest;
        if (verdict.isAdmitted) await resolve({ ...request, counters: verdict.counters }, 2n);
      }
      expect(await counter(allowance as CounterUse)).toEqual({ spent: 10n, held: 0n });
      expect(await counter(credit as CounterUse)).toEqual({ spent: 6n, held: 0n });
    });

    it('never overspends when two replicas ask at once', async () => {
      const { store, other, intents, counter } = await makeStore();
      const replicas = [admissionOf(store, intents), admissionOf(other, intents)];
      const { request, counters } = aCaller(aBudget(70n));
      const verdicts = await Promise.all(
        replicas.flatMap((replica) => times(150, () => replica.admit(request({ holdNano: 7n })))),
      );
      expect(admittedOf(verdicts)).toBe(10);
      expect(refusalsOf(verdicts)).toEqual(new Set(['budget_reached']));
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 70n });
    });

    it('lets exactly the limit of calls a minute in, over both replicas', async () => {
      const { store, other, intents } = await makeStore();
      const replicas = [admissionOf(store, intents), admissionOf(other, intents)];
      const { request } = aCaller({ rpm: 25 });
      const verdicts = await Promise.all(
        replicas.flatMap((replica) => times(40, () => replica.admit(request()))),
      );
      expect(admittedOf(verdicts)).toBe(25);
      expect(refusalsOf(verdicts)).toEqual(new Set(['rate_limited']));
    });

    it('lets calls in up to the limit of tokens a minute', async () => {
      const { store, intents } = await makeStore();
      const admission = admissionOf(store, intents);
      const { request } = aCaller({ tpm: 100 });
      const verdicts = await Promise.all(times(30, () => admission.admit(request({ tokens: 9 }))));
      expect(admittedOf(verdicts)).toBe(11);
      expect(refusalsOf(verdicts)).toEqual(new Set(['tokens_limited']));
    });

    it('refuses one workload without holding up another in the same batch', async () => {
      const { store, intents } = await makeStore();
      const admission = admissionOf(store, intents);
      const poor = aCaller(aBudget(0n));
      const rich = aCaller(aBudget(100n));
      const [refused, admitted] = await Promise.all([
        Promise.all(times(20, () => admission.admit(poor.request()))),
        Promise.all(times(20, () => admission.admit(rich.request()))),
      ]);
      expect([admittedOf(refused), admittedOf(admitted)]).toEqual([0, 20]);
    });

    it('opens an intent for every call that it lets in, and for no other', async () => {
      const { store, intents, openIntents } = await makeStore();
      const admission = admissionOf(store, intents);
      const { request } = aCaller(aBudget(30n));
      const requests = times(10, () => request({ holdNano: 7n }));
      const verdicts = await Promise.all(requests.map((one) => admission.admit(one)));
      const admitted = requests.filter((_, place) => verdicts[place]?.isAdmitted);
      const open = await openIntents();
      expect(requests.filter(({ id }) => open.includes(id))).toEqual(admitted);
      expect(admitted).toHaveLength(4);
    });
  });

  describe('corrections', () => {
    const correctionOf = (
      { organisation, workload }: ReturnType<typeof aCaller>,
      slot: number,
      tokens: number,
    ) => ({ organisationId: organisation.id, workloadId: workload.id, slot, tokens });
    const usedTokens = async (store: CounterStore, caller: ReturnType<typeof aCaller>) => {
      const { windows } = await store.admit([caller.request()], []);
      return sum(windows.get(caller.workload.id)?.tokens ?? []);
    };

    it('gives back tokens that a finished call did not use', async () => {
      const { store } = await makeStore();
      const caller = aCaller({ tpm: 1_000 });
      const { slot } = await store.admit([caller.request({ tokens: 900 })], []);
      const correction = correctionOf(caller, slot, -600);
      const { windows } = await store.admit([caller.request()], [correction]);
      expect(sum(windows.get(caller.workload.id)?.tokens ?? [])).toBe(300);
    });

    it('takes tokens that a finished call used beyond its estimate', async () => {
      const { store } = await makeStore();
      const caller = aCaller({ tpm: 1_000 });
      const { slot } = await store.admit([caller.request({ tokens: 100 })], []);
      const correction = correctionOf(caller, slot, 50);
      await store.admit([aCaller({}, caller.organisation).request()], [correction]);
      expect(await usedTokens(store, caller)).toBe(150);
    });

    it('corrects a workload that has no call in the batch', async () => {
      const { store } = await makeStore();
      const caller = aCaller({ tpm: 1_000 });
      const { slot } = await store.admit([caller.request({ tokens: 900 })], []);
      const correction = correctionOf(caller, slot, -600);
      await store.admit([aCaller({ tpm: 10 }, caller.organisation).request()], [correction]);
      expect(await usedTokens(store, caller)).toBe(300);
    });

    it('never counts fewer than no tokens', async () => {
      const { store } = await makeStore();
      const caller = aCaller({ tpm: 1_000 });
      const { slot } = await store.admit([caller.request({ tokens: 10 })], []);
      const correction = correctionOf(caller, slot, -500);
      await store.admit([aCaller({}, caller.organisation).request()], [correction]);
      expect(await usedTokens(store, caller)).toBe(0);
    });

    it('lets a correction go whose slot has left the window', async () => {
      const { store } = await makeStore();
      const caller = aCaller({ tpm: 1_000 });
      const { slot } = await store.admit([caller.request({ tokens: 100 })], []);
      const correction = correctionOf(caller, slot - 13, 500);
      await store.admit([caller.request()], [correction]);
      expect(await usedTokens(store, caller)).toBe(100);
    });
  });

  describe('release', () => {
    it('takes a hold back, once, however often it is asked to', async () => {
      const { store, counter, openHolds } = await makeStore();
      const { request, counters } = aCaller(aBudget(10n), { creditNano: 10n });
      const [gone, kept] = [request({ holdNano: 4n }), request({ holdNano: 3n })];
      await store.admit([gone, kept], []);
      await store.release([heldCallOf(gone)]);
      await store.release([heldCallOf(gone)]);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 3n });
      const open = await openHolds();
      expect([open.includes(gone.id), open.includes(kept.id)]).toEqual([false, true]);
    });

    it('lets calls pass that it has never seen', async () => {
      const { store } = await makeStore();
      await store.release([heldCallOf(aCaller().request())]);
      await store.release([]);
    });
  });

  describe('topUp', () => {
    it('grows a hold on all its counters', async () => {
      const { store, counter } = await makeStore();
      const { request, counters } = aCaller(aBudget(10n), { creditNano: 20n });
      const call = request({ holdNano: 4n });
      await store.admit([call], []);
      expect(await store.topUp(heldCallOf(call), all(6n), counters)).toBe(6n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 10n });
    });

    it('tells what a call holds until it is settled', async () => {
      const { store, resolve } = await makeStore();
      const { request, counters } = aCaller(aBudget(10n));
      const call = request({ holdNano: 4n });
      expect(await store.holdOf(heldCallOf(call))).toBeUndefined();
      await store.admit([call], []);
      await store.topUp(heldCallOf(call), all(6n), counters);
      expect(await store.holdOf(heldCallOf(call))).toBe(10n);
      await resolve(call, 3n);
      expect(await store.holdOf(heldCallOf(call))).toBeUndefined();
    });

    it('grows a hold by what is left where that is enough', async () => {
      const { store, counter } = await makeStore();
      const { request, counters } = aCaller(aBudget(100n), { creditNano: 9n });
      const call = request({ holdNano: 4n });
      await store.admit([call], []);
      expect(await store.topUp(heldCallOf(call), { nano: 6n, least: 2n }, counters)).toBe(5n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 9n });
      expect(await store.topUp(heldCallOf(call), { nano: 6n, least: 2n }, counters)).toBe(0n);
    });

    it('grows a hold as asked where nothing limits it', async () => {
      const { store, counter } = await makeStore();
      const { request, counters } = aCaller();
      const call = request({ holdNano: 4n });
      await store.admit([call], []);
      expect(await store.topUp(heldCallOf(call), { nano: 6n, least: 2n }, counters)).toBe(6n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 10n });
    });

    it('grows a hold on none of them when one has no room', async () => {
      const { store, counter } = await makeStore();
      const { request, counters } = aCaller(aBudget(100n), { creditNano: 9n });
      const call = request({ holdNano: 4n });
      await store.admit([call], []);
      expect(await store.topUp(heldCallOf(call), all(6n), counters)).toBe(0n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 4n });
    });

    it('tells what is used of each counter, and changes nothing', async () => {
      const { store, counter } = await makeStore();
      const { organisation, request, counters } = aCaller(aBudget(100n), { creditNano: 9n });
      const untouched = aCaller(aBudget(5n)).counters;
      await store.admit([request({ holdNano: 4n })], []);
      const used = await store.used(organisation.id, [...untouched, ...counters]);
      for (const { key } of counters) expect(used.get(key)).toBe(4n);
      for (const { key } of untouched) expect(used.get(key) ?? 0n).toBe(0n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 4n });
    });

    it('refuses a call that is no longer open, and holds nothing for it', async () => {
      const { store, counter } = await makeStore();
      const { request, counters } = aCaller(aBudget(100n));
      const call = request({ holdNano: 4n });
      await store.admit([call], []);
      await store.release([heldCallOf(call)]);
      expect(await store.topUp(heldCallOf(call), all(6n), counters)).toBe(0n);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 0n });
    });

    it('lets exactly as many parallel top-ups in as there is room for', async () => {
      const { store, other, counter } = await makeStore();
      const { request, counters } = aCaller(aBudget(50n));
      const call = request({ holdNano: 10n });
      await store.admit([call], []);
      const answers = await Promise.all(
        times(20, () =>
          [store, other].map((one) => one.topUp(heldCallOf(call), all(4n), counters)),
        ).flat(),
      );
      expect(answers.filter(Boolean)).toHaveLength(10);
      for (const use of counters) expect(await counter(use)).toEqual({ spent: 0n, held: 50n });
    });
  });

  describe('whatever happens to calls', () => {
    const nano = fc.bigInt({ min: 1n, max: 30n });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('admit' as const),
        asks: fc.array(fc.tuple(fc.nat({ max: 1 }), nano), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('top up' as const), at: fc.nat(), nano }),
      fc.record({ kind: fc.constant('settle' as const), at: fc.nat(), nano }),
      fc.record({ kind: fc.constant('void' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('release' as const), at: fc.nat() }),
    );
    const limits = fc.tuple(fc.bigInt({ min: 20n, max: 90n }), fc.bigInt({ min: 20n, max: 90n }));

    it('holds are the sum of the open calls, spending is the sum of the settled ones', async () => {
      const { store, counter, resolve } = await makeStore();
      await fc.assert(
        fc.asyncProperty(
          limits,
          fc.array(step, { maxLength: 20, size: 'max' }),
          async ([budget, credit], steps) => {
            const first = aCaller(aBudget(budget), { creditNano: credit });
            const second = aCaller({}, first.organisation);
            // Both workloads stand on the credit of one organisation.
            const callers = [first, second];
            const known = new Map(
              callers.flatMap(({ counters }) => counters).map((use) => [use.key, use]),
            );
            const open = new Map<string, { request: AdmissionRequest; nano: bigint }>();
            const spent = new Map<string, bigint>();
            const seen: AdmissionRequest[] = [];
            const held = (key: string) =>
              [...open.values()]
                .filter(({ request }) => request.counters.some((use) => use.key === key))
                .reduce((total, hold) => total + hold.nano, 0n);
            const fits = (uses: readonly CounterUse[], more: bigint) =>
              uses.every(
                ({ key, limitNano }) =>
                  limitNano === null || held(key) + (spent.get(key) ?? 0n) + more <= limitNano,
              );
            const end = (request: AdmissionRequest, cost: bigint | null) => {
              if (!open.delete(request.id) || cost === null) return;
              for (const { key } of request.counters) spent.set(key, (spent.get(key) ?? 0n) + cost);
            };

            for (const next of steps) {
              if (next.kind === 'admit') {
                const batch = next.asks.map(([place, holdNano]) => {
                  return (callers[place] ?? first).request({ holdNano });
                });
                const before = new Map(open);
                let doesFit = true;
                for (const request of batch) {
                  doesFit &&= fits(request.counters, request.holdNano);
                  open.set(request.id, { request, nano: request.holdNano });
                }
                if (!doesFit) for (const { id } of batch) if (!before.has(id)) open.delete(id);
                expect((await store.admit(batch, [])).isAdmitted).toBe(doesFit);
                seen.push(...batch);
              } else {
                const request = seen[next.at % Math.max(1, seen.length)];
                if (!request) continue;
                const hold = open.get(request.id);
                if (next.kind === 'top up') {
                  const doesFit = hold !== undefined && fits(request.counters, next.nano);
                  if (hold && doesFit) hold.nano += next.nano;
                  const answer = await store.topUp(
                    heldCallOf(request),
                    all(next.nano),
                    request.counters,
                  );
                  expect(answer).toBe(doesFit ? next.nano : 0n);
                } else if (next.kind === 'release') {
                  end(request, null);
                  await store.release([heldCallOf(request)]);
                } else {
                  const cost = next.kind === 'settle' ? next.nano : 0n;
                  end(request, cost);
                  await resolve(request, cost);
                }
              }
              for (const [key, use] of known) {
                const expected = { spent: spent.get(key) ?? 0n, held: held(key) };
                expect(await counter(use)).toEqual(expected);
              }
            }
          },
        ),
        { numRuns: 25 },
      );
    });
  });
}
