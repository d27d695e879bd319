import { expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { testDatabase } from '../../../../test/support/test-database.js';
import type { Entry } from '../entry/entry.js';
import { anOwner } from '../testing/a-call.js';
import { auditWorld } from '../testing/audit-world.js';
import { fsck } from '../verify/fsck.js';
import { inclusionProof, verifyProof } from '../verify/prove.js';
import { eraseCall } from './erase-call.js';

const { app } = await testDatabase();
const world = auditWorld(app);
const clock = new SystemClock();
const tools = { ...world, clock, ids: new Ids(clock, new SystemEntropy()) };

const read = <Row>(text: string, id: string) => app.dataSource.query<Row[]>(text, [id]);
const saltsOf = (id: string) => read('SELECT FROM audit_private WHERE id = $1', id);
const entryOf = async (id: string) => {
  const [row] = await read<{ entry: Buffer }>('SELECT entry FROM audit_row WHERE id = $1', id);
  return row?.entry ?? Buffer.of();
};

it('erases what an entry commits to, says so, and leaves the tree as it was', async () => {
  const owner = anOwner();
  const [erased, kept] = await world.serveMany(owner, 2);
  if (!erased || !kept) throw new Error('Two calls were made.');
  await world.sealer.sealNow();
  const before = await entryOf(erased.callId);
  expect(await saltsOf(erased.callId)).toHaveLength(1);

  expect(await eraseCall(tools, erased.callId, 'gdpr-17')).toBe(true);
  await world.sealer.sealNow();

  expect(await saltsOf(erased.callId)).toEqual([]);
  expect(await saltsOf(kept.callId)).toHaveLength(1);
  expect((await entryOf(erased.callId)).equals(before)).toBe(true);
  const vkey = world.signer.vkeyOf(owner.organisationId);
  for (const { callId } of [erased, kept]) {
    const proof = (await inclusionProof(app, callId)) ?? '';
    expect(verifyProof(proof, await entryOf(callId), vkey).isGood).toBe(true);
  }
  const said = await read<{ entry: Buffer }>(
    `SELECT r.entry FROM audit_row r JOIN audit_leaf USING (id)
      WHERE r.org_id = $1 AND r.type = 'erasure'`,
    owner.organisationId,
  );
  expect(said.map(({ entry }) => JSON.parse(String(entry)) as Entry)).toMatchObject([
    { parent: erased.callId, workload: owner.workloadId, detail: { calls: 1, reason: 'gdpr-17' } },
  ]);
  expect((await fsck(app, world.signer)).findings).toEqual([]);
});

it('says nothing twice, and nothing of a call that it does not know', async () => {
  const owner = anOwner();
  const { callId } = await world.serve(owner);
  expect(await eraseCall(tools, callId, 'asked')).toBe(true);
  expect(await eraseCall(tools, callId, 'asked')).toBe(false);
  expect(await eraseCall(tools, tools.ids.callId(), 'asked')).toBe(false);
  const count = 'SELECT FROM audit_row WHERE org_id = $1';
  expect(await read(count, owner.organisationId)).toHaveLength(2);
});
