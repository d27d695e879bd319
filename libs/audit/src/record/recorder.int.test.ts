import { expect, it } from 'vitest';
import { HmacSha256, parseJson, refuse } from '#kernel';
import type { ReplyFrame } from '#wire';
import { testDatabase } from '../../../../test/support/test-database.js';
import { commitTo } from '../entry/commitment.js';
import { type Entry, NO_COMMITMENTS } from '../entry/entry.js';
import { callEntry } from '../entry/build-entry.js';
import { anOutcome, anOwner, aRoutedCall, type Owner } from '../testing/a-call.js';
import { auditWorld } from '../testing/audit-world.js';
import { FaultyDatabase } from '../testing/faulty-database.js';
import { fsck } from '../verify/fsck.js';
import { rowOf } from './sealed-row.js';

const { app } = await testDatabase();

const count = async (table: string, owner: Owner): Promise<number> => {
  const [row] = await app.dataSource.query<{ count: string }[]>(
    `SELECT count(*) AS count FROM ${table} WHERE org_id = $1`,
    [owner.organisationId],
  );
  return Number(row?.count);
};

async function spentBy(owner: Owner) {
  const [counter] = await app.dataSource.query<object[]>(
    'SELECT spent, held FROM meter_counter WHERE scope_id = $1',
    [owner.workloadId],
  );
  return counter;
}

it('writes entry, ledger entry, salt and pending leaf, and ends the intent', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const call = await world.admit(owner);
  await world.leave(call, anOutcome());
  const [row] = await app.dataSource.query<{ entry: Buffer; salt: Buffer; nano: string }[]>(
    `SELECT r.entry, p.salt, l.nano FROM audit_row r
        JOIN audit_private p USING (id) JOIN ledger_entry l USING (id) WHERE r.id = $1`,
    [call.callId],
  );
  expect(JSON.parse(String(row?.entry))).toMatchObject({ type: 'call', outcome: 'ok' });
  expect(row?.salt).toHaveLength(32);
  expect(row?.nano).toBe('700');
  expect(await count('call_intent', owner)).toBe(0);
  expect(await count('audit_pending', owner)).toBe(1);
});

it('records a refusal without intent, ledger entry or salt', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  await world.seal.refuse(aRoutedCall(owner), refuse('model_missing'));
  expect(await count('audit_row', owner)).toBe(1);
  expect(await count('ledger_entry', owner)).toBe(0);
});

it('folds what a key has refused beyond its rate into one row', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const call = aRoutedCall(owner);
  const workload = { ...call.principal.workload, rpm: 100 };
  const principal = { ...call.principal, workload };
  for (let times = 0; times < 250; times++) {
    const { callId } = aRoutedCall(owner);
    await world.seal.refuse({ ...call, callId, principal }, refuse('body_malformed'));
  }
  expect(await count('audit_row', owner)).toBe(100);
  world.seal.flush();
  await world.recorder.flush();
  expect(await count('audit_row', owner)).toBe(101);
  const [row] = await app.dataSource.query<{ entry: Buffer }[]>(
    `SELECT entry FROM audit_row WHERE org_id = $1 AND convert_from(entry, 'UTF8') LIKE '%"times":1%'`,
    [owner.organisationId],
  );
  expect(JSON.parse(String(row?.entry))).toMatchObject({
    type: 'refusal',
    times: 150,
    refusal: { code: 'body_malformed' },
  });
  await world.sealer.sealNow();
  expect((await fsck(app, world.signer)).findings).toEqual([]);
});

it('commits to the request of a refusal when its body was read', async () => {
  const world = auditWorld(app);
  const call = aRoutedCall();
  await world.seal.refuse(call, refuse('budget_reached'), call);
  const [row] = await app.dataSource.query<{ commitment: string | null }[]>(
    `SELECT convert_from(entry, 'UTF8')::jsonb->'commit'->>'request' AS commitment
        FROM audit_row JOIN audit_private USING (id) WHERE id = $1`,
    [call.callId],
  );
  expect(row?.commitment).toMatch(/^[\w-]{43}$/);
});

