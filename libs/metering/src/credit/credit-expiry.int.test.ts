import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Organisation } from '#call';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { Nudges, ReplicaId, type Statement } from '#platform';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Admission } from '../admission/admission.js';
import type { AdmissionRequest } from '../admission/admission-request.js';
import { countersOf } from '../admission/counters.js';
import { PostgresCounterStore } from '../admission/postgres-counter-store.js';
import { PostgresIntentStore } from '../admission/postgres-intent-store.js';
import { aCaller } from '../testing/a-request.js';
import { CreditExpiry } from './credit-expiry.js';
import { creditLeft, CreditRepository } from './credit.repository.js';

const ADD_ORGANISATION: Statement = {
  name: 'test-expiry-organisation',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, 'EUR', 'UTC', '{}', 'test')`,
};
/** As the statement that records a call does, without its entry. */
const RECORD: Statement = {
  name: 'test-expiry-record',
  text: `
    WITH gone AS (DELETE FROM call_intent WHERE id = $1 RETURNING hold_nano, counters)
    SELECT gw_settle(array_agg(counters), array_agg(hold_nano), array_agg($2::bigint)) FROM gone`,
};
const READ_MS = 2_000; // Replicas work by settings that are so old at most.

const ids = new Ids(new SystemClock(), new SystemEntropy());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** An organisation with two replicas, each with the settings that it read last. */
async function aScene() {
  const clock = new FakeClock();
  const caller = aCaller();
  const { id } = caller.organisation;
  const name = `Organisation ${id}`;
  await database.app.query(ADD_ORGANISATION, [id, name]);
  const credit = new CreditRepository(database.app, ids);
  const expiry = new CreditExpiry(database.app, new Nudges(null), ids, clock);

  async function read(): Promise<Organisation> {
    const entries = await credit.list(id);
    const endedIds = new Set(entries.map(({ endedId }) => endedId));
    const open = entries.filter((entry) => entry.endsAt !== null && !endedIds.has(entry.id));
    return {
      ...caller.organisation,
      creditNano: entries.reduce((sum, { nano }) => sum + nano, 0n),
      creditEnds: open.map(({ nano, endsAt }) => ({ nano, atMs: endsAt?.getTime() ?? 0 })),
    };
  }

  async function aReplica() {
    const replica = new ReplicaId(ids.callId());
    const store = new PostgresCounterStore(database.app, replica);
    const intents = new PostgresIntentStore(database.app, replica);
    const admission = new Admission(store, intents, clock);
    let [settings, readMs] = [await read(), clock.nowMs()];
    const refresh = async () => {
      [settings, readMs] = [await read(), clock.nowMs()];
    };
    const refreshOld = () => (clock.nowMs() - readMs >= READ_MS ? refresh() : undefined);
    async function call(holdNano: bigint): Promise<AdmissionRequest | undefined> {
      const counters = countersOf(settings, caller.workload, clock.nowMs());
      const request = { ...caller.request({ holdNano }), counters, otherwise: null };
      return (await admission.admit(request)).isAdmitted ? request : undefined;
    }
    const topUp = (request: AdmissionRequest, nano: bigint) =>
      admission.topUp(
        { callId: request.id, organisationId: id },
        { nano, least: 1n },
        request.counters,
      );
    return { call, topUp, refresh, refreshOld };
  }

  const replicas = [await aReplica(), await aReplica()] as const;
  return {
    clock,
    expiry,
    replicas,
    list: () => credit.list(id),
    async add(nano: bigint, seconds: number | null) {
      const endsAt = seconds === null ? null : new Date(clock.nowMs() + seconds * 1_000);
      await credit.add(name, { kind: 'purchase', nano, reference: null, endsAt });
    },
    end: ({ id: call }: AdmissionRequest, nano: bigint) =>
      database.app.query(RECORD, [call, nano.toString()]),
    async left() {
      const balance = await credit.balance(name);
      return balance ? creditLeft(balance) : -1n;
    },
    async pass(seconds: number) {
      clock.advance(seconds * 1_000);
      for (const replica of replicas) await replica.refreshOld();
    },
  };
}

it('takes what is left of credit when it ends, in the order in which it does', async () => {
  const { replicas, expiry, add, end, left, list, pass } = await aScene();
  await add(5n, null);
  await add(10n, 60);
  await add(10n, 120);
  await pass(2);
  const call = await replicas[0].call(4n);
  if (call) await end(call, 4n);
  expect(await left()).toBe(21n);
  await pass(59);
  expect(await replicas[0].call(16n)).toBeUndefined(); // What has ended is none, booked or not.
  expect(await expiry.bookDue()).toBe(0);
  await pass(5);
  expect([await expiry.bookDue(), await expiry.bookDue()]).toEqual([1, 0]);
  expect(await left()).toBe(15n);
  await pass(60);
  await expiry.bookDue();
  expect(await left()).toBe(5n);
  const ended = (await list()).filter(({ endedId }) => endedId !== null);
  expect(ended.map(({ kind, nano }) => [kind, nano])).toEqual([
    ['expire', -6n],
    ['expire', -10n],
  ]);
});

it('says of credit that was used that it has ended, and is told once from two sides', async () => {
  const { replicas, expiry, add, end, list, pass } = await aScene();
  await add(3n, 60);
  await pass(2);
  const call = await replicas[1].call(3n);
  if (call) await end(call, 3n);
  await pass(70);
  const booked = await Promise.all([expiry.bookDue(), expiry.bookDue()]);
  expect(booked.toSorted()).toEqual([0, 1]);
  expect((await list()).map(({ nano }) => nano)).toEqual([3n, 0n]);
});

it('counts what running calls hold as used, and lets them grow by what does not end alone', async () => {
  const { replicas, expiry, add, end, left, pass } = await aScene();
  await add(10n, 60);
  await add(4n, null);
  await pass(2);
  const [replica] = replicas;
  const call = await replica.call(2n);
  expect(call).toBeDefined();
  if (!call) return;
  await pass(60);
  expect(await replica.topUp(call, 9n)).toBe(2n);
  await pass(6);
  await expiry.bookDue();
  expect(await left()).toBe(4n);
  await end(call, 1n);
  expect(await left()).toBe(7n);
});

it('never lets more be spent than was brought and has not ended, whatever runs meanwhile', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('add' as const),
      nano: fc.bigInt({ min: 1n, max: 20n }),
      seconds: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
    fc.record({
      do: fc.constant('call' as const),
      replica: fc.nat({ max: 1 }),
      nano: fc.bigInt({ min: 1n, max: 15n }),
    }),
    fc.record({
      do: fc.constantFrom('end' as const, 'grow' as const),
      replica: fc.nat({ max: 1 }),
      place: fc.nat({ max: 5 }),
      nano: fc.bigInt({ min: 0n, max: 15n }),
    }),
    fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constant('book' as const) }),
  );
  const steps = fc.array(step, { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const scene = await aScene();
      await scene.add(1n, null); // From the first entry on, credit limits.
      for (const replica of scene.replicas) await replica.refresh();
      const open: { request: AdmissionRequest; nano: bigint }[] = [];
      for (const one of all) {
        if (one.do === 'add') await scene.add(one.nano, one.seconds);
        else if (one.do === 'pass') await scene.pass(one.seconds);
        else if (one.do === 'book') await scene.expiry.bookDue();
        else if (one.do === 'call') {
          const request = await scene.replicas[one.replica === 0 ? 0 : 1].call(one.nano);
          if (request) open.push({ request, nano: one.nano });
        } else {
          const call = open[one.place];
          if (!call) continue;
          if (one.do === 'grow') {
            const replica = scene.replicas[one.replica === 0 ? 0 : 1];
            if (one.nano > 0n) call.nano += await replica.topUp(call.request, one.nano);
          } else {
            await scene.end(call.request, one.nano < call.nano ? one.nano : call.nano);
            open.splice(one.place, 1);
          }
        }
        expect(await scene.left()).toBeGreaterThanOrEqual(0n);
      }
      for (const { request } of open) await scene.end(request, 0n);
      await scene.pass(60);
      await scene.expiry.bookDue();
      const entries = await scene.list();
      for (const { id, nano, endsAt } of entries.filter((entry) => entry.nano > 0n)) {
        const ends = entries.filter(({ endedId }) => endedId === id);
        expect(ends).toHaveLength(endsAt ? 1 : 0);
        for (const end of ends) expect(-end.nano).toBeLessThanOrEqual(nano);
      }
      expect(await scene.left()).toBeGreaterThanOrEqual(0n);
    }),
    { numRuns: 25 },
  );
}, 120_000);
