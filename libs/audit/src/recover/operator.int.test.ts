import { expect, it } from 'vitest';
import { Ids, refuse, SystemClock, SystemEntropy } from '#kernel';
import { ReplicaId } from '#platform';
import { testDatabase } from '../../../../test/support/test-database.js';
import type { Entry } from '../entry/entry.js';
import { anOutcome, anOwner, aRoutedCall, type Owner } from '../testing/a-call.js';
import { auditWorld } from '../testing/audit-world.js';
import { fsck } from '../verify/fsck.js';
import { listHolds, releaseHold, repairRows } from './operator.js';

const { app, owner: tamperer } = await testDatabase();
const world = auditWorld(app);
const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());
const tools = { database: app, clock, ids, replica: new ReplicaId(ids.callId()) };

async function entriesOf({ organisationId }: Owner): Promise<readonly Entry[]> {
  const rows = await app.dataSource.query<{ entry: Buffer }[]>(
    'SELECT entry FROM audit_row WHERE org_id = $1 ORDER BY type',
    [organisationId],
  );
  return rows.map(({ entry }) => JSON.parse(String(entry)) as Entry);
}

async function counterOf({ workloadId }: Owner) {
  const [counter] = await app.dataSource.query<object[]>(
    'SELECT spent, held FROM meter_counter WHERE scope_id = $1',
    [workloadId],
  );
  return counter;
}

async function expectClean(): Promise<void> {
  await world.sealer.sealNow();
  expect((await fsck(app, world.signer)).findings).toEqual([]);
}

it('frees a hold on record, and what its call costs after all is booked', async () => {
  const owner = anOwner();
  const call = await world.admit(owner);
  expect(await listHolds(app)).toMatchObject([{ id: call.callId, holdNano: '1000' }]);
  expect(await releaseHold(tools, call.callId)).toBe(true);
  expect(await releaseHold(tools, call.callId)).toBe(false);
  expect(await counterOf(owner)).toEqual({ spent: '0', held: '0' });
  expect(await entriesOf(owner)).toMatchObject([
    { type: 'admin', parent: call.callId, marks: ['hold_released'] },
    { type: 'interrupted', id: call.callId, price: { nano: '0' } },
  ]);
  await world.leave(call, anOutcome());
  expect(await counterOf(owner)).toEqual({ spent: '700', held: '0' });
  await expectClean();
});

it('frees the hold of a call that is on record as refused', async () => {
  const owner = anOwner();
  const call = aRoutedCall(owner);
  await world.seal.refuse(call, refuse('metering_unavailable'));
  await world.insertIntent(owner, call);
  expect(await releaseHold(tools, call.callId)).toBe(true);
  expect(await counterOf(owner)).toEqual({ spent: '0', held: '0' });
  expect(await entriesOf(owner)).toMatchObject([{ type: 'admin' }, { type: 'refusal' }]);
  await expectClean();
});

it('lets rows that were set aside wait for their seal again, where they have none', async () => {
  const owner = anOwner();
  const [sealed] = await world.serveMany(owner, 1);
  await world.sealer.sealNow();
  const [pending] = await world.serveMany(owner, 1);
  await tamperer.dataSource.query(
    `WITH taken AS (DELETE FROM audit_pending WHERE id = $1 RETURNING id, org_id, leaf_hash)
      INSERT INTO audit_set_aside (id, stage, org_id, reason, leaf_hash)
      SELECT id, 'seal', org_id, '22003', leaf_hash FROM taken
      UNION ALL SELECT $2, 'seal', $3, '23505', sha256('x')`,
    [pending?.callId, sealed?.callId, owner.organisationId],
  );
  const [found] = (await fsck(app, world.signer)).findings;
  expect(found).toMatchObject({ assertion: 'no row is set aside' });
  expect(await repairRows(tools)).toEqual({ again: 1, putAway: 1 });
  expect(await repairRows(tools)).toEqual({ again: 0, putAway: 0 });
  expect((await entriesOf(owner)).map(({ type }) => type)).toEqual([
    'admin',
    'admin',
    'call',
    'call',
  ]);
  await expectClean();
});
