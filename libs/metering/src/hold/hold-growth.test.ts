import { describe, expect, it } from 'vitest';
import type { CallId, ErrorKey } from '#kernel';
import { aCall, anEndpoint, aWorkload } from '../../../../test/support/a-call.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { Admission } from '../admission/admission.js';
import { heldCallOf } from '../admission/admission-request.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { aBudget, aCaller } from '../testing/a-request.js';
import { MemoryCounterStore } from '../testing/memory-counter-store.js';
import { MemoryIntentStore } from '../testing/memory-intent-store.js';
import { HoldGrowth } from './hold-growth.js';
import { ProgressBook } from './progress-book.js';

/** A call under way that holds 500 nano, 200 tokens of output among them, on a budget of its own. */
async function aRunningCall(
  budget: bigint,
  change: Parameters<typeof aHold>[0] = {},
  caller = aCaller(aBudget(budget)),
) {
  const clock = new FakeClock();
  const store = new MemoryCounterStore(clock);
  const intents = new MemoryIntentStore();
  const book = new ProgressBook(intents, clock);
  const request = caller.request({ holdNano: 500n });
  await store.admit([request], []);
  const admission = new Admission(store, intents, clock);
  const growth = new HoldGrowth(admission, book);
  const hold = aHold({ counters: caller.counters, ...change });
  const callOf = (onExhausted: 'finish' | 'cut') =>
    aCall({ callId: request.id as CallId, workload: aWorkload({ onExhausted }) });
  const key = caller.counters[0]?.key ?? '';
  /** The answer has come to so many tokens. */
  const keepUp = (tokens: number, onExhausted: 'finish' | 'cut' = 'finish') => {
    hold.progress.characters = tokens * 4;
    return growth.keepUp(callOf(onExhausted), hold);
  };
  return {
    admission,
    clock,
    store,
    intents,
    book,
    growth,
    hold,
    keepUp,
    held: () => store.held(key),
    callOf,
  };
}

