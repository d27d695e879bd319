import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { backUp } from '../../../../test/support/set-back.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import type { Entry } from '../entry/entry.js';
import { splitNotes } from '../log/checkpoint.js';
import { acceptForks } from '../recover/accept-fork.js';
import { anOwner } from '../testing/a-call.js';
import { type AuditWorld, auditWorld } from '../testing/audit-world.js';
import { fsck } from '../verify/fsck.js';
import { ANCHOR_FILE, anchorOf } from './anchors.js';

const { app, owner: tamperer } = await testDatabase();

/** A replica that serves and seals, until the test ends. */
async function aReplica(): Promise<AuditWorld> {
  const world = auditWorld(app);
  await start(world);
  return world;
}

async function start({ anchors, sealer }: AuditWorld): Promise<void> {
  await anchors.start();
  await sealer.start();
  onTestFinished(() => stop({ anchors, sealer }));
}

async function stop({ anchors, sealer }: Pick<AuditWorld, 'anchors' | 'sealer'>): Promise<void> {
  await sealer.stop();
  await anchors.stop();
}

const again = (world: AuditWorld): AuditWorld => auditWorld(app, world.config);

const sizesIn = ({ config }: AuditWorld, organisationId: string): number[] =>
  splitNotes(readFileSync(join(config.anchorDir, ANCHOR_FILE), 'utf8')).flatMap((note) => {
    const anchor = anchorOf(note);
    return anchor?.organisationId === organisationId ? [anchor.size] : [];
  });

const sizeOf = async (organisationId: string): Promise<number> => {
  const [head] = await app.dataSource.query<{ size: string }[]>(
    'SELECT size FROM audit_head WHERE org_id = $1',
    [organisationId],
  );
  return Number(head?.size ?? 0);
};

it('anchors the first checkpoint at once, and the last one at the end', async () => {
  const world = await aReplica();
  const owner = anOwner();
  const { organisationId } = owner;
  await world.serve(owner);
  await world.sealer.sealNow();
  expect(sizesIn(world, organisationId)).toEqual([1]);
  await world.serveMany(owner, 3);
  await stop(world);
  expect(sizesIn(world, organisationId)).toEqual([1, 4]);
});

describe('a database that was restored to an older state', () => {
  it('is found at the start, and no call is let in', async () => {
    const world = await aReplica();
    const owner = anOwner();
    await world.serveMany(owner, 3);
    await world.sealer.sealNow();
    const restore = await backUp(tamperer, owner.organisationId);
    await world.serveMany(owner, 7);
    await stop(world);
    await restore();

    const restarted = again(world);
    await start(restarted);
    expect(restarted.sealer.state).toBe('audit_rollback_detected');
    expect(restarted.anchors.rollback).toEqual({
      organisationId: owner.organisationId,
      anchoredSize: 10,
    });
    await expect(restarted.serve(owner)).rejects.toMatchObject({ key: 'audit_unavailable' });
    await stop(restarted);
    expect(await sizeOf(owner.organisationId)).toBe(3);
  });

  it('is found although it has outgrown the newest anchor by then', async () => {
    const world = await aReplica();
    const owner = anOwner();
    await world.serveMany(owner, 2);
    await world.sealer.sealNow();
    const restore = await backUp(tamperer, owner.organisationId);
    await world.serveMany(owner, 3);
    await stop(world);
    await restore();
    const elsewhere = await aReplica(); // With a data folder of its own, which knows of nothing.
    await elsewhere.serveMany(owner, 20);
    await stop(elsewhere);

    const restarted = again(world);
    await restarted.anchors.start();
    expect(restarted.anchors.rollback).toMatchObject({ anchoredSize: 5 });
    await restarted.anchors.stop();
  });

  it('is found by the sealer before the log grows, and by each look at the anchors', async () => {
    const sealing = await aReplica();
    const serving = again(sealing);
    const owner = anOwner();
    await sealing.serveMany(owner, 3);
    await sealing.sealer.sealNow();
    const restore = await backUp(tamperer, owner.organisationId);
    await sealing.serveMany(owner, 4);
    await sealing.sealer.sealNow();
    await serving.anchors.start();
    await serving.anchors.tick();
    await restore();

    await sealing.serve(owner);
    await expect
      .poll(() => sealing.sealer.state, { timeout: 60_000 })
      .toBe('audit_rollback_detected');
    expect(await sizeOf(owner.organisationId)).toBe(3);
    await serving.anchors.tick();
    expect(serving.anchors.rollback).toEqual({
      organisationId: owner.organisationId,
      anchoredSize: 7,
    });
    await serving.anchors.stop();
  });

  it('stays found when only the process that signed it knew what was lost', async () => {
    const world = await aReplica();
    const owner = anOwner();
    const { organisationId } = owner;
    await world.serveMany(owner, 3);
    await world.sealer.sealNow();
    await world.anchors.tick();
    const restore = await backUp(tamperer, organisationId);
    await world.serveMany(owner, 4);
    await world.sealer.sealNow(); // Too soon behind the last anchor for one of its own.
    expect(sizesIn(world, organisationId)).toEqual([3]);
    await restore();
    await world.serve(owner);
    await expect
      .poll(() => world.sealer.state, { timeout: 60_000 })
      .toBe('audit_rollback_detected');

    await world.anchors.tick();
    await world.anchors.tick();
    expect(world.anchors.rollback).toEqual({ organisationId, anchoredSize: 7 });
    expect(sizesIn(world, organisationId)).toEqual([3, 7]);
    const restarted = again(world);
    await restarted.anchors.start();
    expect(restarted.anchors.rollback).toMatchObject({ anchoredSize: 7 });
    await restarted.anchors.stop();
  });

  it('goes on once its fork is accepted, with an entry that names both heads', async () => {
    const world = await aReplica();
    const owner = anOwner();
    await world.serveMany(owner, 3);
    await world.sealer.sealNow();
    const restore = await backUp(tamperer, owner.organisationId);
    await world.serveMany(owner, 4);
    await stop(world);
    await restore();

    const running = again(world);
    await start(running);
    const operator = again(world);
    const clock = new SystemClock();
    const ids = new Ids(clock, new SystemEntropy());
    const tools = { ...operator, clock, ids };
    const [fork] = await acceptForks(tools);
    expect(fork).toMatchObject({ lost: { size: 7 }, kept: { size: 3 } });
    expect(await acceptForks({ ...again(world), clock, ids })).toEqual([]);

    await running.anchors.tick();
    expect(running.sealer.state).toBe('sealing');
    await running.serve(owner);
    await running.sealer.sealNow();
    const [row] = await app.dataSource.query<{ entry: Buffer }[]>(
      `SELECT r.entry FROM audit_row r JOIN audit_leaf l USING (id)
        WHERE l.org_id = $1 AND l.seq = 3`,
      [owner.organisationId],
    );
    const entry = JSON.parse(String(row?.entry)) as Entry;
    expect(entry).toMatchObject({ type: 'fork', fork: { lost: fork?.lost, kept: fork?.kept } });
    expect(await sizeOf(owner.organisationId)).toBe(5);
    expect((await fsck(app, running.signer)).findings).toEqual([]);
    const names = readdirSync(world.config.anchorDir);
    expect(names.filter((name) => name.startsWith('audit-anchors.until-'))).toHaveLength(1);
  });
});
