import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { loadConfig } from '#platform';
import { backUp } from '../../../../test/support/set-back.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import { acceptForks } from '../recover/accept-fork.js';
import { anOwner, type Owner } from '../testing/a-call.js';
import {
  S3_CREDENTIALS,
  TestBucket,
  TestWebhook,
  WEBHOOK_SECRET,
} from '../testing/anchor-servers.js';
import { aConfig, type AuditWorld, auditWorld, OutsideCounters } from '../testing/audit-world.js';

const { app, owner: tamperer } = await testDatabase();

/** The client's own way to find credentials is the environment. */
beforeAll(() => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
});

/** Time passes when a test says so. */
class HandClock extends SystemClock {
  passedMs = 0;
  override monotonicMs(): number {
    return super.monotonicMs() + this.passedMs;
  }
}

const PLACES = {
  s3: async () => {
    const server = await new TestBucket().start();
    const env = { GW_ANCHOR_S3: `s3://anchors/gw?region=eu-test-1&days=30&endpoint=${server.url}` };
    return { server, env, kept: () => server.objects.size };
  },
  webhook: async () => {
    const server = await new TestWebhook().start();
    const env = { GW_ANCHOR_WEBHOOK: server.url, GW_ANCHOR_WEBHOOK_SECRET: WEBHOOK_SECRET };
    return { server, env, kept: () => server.events.length };
  },
};

/** A replica with a data folder of its own, where no anchor of another one is. */
function aReplica(env: Readonly<Record<string, string>>, clock = new HandClock()): AuditWorld {
  const config = loadConfig({ GW_DATA_DIR: aConfig().dataDir, ...env });
  return auditWorld(app, config, new OutsideCounters(), clock);
}

async function serve(world: AuditWorld, owner: Owner, calls: number): Promise<void> {
  await world.serveMany(owner, calls);
  await world.sealer.sealNow();
}

async function stop({ anchors, sealer }: AuditWorld): Promise<void> {
  await sealer.stop();
  await anchors.stop();
}

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('anchors in %s', (name) => {
  async function aPlace() {
    const place = await PLACES[name]();
    onTestFinished(() => place.server.close());
    return place;
  }

  it('find a database that was set back, though the file of the anchors is gone, too', async () => {
    const { env, kept, server } = await aPlace();
    const owner = anOwner();
    const world = aReplica(env);
    await world.anchors.start();
    await serve(world, owner, 3);
    const restore = await backUp(tamperer, owner.organisationId);
    await serve(world, owner, 4);
    await stop(world);
    expect(kept()).toBeGreaterThan(0);
    await restore();

    const restarted = aReplica(env);
    await restarted.anchors.start();
    expect(restarted.anchors.rollback).toEqual({
      organisationId: owner.organisationId,
      anchoredSize: 7,
    });
    const clock = new SystemClock();
    const tools = { clock, ids: new Ids(clock, new SystemEntropy()) };
    const [fork] = await acceptForks({ ...auditWorld(app, restarted.config), ...tools });
    expect(fork).toMatchObject({ lost: { size: 7 }, kept: { size: 3 } });
    await restarted.anchors.tick();
    expect(restarted.anchors.rollback).toBeUndefined();
    await stop(restarted);
    const later = aReplica(env);
    await later.anchors.start();
    expect(later.anchors.rollback).toBeUndefined();
    await stop(later);
    expect(server.refused).toEqual([]);
  });

  it('stop nobody where they cannot be reached, and are caught up with', async () => {
    const { env, kept, server } = await aPlace();
    const clock = new HandClock();
    const owner = anOwner();
    const world = aReplica(env, clock);
    server.isAway = true;
    await world.anchors.start();
    await serve(world, owner, 2);
    expect(world.anchors.rollback).toBeUndefined();
    expect([world.remote.away, world.remote.failures, kept()]).toEqual([1, 1, 0]);
    await world.anchors.tick();
    expect(world.remote.failures).toBe(1); // Not due yet.

    server.isAway = false;
    clock.passedMs += 60_000;
    await world.anchors.tick();
    await expect.poll(() => kept(), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(world.remote.away).toBe(0);
    await stop(world);
    expect(server.refused).toEqual([]);
  });

  it('are found by a place that is reached only after the start', async () => {
    const { env, server } = await aPlace();
    const owner = anOwner();
    const world = aReplica(env);
    await world.anchors.start();
    await serve(world, owner, 2);
    const restore = await backUp(tamperer, owner.organisationId);
    await serve(world, owner, 2);
    await stop(world);
    await restore();
    server.isAway = true;
    const clock = new HandClock();
    const restarted = aReplica(env, clock);
    await restarted.anchors.start();
    expect(restarted.anchors.rollback).toBeUndefined();
    server.isAway = false;
    clock.passedMs += 60_000;
    await restarted.anchors.tick();
    await expect
      .poll(() => restarted.anchors.rollback, { timeout: 20_000 })
      .toMatchObject({ anchoredSize: 4 });
    await stop(restarted);
  });
});

it('locks each object in S3 for as long as asked', async () => {
  const { server, env } = await PLACES.s3();
  onTestFinished(() => server.close());
  const owner = anOwner();
  const world = aReplica(env);
  await world.anchors.start();
  await serve(world, owner, 1);
  await stop(world);
  const [[key, { mode, until, body }] = ['', { mode: '', until: '', body: '' }]] = [
    ...server.objects,
  ].filter(([name]) => name.includes(owner.organisationId));
  expect(key).toMatch(new RegExp(`^gw/${owner.organisationId}/\\d{13}-0{15}1\\.txt$`));
  expect([mode, String(body).split('\n')[1]]).toEqual(['COMPLIANCE', '1']);
  const days = (Date.parse(until) - Date.now()) / (24 * 3_600_000);
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
});

it('needs a secret for a webhook', () => {
  expect(() => loadConfig({ GW_ANCHOR_WEBHOOK: 'https://anchors.example' })).toThrow(
    'needs GW_ANCHOR_WEBHOOK_SECRET',
  );
});