it('commits to the answer as the provider sent it, frame by frame', async () => {
  const world = auditWorld(app);
  const call = await world.admit(anOwner());
  const texts = Array.from({ length: 40 }, (_, index) => `{"n":${index}}`);
  const frames: ReplyFrame[] = [
    ...texts.map((text) => ({ document: parseJson(text), edits: [], events: [] })),
    { document: null, edits: [], events: [{ type: 'done' }] },
  ];
  expect(frames.map((frame) => world.watch(call, frame))).toEqual(frames);
  await world.leave(call, anOutcome());
  const [row] = await app.dataSource.query<{ entry: Buffer; salt: Buffer }[]>(
    'SELECT entry, salt FROM audit_row JOIN audit_private USING (id) WHERE id = $1',
    [call.callId],
  );
  const { commit } = JSON.parse(String(row?.entry)) as Entry;
  const hmac = new HmacSha256(row?.salt ?? Buffer.alloc(0));
  expect(commit.response).toBe(commitTo(hmac, 'response', texts.join('\n')));
  const { body } = call;
  if (body.kind !== 'json') throw new Error('The body is JSON.');
  expect(commit.request).toBe(commitTo(hmac, 'request', body.document.text));
});

it('writes calls of one moment in one batch, and collects while a batch is in flight', async () => {
  const world = auditWorld(app);
  await world.serveMany(anOwner(), 1_000);
  expect(world.recorder.counters).toMatchObject({ recorded: 1_000, rejected: 0, retries: 0 });
  expect(world.recorder.counters.batches).toBeLessThan(20);
});

it('does not write a batch twice whose answer was lost after its commit', async () => {
  const database = new FaultyDatabase(app.dataSource);
  const world = auditWorld(database);
  const owner = anOwner();
  const calls = await Promise.all(Array.from({ length: 20 }, () => world.admit(owner)));
  database.fail('answer lost', 'away', 'answer lost');
  const refused = aRoutedCall(owner);
  await Promise.all([
    ...calls.map((call) => world.leave(call, anOutcome())),
    world.seal.refuse(refused, refuse('model_missing')),
  ]);
  expect(await count('audit_row', owner)).toBe(21);
  expect(await count('ledger_entry', owner)).toBe(20);
  expect(await count('audit_pending', owner)).toBe(21);
  expect(world.seal.lateOutcomes).toBe(0);
  expect(world.recorder.counters.recorded).toBe(21);
});

it('keeps rows in order over an outage, and resolves only when they are durable', async () => {
  const database = new FaultyDatabase(app.dataSource);
  const world = auditWorld(database);
  const owner = anOwner();
  const calls = await Promise.all(Array.from({ length: 5 }, () => world.admit(owner)));
  database.isAway = true;
  let settled = 0;
  for (const call of calls) {
    void world.leave(call, anOutcome()).then(() => settled++);
  }
  await expect.poll(() => world.recorder.counters.retries).toBeGreaterThan(1);
  expect({ settled, waiting: world.recorder.waitingRows }).toEqual({ settled: 0, waiting: 5 });
  database.isAway = false;
  await world.recorder.flush();
  expect({ settled, waiting: world.recorder.waitingRows }).toEqual({ settled: 5, waiting: 0 });
  const pending = await app.dataSource.query<{ id: string }[]>(
    'SELECT id FROM audit_pending WHERE org_id = $1 ORDER BY n',
    [owner.organisationId],
  );
  expect(pending.map(({ id }) => id)).toEqual(calls.map((call) => call.callId));
});

it('is full when 10 000 rows wait, and then drops refusals instead of growing', async () => {
  const database = new FaultyDatabase(app.dataSource);
  const world = auditWorld(database);
  let owner = anOwner();
  database.isAway = true;
  const refusals: Promise<void>[] = [];
  // Of many workloads: a single one would see most of its refusals folded.
  const refusal = (index: number) => {
    const workloadId = index % 500 === 0 ? anOwner().workloadId : owner.workloadId;
    owner = { ...owner, workloadId };
    return world.seal.refuse(aRoutedCall(owner), refuse('model_missing'));
  };
  for (let index = 0; index < 10_000; index++) {
    expect(world.recorder.isFull).toBe(false);
    refusals.push(refusal(index));
  }
  expect(world.recorder.isFull).toBe(true);
  await refusal(10_000);
  expect(world.seal.lostRefusals).toBe(1);
  database.isAway = false;
  await Promise.all(refusals);
  expect(world.recorder.isFull).toBe(false);
  expect(await count('audit_row', owner)).toBe(10_000);
});

