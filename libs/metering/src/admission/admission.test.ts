import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aBudget, aCaller } from '../testing/a-request.js';
import { MemoryCounterStore } from '../testing/memory-counter-store.js';
import { MemoryIntentStore } from '../testing/memory-intent-store.js';
import { Admission } from './admission.js';
import type { HeldCall } from '#call';
import type { AdmissionRequest, Verdict } from './admission-request.js';
import type { AdmitAnswer, TokenCorrection } from './counter-store.js';

/** A store that a test can take away, and whose answers it can delay or lose. */
class ShakyStore extends MemoryCounterStore {
  readonly batches: number[] = [];
  readonly corrections: TokenCorrection[] = [];
  released: string[] = [];
  isAway = false;
  /** Runs before a batch is answered. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  override async admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer> {
    this.batches.push(batch.length);
    this.corrections.push(...corrections);
    await this.beforeAnswer();
    if (this.isAway) throw new Error('connection refused');
    return super.admit(batch, corrections);
  }

  override async release(calls: readonly HeldCall[]): Promise<void> {
    if (this.isAway) throw new Error('connection refused');
    this.released.push(...calls.map((call) => call.callId));
    await super.release(calls);
  }
}

function aScene() {
  const clock = new FakeClock();
  const store = new ShakyStore(clock);
  const intents = new MemoryIntentStore();
  return { clock, store, intents, admission: new Admission(store, intents, clock) };
}

const keyOf = (verdict: Verdict) => (verdict.isAdmitted ? 'admitted' : verdict.error.key);

/** Lets everything that is ready to run do so. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
};

/** Time passes second by second, with a pause in which what was woken can run. */
async function pass(clock: FakeClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    await settled();
  }
}

describe('Admission', () => {
  it('uses the free allowance first and credit then, each to its last nano-unit', async () => {
    const { admission, store } = aScene();
    const free = { nano: 3n, period: 'total' } as const;
    const plan = { name: 'starter', free, endsAtMs: null };
    const { request, organisation } = aCaller({}, { plan, creditNano: 4n });
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => admission.admit(request())),
    );
    expect(verdicts.map(keyOf)).toEqual([
      ...Array.from({ length: 7 }, () => 'admitted'),
      ...Array.from({ length: 3 }, () => 'credit_exhausted'),
    ]);
    expect([store.held(`4:${organisation.id}:t`), store.held(`3:${organisation.id}:t`)]).toEqual([
      3n,
      4n,
    ]);
    const paidBy = verdicts.map((verdict) => verdict.isAdmitted && verdict.counters.at(-1)?.name);
    expect(paidBy).toEqual([
      ...Array.from({ length: 3 }, () => 'allowance'),
      ...Array.from({ length: 4 }, () => 'credit'),
      ...Array.from({ length: 3 }, () => false),
    ]);
  });

  it('refuses beyond the free allowance where nothing else pays', async () => {
    const { admission } = aScene();
    const free = { nano: 1n, period: 'monthly' } as const;
    const { request } = aCaller({}, { plan: { name: 'starter', free, endsAtMs: null } });
    await admission.admit(request());
    expect(keyOf(await admission.admit(request()))).toBe('allowance_reached');
  });

  it('sends what arrives together to the store together', async () => {
    const { admission, store } = aScene();
    const { request } = aCaller();
    await Promise.all(Array.from({ length: 100 }, () => admission.admit(request())));
    expect(store.batches).toEqual([100]);
  });

  it('collects the next batch while one is with the store', async () => {
    const { admission, store } = aScene();
    const { request } = aCaller();
    const gate = Promise.withResolvers<void>();
    store.beforeAnswer = () => gate.promise;
    const first = admission.admit(request());
    await settled();
    const others = Array.from({ length: 600 }, () => admission.admit(request()));
    await settled();
    expect(store.batches).toEqual([1]);
    gate.resolve();
    await Promise.all([first, ...others]);
    expect(store.batches).toEqual([1, 256, 256, 88]);
  });

  it('asks again without the calls that do not fit, and only then lets the others in', async () => {
    const { admission, store } = aScene();
    const poor = aCaller(aBudget(2n));
    const rich = aCaller(aBudget(100n), poor.organisation);
    const verdicts = await Promise.all(
      [poor, rich, poor, poor, rich].map(({ request }) => admission.admit(request())),
    );
    expect(verdicts.map(keyOf)).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'budget_reached',
      'admitted',
    ]);
    expect(store.batches).toEqual([5, 4]);
  });

  it('refuses more than it could ever get through, without asking the store', async () => {
    const { admission, store } = aScene();
    const { request } = aCaller();
    const gate = Promise.withResolvers<void>();
    store.beforeAnswer = () => gate.promise;
    const waiting = Array.from({ length: 10_000 }, () => admission.admit(request()));
    expect(keyOf(await admission.admit(request()))).toBe('gateway_overloaded');
    gate.resolve();
    expect((await Promise.all(waiting)).every((verdict) => verdict.isAdmitted)).toBe(true);
  });

  it('refuses with 503 when other replicas take the room in every round', async () => {
    const { admission, store } = aScene();
    const { request, counters } = aCaller(aBudget(10n));
    const [budget] = counters;
    // The view shows room each time; under the locks there never is any.
    store.admit = () =>
      Promise.resolve({
        isAdmitted: false,
        slot: 0,
        used: new Map([[budget?.key ?? '', 0n]]),
        windows: new Map(),
      });
    expect(keyOf(await admission.admit(request()))).toBe('metering_unavailable');
  });

  it('hands corrections to the store with the next batch, once', async () => {
    const { admission, store } = aScene();
    const { request, organisation, workload } = aCaller({ tpm: 100 });
    const of = { organisationId: organisation.id, workloadId: workload.id };
    const correction = { ...of, slot: 3, tokens: -5 };
    admission.correct(correction);
    admission.correct({ ...correction, tokens: 0 });
    await admission.admit(request());
    await admission.admit(request());
    expect(store.corrections).toEqual([correction]);
  });
});

