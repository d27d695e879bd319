import { beforeAll, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { ReplicaId, type Statement } from '#platform';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aBudget, aCaller } from '../testing/a-request.js';
import { counterStoreContract } from '../testing/counter-store-contract.js';
import { MemoryCounterStore } from '../testing/memory-counter-store.js';
import { Admission } from './admission.js';
import { heldCallOf } from './admission-request.js';
import { PostgresIntentStore } from './postgres-intent-store.js';

const OPEN_INTENTS: Statement = {
  name: 'test-open',
  text: 'SELECT id FROM call_intent WHERE NOT is_counted_here',
};
const COUNTERS: Statement = { name: 'test-counters', text: 'SELECT * FROM meter_counter' };

const replica = new ReplicaId(new Ids(new SystemClock(), new SystemEntropy()).callId());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const openIntents = async () =>
  (await database.app.query<{ id: string }>(OPEN_INTENTS)).map(({ id }) => id);

/** Intents in PostgreSQL that can fail before they are written, or lose the answer afterwards. */
class ShakyIntents extends PostgresIntentStore {
  next: 'works' | 'fails' | 'loses its answer' = 'works';

  override async open(...asked: Parameters<PostgresIntentStore['open']>): Promise<boolean> {
    const { next } = this;
    this.next = 'works';
    if (next !== 'fails') await super.open(...asked);
    if (next !== 'works') throw new Error('connection terminated');
    return true;
  }
}

function aScene() {
  const clock = new FakeClock();
  const store = new MemoryCounterStore(clock);
  const intents = new ShakyIntents(database.app, replica);
  return { clock, store, intents, admission: new Admission(store, intents, clock) };
}

describe('counters outside of the database, intents in it', () => {
  counterStoreContract(() => {
    const store = new MemoryCounterStore(new SystemClock());
    return Promise.resolve({
      store,
      other: store,
      intents: new PostgresIntentStore(database.app, replica),
      counter: ({ key }) =>
        Promise.resolve({ spent: store.spent.get(key) ?? 0n, held: store.held(key) }),
      resolve: (request, nano) => store.settle([{ ...heldCallOf(request), nano }]),
      openHolds: () => Promise.resolve([...store.open.keys()]),
      openIntents,
    });
  });

  it('touch no counter of the database', async () => {
    const { admission } = aScene();
    const { request } = aCaller(aBudget(10n));
    expect((await admission.admit(request())).isAdmitted).toBe(true);
    expect(await database.app.query(COUNTERS)).toEqual([]);
  });
});

describe('a call whose intent fails after its counters let it in', () => {
  it.each(['fails', 'loses its answer'] as const)(
    'is refused, and leaves neither hold nor intent: the intent %s',
    async (next) => {
      const { admission, intents, store } = aScene();
      const { request, counters } = aCaller(aBudget(10n));
      const call = request({ holdNano: 10n });
      intents.next = next;
      const verdict = await admission.admit(call);
      expect(verdict).toMatchObject({ isAdmitted: false, error: { key: 'metering_unavailable' } });
      await expect.poll(() => store.held(counters[0]?.key ?? '')).toBe(0n);
      expect(await openIntents()).not.toContain(call.id);
      expect((await admission.admit(request({ holdNano: 10n }))).isAdmitted).toBe(true);
    },
  );

  it('keeps its hold while its intent may still be there, and is released with it', async () => {
    const { admission, intents, store, clock } = aScene();
    const { request, counters } = aCaller(aBudget(10n));
    const call = request({ holdNano: 10n });
    const key = counters[0]?.key ?? '';
    intents.next = 'loses its answer';
    const forget = intents.forget.bind(intents);
    const forgotten = Promise.withResolvers<void>();
    intents.forget = () => {
      forgotten.resolve();
      return Promise.reject(new Error('connection refused'));
    };
    await admission.admit(call);
    await forgotten.promise;
    expect(store.held(key)).toBe(10n);
    expect(await openIntents()).toContain(call.id);
    intents.forget = forget;
    await expect.poll(() => (clock.advance(1_000), store.held(key))).toBe(0n);
    expect(await openIntents()).not.toContain(call.id);
  });
});

it('forgetting leaves intents alone whose holds stand in the database', async () => {
  const { intents } = aScene();
  const { request } = aCaller();
  const call = request();
  await intents.open([call]);
  await database.owner.query(
    { name: 'test-here', text: 'UPDATE call_intent SET is_counted_here = true WHERE id = $1' },
    [call.id],
  );
  await intents.forget([call.id]);
  const all = await database.app.query<{ id: string }>({
    name: 'test-all-intents',
    text: 'SELECT id FROM call_intent',
  });
  expect(all.map(({ id }) => id)).toContain(call.id);
});