it('books what a late outcome cost beyond what its call was settled at, once', async () => {
  const [sleeper, heir] = [auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  const call = await sleeper.admit(owner);
  expect(await heir.recovery.recoverNow({ othersAreGone: true })).toBe(1);
  await sleeper.leave(call, anOutcome());
  expect(sleeper.seal.lateOutcomes).toBe(1);
  expect(sleeper.corrections.counters).toEqual({ booked: 1, lost: 0 });
  const rows = await app.dataSource.query<{ entry: Buffer }[]>(
    'SELECT entry FROM audit_row WHERE org_id = $1 ORDER BY type',
    [owner.organisationId],
  );
  expect(rows.map(({ entry }) => JSON.parse(String(entry)) as Entry)).toMatchObject([
    { type: 'adjustment', parent: call.callId, outcome: 'ok', price: { nano: '580' } },
    { type: 'interrupted', id: call.callId, price: { nano: '120' } },
  ]);
  expect(await spentBy(owner)).toEqual({ spent: '700', held: '0' });
  await sleeper.leave(call, anOutcome());
  expect(await spentBy(owner)).toEqual({ spent: '700', held: '0' });
  await heir.sealer.sealNow();
  expect((await fsck(app, heir.signer)).findings).toEqual([]);
});

it('tells of a late outcome whose call the database does not know, as after a restored backup', async () => {
  const world = auditWorld(app);
  const call = await world.admit(anOwner());
  await app.dataSource.query('DELETE FROM call_intent WHERE id = $1', [call.callId]);
  await world.leave(call, anOutcome());
  expect(world.corrections.counters).toEqual({ booked: 0, lost: 1 });
});

it('gives back what a late outcome cost less', async () => {
  const [sleeper, heir] = [auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  const call = await sleeper.admit(owner, {}, { nano: 900n });
  await heir.recovery.recoverNow({ othersAreGone: true });
  await sleeper.leave(call, anOutcome());
  expect(await spentBy(owner)).toEqual({ spent: '700', held: '0' });
});

it('sets an outcome aside that cannot be written, and its hold ends all the same', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const call = await world.admit(owner);
  await expect(world.leave(call, anOutcome({ status: 2 ** 40 }))).rejects.toThrow();
  expect(await spentBy(owner)).toEqual({ spent: '0', held: '1000' });
  const [aside] = await app.dataSource.query<{ stage: string; entry: Buffer }[]>(
    'SELECT stage, entry FROM audit_set_aside WHERE id = $1',
    [call.callId],
  );
  expect(aside?.stage).toBe('record');
  expect(JSON.parse(String(aside?.entry))).toMatchObject({ id: call.callId });
  expect(await world.recovery.endStrays()).toBe(1);
  expect(await spentBy(owner)).toEqual({ spent: '120', held: '0' });
});

it('rejects the rows that cannot be written, and writes the others of their batch', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const aRow = (change: Partial<Entry> = {}) => {
    const call = { ...aRoutedCall(owner), seal: { context: '{}' } };
    const entry = callEntry(call, anOutcome(), world.replica.value, NO_COMMITMENTS);
    return rowOf({ ...entry, ...change }, { hasIntent: false, salt: null, charge: null });
  };
  const rows = [
    aRow(),
    aRow({ at: 'no time' }),
    aRow({ model_requested: 'not a text \0 of PostgreSQL' }),
    aRow({ latency_ms: 2 ** 40 }),
    aRow(),
  ];
  const results = await Promise.allSettled(rows.map((row) => world.recorder.record(row)));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(world.recorder.counters.rejected).toBe(3);
  expect(await count('audit_row', owner)).toBe(2);
});