describe('Admission without its store', () => {
  it('refuses with 503 and lets calls in again when the store is back', async () => {
    const { admission, store } = aScene();
    const { request } = aCaller(aBudget(10n));
    store.isAway = true;
    const verdicts = await Promise.all([admission.admit(request()), admission.admit(request())]);
    expect(verdicts.map(keyOf)).toEqual(['metering_unavailable', 'metering_unavailable']);
    store.isAway = false;
    expect(keyOf(await admission.admit(request()))).toBe('admitted');
  });

  it('releases what may have been committed although its answer was lost', async () => {
    const { admission, store, clock } = aScene();
    const { request, counters } = aCaller(aBudget(10n));
    const call = request({ holdNano: 10n });
    const key = counters[0]?.key ?? '';
    store.beforeAnswer = async () => {
      await MemoryCounterStore.prototype.admit.call(store, [call], []);
      store.isAway = true;
    };
    expect(keyOf(await admission.admit(call))).toBe('metering_unavailable');
    await pass(clock, 3);
    expect(store.held(key)).toBe(10n);
    store.isAway = false;
    await pass(clock, 1);
    expect(store.held(key)).toBe(0n);
  });

  it('releases also what the server commits after its client has given up', async () => {
    const { admission, store, clock } = aScene();
    const { request, counters } = aCaller(aBudget(10n));
    const call = request({ holdNano: 10n });
    const key = counters[0]?.key ?? '';
    store.beforeAnswer = () => Promise.reject(new Error('connection reset'));
    await admission.admit(call);
    await pass(clock, 5);
    await MemoryCounterStore.prototype.admit.call(store, [call], []);
    expect(store.held(key)).toBe(10n);
    await pass(clock, 1);
    expect(store.held(key)).toBe(0n);
  });

  it('stops asking once nothing can be committed any more', async () => {
    const { admission, store, clock } = aScene();
    store.beforeAnswer = () => Promise.reject(new Error('connection reset'));
    await admission.admit(aCaller().request());
    await pass(clock, 20);
    store.released = [];
    await pass(clock, 20);
    expect(store.released).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
