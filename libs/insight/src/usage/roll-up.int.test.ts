import { expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { anOutcome, anOwner } from '../../../audit/src/testing/a-call.js';
import { auditWorld } from '../../../audit/src/testing/audit-world.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import { FIND_NEXT, ROLL_UP } from './roll-up-statements.js';
import { UsageRollUp } from './roll-up.js';
import { percentile } from './spans.js';

const { app } = await testDatabase();
const rollUp = new UsageRollUp(app, new SystemClock());

interface Sums {
  readonly nano: string;
  readonly requests: string;
  readonly tokens: string;
  readonly protected: string;
}
const sumsOf = async (organisationId: string): Promise<Sums | undefined> =>
  (
    await app.dataSource.query<Sums[]>(
      `SELECT coalesce(sum(nano), 0) AS nano, coalesce(sum(requests), 0) AS requests,
         coalesce(sum(tokens_in + tokens_out), 0) AS tokens, coalesce(sum(protected), 0) AS protected
       FROM usage_hour WHERE org_id = $1`,
      [organisationId],
    )
  )[0];
const ledgerOf = async (organisationId: string): Promise<string | undefined> =>
  (
    await app.dataSource.query<{ nano: string }[]>(
      'SELECT coalesce(sum(nano), 0) AS nano FROM ledger_entry WHERE org_id = $1',
      [organisationId],
    )
  )[0]?.nano;

it('sums sealed rows once, and what the ledger says to the nano', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const { organisationId } = owner;
  await world.serveMany(owner, 30);
  await world.sealer.sealNow();
  await rollUp.rollUp();
  await world.serveMany(owner, 11);
  await world.sealer.sealNow();
  expect(await rollUp.rollUp()).toBe(11);
  expect(await rollUp.rollUp()).toBe(0);
  const sums = await sumsOf(organisationId);
  expect(sums).toEqual({
    nano: String(41 * 700),
    requests: '41',
    tokens: String(41 * 46),
    protected: String(41 * 3),
  });
  expect(sums?.nano).toBe(await ledgerOf(organisationId));
});

it('adds what a late outcome costs beyond its interruption, and no second request', async () => {
  const [serving, judge] = [auditWorld(app), auditWorld(app)];
  const owner = anOwner();
  const call = await serving.admit(owner);
  expect(await judge.recovery.recoverNow({ othersAreGone: true })).toBe(1);
  await serving.leave(call, anOutcome());
  await serving.recorder.flush();
  await expect.poll(() => ledgerOf(owner.organisationId), { timeout: 5_000 }).toBe('700');
  await judge.sealer.sealNow();
  await rollUp.rollUp();
  expect(await sumsOf(owner.organisationId)).toMatchObject({
    nano: '700',
    requests: '1',
    tokens: '46',
  });
});

it('loses and doubles nothing when it dies between the sums and the mark', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  await world.serveMany(owner, 5);
  await world.sealer.sealNow();
  await expect(
    app.transaction(async (tx) => {
      await tx.query(ROLL_UP, [owner.organisationId, 0, 5, 'UTC']);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await sumsOf(owner.organisationId)).toMatchObject({ requests: '0' });
  await Promise.all([rollUp.rollUp(), new UsageRollUp(app, new SystemClock()).rollUp()]);
  await rollUp.rollUp();
  expect(await sumsOf(owner.organisationId)).toMatchObject({ requests: '5', nano: '3500' });
  expect(await app.query(FIND_NEXT)).toEqual([]);
});

it('finds calls by the kinds that were found in them', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const call = await world.serve(owner);
  await world.sealer.sealNow();
  await rollUp.rollUp();
  const facets = await app.dataSource.query(
    'SELECT facet, value, id FROM audit_facet WHERE org_id = $1 ORDER BY value',
    [owner.organisationId],
  );
  expect(facets).toEqual(
    ['email', 'iban'].map((value) => ({ facet: 'kind', value, id: call.callId })),
  );
});

it('goes on past an entry that cannot be read', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  await world.serve(owner);
  await app.dataSource.query(
    `WITH broken AS (
       INSERT INTO audit_row (id, at, org_id, type, workload_id, price_nano, leaf_hash, entry)
       VALUES (gen_random_uuid(), now(), $1, 'call', $2, 5, sha256('x'), 'x') RETURNING id, leaf_hash
     ) INSERT INTO audit_pending (org_id, id, leaf_hash) SELECT $1, id, leaf_hash FROM broken`,
    [owner.organisationId, owner.workloadId],
  );
  await world.sealer.sealNow();
  await rollUp.rollUp();
  expect(await sumsOf(owner.organisationId)).toMatchObject({ requests: '2', nano: '705' });
});

it('cuts the days anew where the organisation has moved to another time zone', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const { organisationId: id } = owner;
  const { dataSource } = app;
  await dataSource.query(
    `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
     VALUES ($1, $1::uuid::text, 'EUR', 'UTC', '{}', 'console')`,
    [id],
  );
  const daysOf = () =>
    dataSource.query<{ hour: string; requests: string }[]>(
      `SELECT extract(hour FROM day AT TIME ZONE 'UTC')::text AS hour, requests FROM usage_day WHERE org_id = $1`,
      [id],
    );
  await world.serveMany(owner, 2);
  await world.sealer.sealNow();
  await rollUp.rollUp();
  expect(await daysOf()).toEqual([{ hour: '0', requests: '2' }]);
  await dataSource.query(`UPDATE organisation SET time_zone = 'Asia/Tokyo' WHERE id = $1`, [id]);
  await world.serve(owner);
  await world.sealer.sealNow();
  await rollUp.rollUp();
  expect(await daysOf()).toEqual([{ hour: '15', requests: '3' }]);
});

it('tells percentiles within a fifth', async () => {
  const world = auditWorld(app);
  const owner = anOwner();
  const { organisationId } = owner;
  await world.serveMany(owner, 3);
  await world.sealer.sealNow();
  await rollUp.rollUp();
  const [row] = await app.dataSource.query<Record<string, number | null>[]>(
    'SELECT * FROM usage_hour WHERE org_id = $1',
    [organisationId],
  );
  const counts = Array.from({ length: 32 }, (_, place) => row?.[`latency_${place}`] ?? 0);
  const told = percentile(counts, 0.5) ?? 0;
  expect(Math.abs(told - 430) / 430).toBeLessThan(0.2);
  expect(percentile([], 0.5)).toBeNull();
});
