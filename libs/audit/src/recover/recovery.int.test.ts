import { describe, expect, it } from 'vitest';
import { refuse } from '#kernel';
import { testDatabase } from '../../../../test/support/test-database.js';
import { NO_USAGE } from '#wire';
import type { Entry } from '../entry/entry.js';
import { releaseStrays } from '../record/write-rows.js';
import { listHolds } from './operator.js';
import { fsck } from '../verify/fsck.js';
import { anOutcome, anOwner, aRoutedCall, type Owner } from '../testing/a-call.js';
import { aConfig, auditWorld } from '../testing/audit-world.js';
import { TestClock } from '../../../../test/support/test-clock.js';

const { app, owner: operator } = await testDatabase();

const entryOf = async (id: string): Promise<Entry> => {
  const [row] = await app.dataSource.query<{ entry: Buffer }[]>(
    'SELECT entry FROM audit_row WHERE id = $1',
    [id],
  );
  return JSON.parse(String(row?.entry)) as Entry;
};

const SILENT_MS = 30_000;

/** What a step of the database server's clock makes of the age of every lease. */
const moveLeases = (by: string) =>
  operator.dataSource.query(`UPDATE replica_lease SET seen_at = seen_at + $1::interval`, [by]);

it('records what a dead replica left open, with the charge of its progress', async () => {
  const [dead, alive] = [auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  const begun = await dead.admit(owner, {}, { nano: 300n, tokens: 25n });
  const sent = await dead.admit(owner, { isStreaming: true }, { nano: 120n, tokens: 0n });
  expect(await alive.recovery.recoverNow({ othersAreGone: true })).toBe(2);

  expect(await entryOf(begun.callId)).toMatchObject({
    type: 'interrupted',
    outcome: 'interrupted',
    ended_by: 'error',
    model_requested: 'acme/gpt-5',
    surface: 'chat',
    usage_source: 'partial',
    replica: dead.replica.value,
    price: { nano: '300', hold_nano: '1000', basis: 'progress', currency: 'EUR' },
    dlp: { findings: { email: 2, iban: 1 } },
  });
  expect(await entryOf(sent.callId)).toMatchObject({
    stream: true,
    usage_source: 'estimated',
    price: { nano: '120', basis: 'input_estimate' },
  });
  await alive.sealer.sealNow();
  expect(await fsck(app, alive.signer)).toMatchObject({ isGood: true, findings: [] });
});

it('charges nothing for what a dead replica of this machine had not begun to send', async () => {
  const config = aConfig(); // One folder, as of processes that stand beside each other.
  const [dead, alive] = [auditWorld(app, config), auditWorld(app, config)];
  const owner = anOwner();
  dead.sent.start();
  const [unsent, sent, over] = await dead.admitMany(owner, 3);
  if (!unsent || !sent || !over) throw new Error('three were admitted');
  dead.sent.note(sent.callId);
  dead.sent.note(over.callId);
  await dead.leave(over, anOutcome());
  expect(await alive.recovery.recoverNow({ othersAreGone: true })).toBe(2);
  expect(await entryOf(unsent.callId)).toMatchObject({
    type: 'interrupted',
    usage_source: 'none',
    price: { nano: '0', hold_nano: '1000', basis: 'none' },
  });
  expect(await entryOf(sent.callId)).toMatchObject({ price: { nano: '120' } });
  await alive.sealer.sealNow();
  expect(await fsck(app, alive.signer)).toMatchObject({ isGood: true, findings: [] });
});

it('charges what it knows where nothing tells what was sent', async () => {
  const [dead, alive] = [auditWorld(app), auditWorld(app)]; // A folder each, as of machines.
  dead.sent.start();
  const call = await dead.admit(anOwner());
  await alive.recovery.recoverNow({ othersAreGone: true });
  expect(await entryOf(call.callId)).toMatchObject({ price: { nano: '120' } });
});

describe('a call whose provider goes on with its answer', () => {
  /** Ended in `world`, which asks nobody who is alive. */
  async function kept(world: ReturnType<typeof auditWorld>) {
    const call = await world.admit(anOwner());
    await world.leave(call, {
      ...anOutcome(),
      charge: null,
      background: { objectId: 'resp_1', terms: '{}' },
    });
    return call;
  }
  const CHARGE = {
    kind: 'settle',
    usage: { ...NO_USAGE, inputTotal: 3, outputTotal: 5 },
    usageSource: 'provider',
    nano: 400n,
    holdNano: 1_000n,
    overrunNano: 0n,
    priceVersion: 3,
    currency: 'EUR',
    basis: 'usage',
  } as const;

  it('is left alone by recovery, and settled once, by anybody', async () => {
    const [dead, alive] = [auditWorld(app), auditWorld(app)];
    const { callId } = await kept(dead);
    expect(await alive.recovery.recoverNow({ othersAreGone: true })).toBe(0);
    expect(await dead.recovery.endStrays()).toBe(0);
    const call = await alive.background.read(callId);
    if (!call) throw new Error('it is open');
    expect(await alive.background.list()).toEqual([callId]);
    expect(call).toMatchObject({ objectId: 'resp_1', entry: { id: callId, type: 'call' } });
    const due = { charge: CHARGE, marks: [] };
    const end = { status: 'completed', usage: null } as const;
    // One replica that asks twice within a millisecond writes the same entry twice, and each time it is its own.
    const settling = [alive, dead, auditWorld(app)].map(({ background }) =>
      background.settle(call, end, due),
    );
    expect((await Promise.all(settling)).filter(Boolean)).toHaveLength(1);
    expect(await entryOf(callId)).toMatchObject({
      type: 'call',
      outcome: 'ok',
      tokens: { in: 3, out: 5 },
      price: { nano: '400', hold_nano: '1000', basis: 'usage' },
    });
    expect(await alive.background.read(callId)).toBeUndefined();
    await alive.sealer.sealNow();
    expect(await fsck(app, alive.signer)).toMatchObject({ isGood: true, findings: [] });
  });

  it('is no stray for whoever had looked before it was kept', async () => {
    const world = auditWorld(app);
    const { callId } = await kept(world);
    await releaseStrays(app, [callId]);
    expect(await world.background.list()).toEqual([callId]);
    const call = await world.background.read(callId);
    if (call) {
      const due = { charge: CHARGE, marks: [] };
      await world.background.settle(call, { status: 'cancelled', usage: null }, due);
    }
    expect(await entryOf(callId)).toMatchObject({ outcome: 'interrupted', ended_by: 'client' });
  });

  it('that nobody settles in its time is found by fsck', async () => {
    const world = auditWorld(app);
    const { callId } = await kept(world);
    await world.recovery.start();
    const age = (hours: number) =>
      operator.dataSource.query(`UPDATE call_intent SET background = jsonb_set(background::jsonb,
        '{sinceMs}', to_jsonb((background::jsonb->>'sinceMs')::bigint - ${hours} * 3600000))::text`);
    const found = async () =>
      (await fsck(app, world.signer)).findings.flatMap(({ cases }) => cases);
    await age(20);
    expect(await found()).toEqual([]);
    await age(7);
    expect(await found()).toEqual([expect.stringContaining(callId)]);
    const call = await world.background.read(callId);
    if (call) {
      const due = { charge: CHARGE, marks: [] };
      await world.background.settle(call, { status: 'lost', usage: null }, due);
    }
    await world.recovery.stop();
  });

  it('is held by the operator’s list as alive', async () => {
    const world = auditWorld(app);
    const { callId } = await kept(world);
    expect((await listHolds(app)).find(({ id }) => id === callId)?.isAlive).toBe(true);
    const call = await world.background.read(callId);
    if (call) {
      const due = { charge: CHARGE, marks: [] };
      await world.background.settle(call, { status: 'failed', usage: null }, due);
    }
  });
});

it('has one winner when several replicas recover at once', async () => {
  const dead = auditWorld(app);
  const heirs = [auditWorld(app), auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  await dead.admitMany(owner, 700);
  const won = await Promise.all(
    heirs.map(({ recovery }) => recovery.recoverNow({ othersAreGone: true })),
  );
  expect(won.reduce((sum, count) => sum + count, 0)).toBe(700);
  await heirs[0]?.sealer.sealNow();
  const report = await fsck(app, dead.signer);
  expect(report.findings).toEqual([]);
});

/** A replica that has a lease and an open call, and another one with a clock of its own to watch it. */
async function aWatch() {
  const [clock, othersClock] = [new TestClock(), new TestClock()];
  const other = auditWorld(app, aConfig(), undefined, othersClock);
  const self = auditWorld(app, aConfig(), undefined, clock);
  await other.recovery.start();
  await other.admit(anOwner());
  const look = () => self.recovery.recoverNow({ othersAreGone: false });
  expect(await look()).toBe(0);
  return { other, clock, look, refresh: () => moveLeases('1 second') };
}

describe('a replica is dead', () => {
  it('when its lease has not changed for half a minute, and not before', async () => {
    const { clock, look, refresh, other } = await aWatch();
    clock.skip(SILENT_MS - 1_000);
    await refresh();
    expect(await look()).toBe(0);
    clock.skip(SILENT_MS - 1_000);
    expect(await look()).toBe(0);
    clock.skip(1_000);
    expect(await look()).toBe(1);
    await other.recovery.stop();
  });

  it.each(['-1 hour', '1 hour'])(
    'by that alone, when the clock of the database makes its lease older by %s',
    async (by) => {
      const { clock, look, other } = await aWatch();
      await moveLeases(by);
      expect(await look()).toBe(0);
      clock.skip(SILENT_MS);
      expect(await look()).toBe(1);
      await other.recovery.stop();
    },
  );
});

it('never takes its own calls', async () => {
  const world = auditWorld(app);
  const call = await world.admit(anOwner());
  expect(await world.recovery.recoverNow({ othersAreGone: true })).toBe(0);
  await world.leave(call, anOutcome());
});

describe('an intent that the network delivers late', () => {
  it('of a call that was refused is released, and costs nothing', async () => {
    const world = auditWorld(app);
    const owner = anOwner();
    const call = aRoutedCall(owner);
    await world.seal.refuse(call, refuse('metering_unavailable'));
    await world.insertIntent(owner, call);
    expect(await heldBy(owner)).toEqual({ spent: '0', held: '1000' });
    expect(await world.recovery.endStrays()).toBe(1);
    expect(await heldBy(owner)).toEqual({ spent: '0', held: '0' });
    expect(await world.recovery.endStrays()).toBe(0);
  });

  it('is released although the replica that asked for it is dead by then', async () => {
    const [dead, heir] = [auditWorld(app), auditWorld(app)];
    const owner = anOwner();
    const call = aRoutedCall(owner);
    await dead.seal.refuse(call, refuse('metering_unavailable'));
    await dead.insertIntent(owner, call);
    const other = await dead.admit(owner);
    expect(await heir.recovery.recoverNow({ othersAreGone: true })).toBe(1);
    expect(await heldBy(owner)).toEqual({ spent: '120', held: '0' });
    expect(await entryOf(other.callId)).toMatchObject({ type: 'interrupted' });
    await heir.sealer.sealNow();
    expect((await fsck(app, heir.signer)).findings).toEqual([]);
  });

  it('does not stand for a call that is open here', async () => {
    const world = auditWorld(app);
    const owner = anOwner();
    const call = await world.admit(owner);
    expect(await world.recovery.endStrays()).toBe(0);
    expect(await heldBy(owner)).toEqual({ spent: '0', held: '1000' });
    await world.leave(call, anOutcome());
    expect(await heldBy(owner)).toEqual({ spent: '700', held: '0' });
  });
});

async function heldBy(owner: Owner) {
  const [counter] = await app.dataSource.query<object[]>(
    'SELECT spent, held FROM meter_counter WHERE scope_id = $1',
    [owner.workloadId],
  );
  return counter;
}
