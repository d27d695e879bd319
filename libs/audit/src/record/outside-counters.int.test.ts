import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { anOutcome, anOwner, aRoutedCall, type Owner } from '../testing/a-call.js';
import { aConfig, auditWorld, OutsideCounters } from '../testing/audit-world.js';
import { FaultyDatabase } from '../testing/faulty-database.js';

const { app } = await testDatabase();

const OUTSIDE = { isCountedHere: false };

/** Two replicas on one database and the same counters outside of it. */
function aScene(database = new FaultyDatabase(app.dataSource)) {
  const outside = new OutsideCounters();
  const [mine, heirs] = [database, app].map((one) => auditWorld(one, aConfig(), outside));
  if (!mine || !heirs) throw new Error('There are two replicas.');
  return { database, outside, mine, heirs };
}

const settledOf = (outside: OutsideCounters) =>
  outside.settled.map(({ callId, nano }) => ({ callId, nano }));

it('hears of a call once it is recorded, with what it costs and where it is held', async () => {
  const { mine, outside } = aScene();
  const owner = anOwner();
  const call = await mine.admit(owner, {}, OUTSIDE);
  await mine.leave(call, anOutcome());
  await mine.recorder.flush();
  expect(outside.settled).toEqual([
    {
      callId: call.callId,
      organisationId: owner.organisationId,
      counters: `1:${owner.workloadId}:t`,
      nano: 700n,
    },
  ]);
});

it('adds what was spent to the counters of the database, and takes no hold off them', async () => {
  const { mine, outside } = aScene();
  const owner = anOwner();
  await mine.admit(owner);
  const call = await mine.admit(owner, {}, OUTSIDE);
  await mine.leave(call, anOutcome());
  expect(settledOf(outside)).toEqual([{ callId: call.callId, nano: 700n }]);
  expect(
    await app.dataSource.query('SELECT held, spent FROM meter_counter WHERE scope_id = $1', [
      owner.workloadId,
    ]),
  ).toEqual([{ held: '1000', spent: '700' }]);
});

it('hears of an interrupted call, too', async () => {
  const { mine, heirs, outside } = aScene();
  const call = await mine.admit(anOwner(), {}, { ...OUTSIDE, nano: 300n, tokens: 20n });
  await heirs.recovery.recoverNow({ othersAreGone: true });
  expect(settledOf(outside)).toEqual([{ callId: call.callId, nano: 300n }]);
});

it('is told again, from the ledger, what it could not be told at the record', async () => {
  const { mine, heirs, outside } = aScene();
  const owner = anOwner();
  const ended = await mine.admit(owner, {}, OUTSIDE);
  const open = await mine.admit(owner, {}, OUTSIDE);
  outside.isAway = true;
  await mine.leave(ended, anOutcome());
  await mine.recorder.flush();
  expect(mine.recorder.counters).toMatchObject({ recorded: 1 });
  await expect(mine.recovery.recoverNow({ othersAreGone: true })).rejects.toThrow('away');
  expect(mine.recorder.unsettled).toBe(1);
  outside.isAway = false;
  await mine.recovery.recoverNow({ othersAreGone: false });
  expect([outside.settled, mine.recorder.unsettled]).toEqual([[], 1]);
  await mine.recovery.recoverNow({ othersAreGone: true });
  expect(mine.recorder.unsettled).toBe(0);
  expect(settledOf(outside)).toEqual([{ callId: ended.callId, nano: 700n }]);
  expect([...outside.held.keys()]).toEqual([open.callId]);
  await heirs.recovery.recoverNow({ othersAreGone: true });
  expect(settledOf(outside)).toEqual([
    { callId: ended.callId, nano: 700n },
    { callId: open.callId, nano: 120n },
  ]);
});

it('is told by others when the replica dies between the record and the settlement', async () => {
  const { mine, heirs, outside, database } = aScene();
  const call = await mine.admit(anOwner(), {}, OUTSIDE);
  database.fail('answer lost');
  await mine.leave(call, anOutcome());
  expect(outside.settled).toEqual([]);
  await heirs.recovery.recoverNow({ othersAreGone: true });
  await heirs.recovery.recoverNow({ othersAreGone: true });
  expect(settledOf(outside)).toEqual([{ callId: call.callId, nano: 700n }]);
});

it('gets back what it holds for a call that was never let in', async () => {
  const { heirs, outside } = aScene();
  const { organisationId, workloadId } = anOwner();
  const never = { callId: workloadId, organisationId, counters: `1:${workloadId}:t` };
  outside.held.set(never.callId, never);
  await heirs.recovery.recoverNow({ othersAreGone: true });
  expect(outside.settled).toEqual([{ ...never, nano: 0n }]);
});

it('gives up a hold that is there half a minute later, and none that was just being let in', async () => {
  const clock = new TestClock();
  const outside = new OutsideCounters();
  const world = auditWorld(app, aConfig(), outside, clock);
  const heldOf = ({ organisationId, workloadId }: Owner, callId: string = workloadId) => {
    const held = { callId, organisationId, counters: `1:${workloadId}:t` };
    outside.held.set(held.callId, held);
    return held;
  };
  const owner = anOwner();
  const call = aRoutedCall(owner);
  const [never, early] = [heldOf(anOwner()), heldOf(owner, call.callId)];
  const look = () => world.recovery.recoverNow({ othersAreGone: false });
  await look();
  await world.insertIntent(owner, call, OUTSIDE);
  clock.skip(29_000);
  const late = heldOf(anOwner());
  await look();
  expect(outside.settled).toEqual([]);
  clock.skip(1_000);
  await look();
  expect(outside.settled).toEqual([{ ...never, nano: 0n }]);
  expect([...outside.held.keys()]).toEqual([early.callId, late.callId]);
});
