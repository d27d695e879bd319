import { beforeAll, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { ReplicaId, type Statement } from '#platform';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aBudget, aCaller } from '../testing/a-request.js';
import { counterStoreContract, type StoreUnderTest } from '../testing/counter-store-contract.js';
import { heldCallOf } from './admission-request.js';
import { PostgresCounterStore } from './postgres-counter-store.js';
import { PostgresIntentStore } from './postgres-intent-store.js';

const COUNTER: Statement = {
  name: 'test-counter',
  text: 'SELECT spent, held FROM meter_counter WHERE scope = $1 AND scope_id = $2 AND period = $3',
};
const END_INTENT: Statement = {
  name: 'test-end-intent',
  text: `
    WITH gone AS (DELETE FROM call_intent WHERE id = $1 RETURNING hold_nano, counters)
    SELECT gw_settle(array_agg(counters), array_agg(hold_nano), array_agg($2::bigint)) FROM gone`,
};
const OPEN_INTENTS: Statement = { name: 'test-open', text: 'SELECT id FROM call_intent' };
const INTENT: Statement = { name: 'test-intent', text: 'SELECT * FROM call_intent WHERE id = $1' };

interface IntentRow {
  readonly replica_id: string;
  readonly org_id: string;
  readonly workload_id: string;
  readonly hold_nano: string;
  readonly context: string;
  readonly price_version: string | null;
  readonly progress_nano: string;
  readonly progress_tokens: string;
}

const ids = new Ids(new SystemClock(), new SystemEntropy());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const HELD: Statement = {
  name: 'test-held',
  text: 'SELECT held FROM meter_counter WHERE scope_id = $1',
};

const storeOf = (replica: string) => new PostgresCounterStore(database.app, new ReplicaId(replica));
const intentsOf = (replica: string) =>
  new PostgresIntentStore(database.app, new ReplicaId(replica));

async function intentOf(id: string): Promise<IntentRow | undefined> {
  return (await database.app.query<IntentRow>(INTENT, [id]))[0];
}

function underTest(): StoreUnderTest {
  const { app } = database;
  const openIntents = async () => {
    const rows = await app.query<{ id: string }>(OPEN_INTENTS);
    return rows.map((row) => row.id);
  };
  return {
    store: storeOf(ids.callId()),
    other: storeOf(ids.callId()),
    intents: intentsOf(ids.callId()),
    async counter({ scope, id, period }) {
      const [row] = await app.query<{ spent: string; held: string }>(COUNTER, [scope, id, period]);
      return { spent: BigInt(row?.spent ?? 0), held: BigInt(row?.held ?? 0) };
    },
    async resolve({ id }, nano) {
      await app.query(END_INTENT, [id, nano.toString()]);
    },
    // A hold lives exactly as long as its intent.
    openHolds: openIntents,
    openIntents,
  };
}

describe('counters in PostgreSQL', () => {
  counterStoreContract(() => Promise.resolve(underTest()));

  it('write with each call what is needed to record it if this replica dies', async () => {
    const replica = ids.callId();
    const { request, organisation, workload } = aCaller(aBudget(100n));
    const call = {
      ...request({ holdNano: 5n }),
      context: '{"a":1}',
      priceVersion: 7,
      progressNano: 2n,
    };
    await storeOf(replica).admit([call], []);
    expect(await intentOf(call.id)).toMatchObject({
      replica_id: replica,
      org_id: organisation.id,
      workload_id: workload.id,
      hold_nano: '5',
      context: '{"a":1}',
      price_version: '7',
      progress_nano: '2',
      progress_tokens: '0',
    });
  });

  it('keep what running calls have come to, and let calls pass that have ended', async () => {
    const store = storeOf(ids.callId());
    const { request } = aCaller(aBudget(100n));
    const [running, ended] = [request(), request()];
    await store.admit([running, ended], []);
    await store.release([heldCallOf(ended)]);
    const progress = [running, ended].map(({ id }) => ({ id, nano: 42n, tokens: 9 }));
    await intentsOf(ids.callId()).saveProgress(progress);
    expect(await intentOf(running.id)).toMatchObject({ progress_nano: '42', progress_tokens: '9' });
    expect(await intentOf(ended.id)).toBeUndefined();
  });

  it('note a growing hold in its intent, so that it is given back whole', async () => {
    const store = storeOf(ids.callId());
    const { request, counters } = aCaller(aBudget(100n));
    const call = request({ holdNano: 10n });
    await store.admit([call], []);
    await store.topUp(heldCallOf(call), { nano: 15n, least: 15n }, counters);
    expect(await intentOf(call.id)).toMatchObject({ hold_nano: '25' });
  });

  it('count on where 64 bits end', async () => {
    const store = storeOf(ids.callId());
    const { request, counters } = aCaller();
    const most = 2n ** 63n - 1n;
    for (let times = 0; times < 3; times++) {
      expect((await store.admit([request({ holdNano: most })], [])).isAdmitted).toBe(true);
    }
    const [row] = await database.app.query<{ held: string }>(HELD, [counters[0]?.id]);
    expect(row?.held).toBe(String(3n * most));
  });

  it('admit a batch in one statement, however many workloads it comes from', async () => {
    const store = storeOf(ids.callId());
    const callers = Array.from({ length: 40 }, () => aCaller({ ...aBudget(10n), rpm: 5 }));
    const batch = callers.flatMap(({ request }) => [request(), request()]);
    const { isAdmitted, windows } = await store.admit(batch, []);
    expect(isAdmitted).toBe(true);
    expect(windows.size).toBe(40);
  });
});
