import { expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import type { Database } from '#platform';
import { testDatabase } from '../../../../test/support/test-database.js';
import { openNote } from '../log/note.js';
import { readCheckpoint } from '../log/checkpoint.js';
import { Frontier } from '../log/frontier.js';
import { aWorkloadId, anOwner } from '../testing/a-call.js';
import { aConfig, auditWorld } from '../testing/audit-world.js';
import { FaultyDatabase } from '../testing/faulty-database.js';

const { app, owner: tamperer } = await testDatabase();

/** Its wall clock is stepped by hand; what it measures is not. */
class SteppedClock extends SystemClock {
  stepMs = 0;
  private passedMs = 0;

  advance(ms: number): void {
    this.passedMs += ms;
  }

  override nowMs(): number {
    return super.nowMs() + this.stepMs;
  }

  override monotonicMs(): number {
    return super.monotonicMs() + this.passedMs;
  }
}

const select = <Row extends object>(database: Database, text: string, values: unknown[] = []) =>
  database.dataSource.query<Row[]>(text, values);

const headOf = async (organisationId: string) => {
  const [head] = await select<{ size: string; frontier: Buffer }>(
    app,
    'SELECT size, frontier FROM audit_head WHERE org_id = $1',
    [organisationId],
  );
  const size = Number(head?.size ?? 0);
  return Frontier.read(size, head?.frontier ?? Buffer.alloc(0));
};

const leavesOf = (organisationId: string) =>
  select<{ seq: string; id: string; leaf: Buffer }>(
    app,
    'SELECT seq, id, leaf_hash AS leaf FROM audit_leaf WHERE org_id = $1 ORDER BY seq',
    [organisationId],
  );

it('turns 2 000 recorded calls of several batches into one log with its head, tiles and checkpoint', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const calls = await world.serveMany(owner, 2_000);
  await world.sealer.sealNow();

  expect(world.recorder.counters.batches).toBeGreaterThan(1);
  const leaves = await leavesOf(owner.organisationId);
  expect(leaves.map(({ seq }) => Number(seq))).toEqual([...leaves.keys()]);
  expect(new Set(leaves.map(({ id }) => id))).toEqual(new Set(calls.map((call) => call.callId)));

  const frontier = Frontier.empty();
  for (const { leaf } of leaves) frontier.append(leaf);
  const head = await headOf(owner.organisationId);
  expect(head.size).toBe(2_000);
  expect(head.root()).toEqual(frontier.root());

  const tiles = await select<{ idx: string; hashes: Buffer }>(
    app,
    'SELECT idx, hashes FROM audit_tile WHERE org_id = $1 AND level = 0 ORDER BY idx',
    [owner.organisationId],
  );
  expect(tiles.map(({ idx }) => Number(idx))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(Buffer.concat(tiles.map(({ hashes }) => hashes))).toEqual(
    Buffer.concat(leaves.slice(0, 7 * 256).map(({ leaf }) => leaf)),
  );

  const [checkpoint] = await select<{ note: string }>(
    app,
    'SELECT note FROM audit_checkpoint WHERE org_id = $1 ORDER BY size DESC LIMIT 1',
    [owner.organisationId],
  );
  const text = openNote(checkpoint?.note ?? '', world.signer.keyOf(owner.organisationId));
  expect(readCheckpoint(text ?? '')).toEqual({
    origin: world.signer.originOf(owner.organisationId),
    size: 2_000,
    root: frontier.root(),
  });
});

it('leaves what is pending to the next sealer when its time is up', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  await world.serveMany(owner, 5_100); // More than one pass takes.
  await world.sealer.sealNow(0);
  expect(await leavesOf(owner.organisationId)).toHaveLength(5_000);
  await auditWorld(app).sealer.sealNow();
  expect(await leavesOf(owner.organisationId)).toHaveLength(5_100);
});

it('keeps one order and loses nothing when two replicas seal at once', async () => {
  const [first, second] = [auditWorld(app), auditWorld(app)];
  const owners = [anOwner(), anOwner(), anOwner()];
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      owners.map((owner, index) => (index % 2 ? first : second).serveMany(owner, 60)),
    );
    await Promise.all(
      [first, second, first, second].map(({ pass }) => pass.run({ isFinal: false })),
    );
  }
  await Promise.all([first.sealer.sealNow(), second.sealer.sealNow()]);
  for (const { organisationId } of owners) {
    const leaves = await leavesOf(organisationId);
    expect(leaves).toHaveLength(360);
    expect(leaves.map(({ seq }) => Number(seq))).toEqual([...leaves.keys()]);
    const frontier = Frontier.empty();
    for (const { leaf } of leaves) frontier.append(leaf);
    expect((await headOf(organisationId)).root()).toEqual(frontier.root());
  }
});