describe('a hold that grows', () => {
  it('stays as it is while the answer is within four fifths of it', async () => {
    const { keepUp, held } = await aRunningCall(100_000n);
    await keepUp(160);
    expect(held()).toBe(500n);
  });

  it('gets room for another few pages beyond that', async () => {
    const { keepUp, held, hold } = await aRunningCall(100_000n);
    await keepUp(161);
    expect(held()).toBe(500n + 4_096n * 2n);
    expect(hold.progress).toMatchObject({ topUpTokens: 4_096, topUpNano: 8_192n });
    await keepUp(3_000);
    expect(hold.progress.topUpTokens).toBe(4_096);
    await keepUp(3_500);
    expect(hold.progress.topUpTokens).toBe(8_192);
  });

  it.each([
    [2, 5],
    [5, 2],
  ])('gets its room at the dearest price of where it may run: %i or %i', async (...rates) => {
    const prices = new Map(rates.map((out) => [anEndpoint(), aPrice({ in: 1, out })]));
    const { keepUp, held } = await aRunningCall(100_000n, { prices });
    await keepUp(161);
    expect(held()).toBe(500n + 4_096n * 5n);
  });

  it('gets its room at the tier that its input is priced in', async () => {
    const tier = { tierAbove: 50, ratesAbove: aPrice({ in: 1, out: 7 }).rates };
    const prices = new Map([[anEndpoint(), aPrice({ in: 1, out: 2, call: 9 }, tier)]]);
    const { keepUp, held } = await aRunningCall(100_000n, { prices });
    await keepUp(161);
    expect(held()).toBe(500n + 4_096n * 7n);
  });

  it('never grows beyond what the answer can bring', async () => {
    const { keepUp, held, hold } = await aRunningCall(100_000n, { outputTokensMax: 300 });
    await keepUp(199);
    expect(hold.progress.topUpTokens).toBe(100);
    await keepUp(299);
    expect(held()).toBe(500n + 200n);
  });

  it('does not ask for room when the whole answer is held already, and so cuts nothing', async () => {
    const { keepUp, held, store } = await aRunningCall(500n, { outputTokensMax: 200 });
    store.topUp = () => Promise.reject(new Error('asked for room'));
    await keepUp(200, 'cut');
    expect(held()).toBe(500n);
  });

  it('lets the answer end when there is no room, and asks only once', async () => {
    const { keepUp, hold, store } = await aRunningCall(600n);
    await keepUp(180);
    expect(hold.progress).toMatchObject({ isExhausted: true, topUpTokens: 0 });
    store.topUp = () => Promise.reject(new Error('asked again'));
    await keepUp(5_000);
  });

  it('uses a budget to its end before it cuts an answer', async () => {
    const { keepUp, held, hold } = await aRunningCall(1_000n);
    for (let tokens = 1; tokens <= 448; tokens++) await keepUp(tokens, 'cut');
    expect(held()).toBe(1_000n);
    expect(hold.progress).toMatchObject({ isExhausted: true, topUpTokens: 250 });
    await expect(keepUp(449, 'cut')).rejects.toMatchObject({ key: 'budget_reached' });
  });

  it.each<[string, ErrorKey, bigint, Parameters<typeof aCaller>[1]]>([
    ['budget', 'budget_reached', 600n, {}],
    ['cap', 'cap_reached', 9_000n, { cap: { nano: 600n, period: 'total' } }],
    ['credit', 'credit_exhausted', 9_000n, { creditNano: 600n }],
    [
      'allowance',
      'allowance_reached',
      9_000n,
      { plan: { name: 'free', endsAtMs: null, free: { nano: 600n, period: 'total' } } },
    ],
  ])('names the %s that an answer is cut for', async (counter, key, budget, organisation) => {
    const caller = aCaller(aBudget(budget), organisation);
    const { keepUp, admission } = await aRunningCall(budget, {}, caller);
    await keepUp(180);
    const limit = { counter, limit: '0.0000006', remaining: '0.0000001', currency: 'EUR' };
    const cut = keepUp(300, 'cut');
    await expect(cut).rejects.toMatchObject({ key, details: { gw: { limit } } });
    const use = caller.counters.find(({ name }) => name === counter);
    expect(admission.refusedLimits.take()).toEqual(new Set([use?.key]));
  });

  it('is cut all the same where nobody can tell which counter it was', async () => {
    const { keepUp, store } = await aRunningCall(600n);
    await keepUp(180);
    store.used = () => Promise.reject(new Error('connection refused'));
    await expect(keepUp(300, 'cut')).rejects.toMatchObject({ key: 'budget_reached' });
  });

  it('goes on with what others have given back in the meantime', async () => {
    const { keepUp, store, hold } = await aRunningCall(1_000n);
    const other = { ...aCaller().request({ holdNano: 400n }), counters: hold.counters };
    await store.admit([other], []);
    for (let tokens = 1; tokens <= 198; tokens++) await keepUp(tokens, 'cut');
    expect(hold.progress.topUpTokens).toBe(0);
    await store.release([heldCallOf(other)]);
    await keepUp(199, 'cut');
    expect(hold.progress.topUpTokens).toBe(250);
  });

  it('lets an answer go on whose store cannot be reached, if it may finish', async () => {
    const { keepUp, hold, store } = await aRunningCall(100_000n);
    store.topUp = () => Promise.reject(new Error('connection refused'));
    await keepUp(180);
    expect(hold.progress.isExhausted).toBe(true);
  });

  it('asks for nothing where nothing is charged', async () => {
    const { keepUp, hold } = await aRunningCall(500n, { counters: [] });
    await keepUp(10_000, 'cut');
    expect(hold.progress.isExhausted).toBe(false);
  });
});

describe('the progress of running calls', () => {
  it('is saved every few seconds, at what the call would cost so far', async () => {
    const { keepUp, clock, intents, book, callOf } = await aRunningCall(100_000n);
    book.start();
    await keepUp(100);
    clock.advance(4_999);
    expect(intents.progress).toEqual([]);
    clock.advance(1);
    expect(intents.progress).toEqual([{ id: callOf('finish').callId, nano: 300n, tokens: 100 }]);
  });

  it('is not noted for every word', async () => {
    const { keepUp, clock, intents, book } = await aRunningCall(100_000n);
    book.start();
    await keepUp(63);
    clock.advance(5_000);
    expect(intents.progress).toEqual([]);
  });

  it('is forgotten with the call, and not saved twice', async () => {
    const { keepUp, clock, intents, book, growth, callOf } = await aRunningCall(100_000n);
    book.start();
    await keepUp(100);
    clock.advance(5_000);
    clock.advance(5_000);
    expect(intents.progress).toHaveLength(1);
    await keepUp(400);
    growth.forget(callOf('finish'));
    clock.advance(5_000);
    expect(intents.progress).toHaveLength(1);
  });

  it('is saved again after the store was away', async () => {
    const { keepUp, clock, intents, book } = await aRunningCall(100_000n);
    book.start();
    const save = intents.saveProgress.bind(intents);
    intents.saveProgress = () => Promise.reject(new Error('connection refused'));
    await keepUp(100);
    clock.advance(5_000);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    intents.saveProgress = save;
    await keepUp(400);
    clock.advance(5_000);
    expect(intents.progress).toMatchObject([{ tokens: 400 }]);
  });

  it('is no longer saved once the book is closed', async () => {
    const { keepUp, clock, intents, book } = await aRunningCall(100_000n);
    book.start();
    book.stop();
    await keepUp(100);
    clock.advance(60_000);
    expect(intents.progress).toEqual([]);
  });
});