it('leaves nothing behind when a pass ends before its commit', async () => {
  const database = new FaultyDatabase(app.dataSource);
  const world = auditWorld(database);
  const owner = anOwner();
  await world.serveMany(owner, 300);
  database.nextBreak = { after: 'seal-save-heads', by: 'error' };
  await expect(world.sealer.sealNow()).rejects.toThrow('told to fail');
  expect(await leavesOf(owner.organisationId)).toEqual([]);
  expect((await headOf(owner.organisationId)).size).toBe(0);
  await world.sealer.sealNow();
  expect(await leavesOf(owner.organisationId)).toHaveLength(300);
});

it('goes on after the connection of a pass is lost', async () => {
  const database = new FaultyDatabase(app.dataSource);
  const world = auditWorld(database);
  const owner = anOwner();
  await world.serveMany(owner, 20);
  database.nextBreak = { after: 'seal-save-heads', by: 'lost connection' };
  await world.sealer.start();
  await world.serveMany(owner, 20);
  await expect.poll(() => world.sealer.counters.sealed, { timeout: 60_000 }).toBe(40);
  expect(world.sealer.counters.failures).toBe(1);
  await world.sealer.stop();
  expect(await leavesOf(owner.organisationId)).toHaveLength(40);
});

it('goes on signing while the wall clock is set back and forth', async () => {
  const clock = new SteppedClock();
  const world = auditWorld(app, aConfig(), undefined, clock);
  const owner = anOwner();
  const sizes = () =>
    select<{ size: string }>(
      app,
      'SELECT size FROM audit_checkpoint WHERE org_id = $1 ORDER BY size',
      [owner.organisationId],
    ).then((rows) => rows.map(({ size }) => Number(size)));
  const DAY_MS = 24 * 3_600_000;
  for (const stepMs of [0, -3_600_000, 70 * DAY_MS, 0]) {
    clock.stepMs = stepMs;
    await world.serve(owner);
    clock.advance(2_000);
    await world.pass.run({ isFinal: false });
  }
  expect(await sizes()).toEqual([1, 2, 3, 4]);
});

it('signs a head once a second, and the last one without new calls', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const checkpoints = () =>
    select(app, 'SELECT size FROM audit_checkpoint WHERE org_id = $1', [owner.organisationId]);
  await world.serve(owner);
  await world.pass.run({ isFinal: false });
  await world.serve(owner);
  await world.pass.run({ isFinal: false });
  expect(await checkpoints()).toEqual([{ size: '1' }]);
  expect(world.pass.hasUnsigned).toBe(true);
  await world.sealer.sealNow();
  expect(await checkpoints()).toEqual([{ size: '1' }, { size: '2' }]);
  expect(world.pass.hasUnsigned).toBe(false);
});

it('signs the head that a sealer left unsigned when it died', async () => {
  const [dead, heir] = [auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  await dead.serve(owner);
  await dead.pass.run({ isFinal: false });
  await dead.serve(owner);
  await dead.pass.run({ isFinal: false });
  await heir.pass.adoptUnsigned();
  await heir.sealer.sealNow();
  expect(
    await select(app, 'SELECT max(size) AS size FROM audit_checkpoint WHERE org_id = $1', [
      owner.organisationId,
    ]),
  ).toEqual([{ size: '2' }]);
});

it('makes the months of the log ahead of need', async () => {
  const world = auditWorld(app);
  await world.sealer.start();
  await world.sealer.stop();
  const months = await select<{ name: string }>(
    app,
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'audit_row'::regclass ORDER BY 1`,
  );
  expect(months.map(({ name }) => name)).toContain('audit_row_default');
  expect(months.length).toBeGreaterThanOrEqual(4);
});

it('sets a row aside that cannot become a leaf, and seals all others', async () => {
  const world = auditWorld(app);
  const [owner, other] = [anOwner(), anOwner()];
  const calls = await world.serveMany(owner, 30);
  await world.sealer.sealNow();
  await world.serveMany(owner, 20);
  // A leaf for a call that has one already, and a hash that is none.
  await tamperer.dataSource.query(
    `INSERT INTO audit_pending (org_id, id, leaf_hash) VALUES ($1, $2, sha256('x')), ($3, $4, '\\x00')`,
    [owner.organisationId, calls[7]?.callId, other.organisationId, aWorkloadId()],
  );
  await world.serveMany(other, 20);
  await world.sealer.sealNow();
  expect(await leavesOf(owner.organisationId)).toHaveLength(50);
  expect(await leavesOf(other.organisationId)).toHaveLength(20);
  const aside = await select<{ stage: string; reason: string }>(
    app,
    'SELECT stage, reason FROM audit_set_aside ORDER BY reason',
  );
  expect(aside).toEqual([
    { stage: 'seal', reason: '23505 (audit_leaf_id_key)' },
    { stage: 'seal', reason: '23514 (audit_leaf_leaf_hash_check)' },
  ]);
  expect(await world.pass.countSetAside()).toBe(2);
});
