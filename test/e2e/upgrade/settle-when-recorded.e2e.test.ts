import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fsck } from '#audit';
import type { Charge, LookedUpCall } from '#call';
import { type Database, migrate, openDatabase } from '#platform';
import { callEntry } from '../../../libs/audit/src/entry/build-entry.js';
import { writeContext } from '../../../libs/audit/src/entry/context.js';
import { NO_COMMITMENTS } from '../../../libs/audit/src/entry/entry.js';
import { rowOf } from '../../../libs/audit/src/record/sealed-row.js';
import { anOutcome, anOwner, aRoutedCall } from '../../../libs/audit/src/testing/a-call.js';
import { type AuditWorld, auditWorld } from '../../../libs/audit/src/testing/audit-world.js';
import { MIGRATIONS } from '../../../libs/platform/src/database/migrations/index.js';
import { emptyDatabases } from '../../support/test-database.js';

const anEmptyDatabase = emptyDatabases();
const replica = anOwner().workloadId;
const owner = anOwner();
const [settled, voided, ending, open] = [owner, owner, owner, owner].map((one) =>
  aRoutedCall(one),
) as [LookedUpCall, LookedUpCall, LookedUpCall, LookedUpCall];
const calls = [settled, voided, ending, open];
const { charge } = anOutcome();
const VOID = charge && { ...charge, kind: 'void' as const, nano: 0n };

let database: Database;
let world: AuditWorld;

/** The database as the release before left it: two calls recorded and unsealed, two still open. */
beforeAll(async () => {
  const url = await anEmptyDatabase();
  const before = new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS.slice(0, 3),
    migrationsTableName: 'migration',
  });
  await before.initialize();
  await before.runMigrations();
  await admitBefore(before);
  await recordBefore(before, [
    { call: settled, charge },
    { call: voided, charge: VOID },
  ]);
  await before.destroy();
  await migrate(url);
  database = await openDatabase({ url, poolSize: 4, asApp: true });
  world = auditWorld(database);
});

afterAll(() => database.close());

const all = <Value>(value: Value): Value[] => calls.map(() => value);

async function admitBefore(before: DataSource): Promise<void> {
  await before.query(
    `SELECT gw_admit('{1}', $1::uuid[], '{t}', '{4000}', '{null}', '{}', '{}', '{}', '{}', '{}',
      '{}', '{}', '{}', $2::uuid[], $3::uuid[], $4::uuid[], $5, $6::bigint[], $7::text[],
      $8::bigint[], $9::text[], $10::bigint[])`,
    [
      [owner.workloadId],
      calls.map(({ callId }) => callId),
      all(owner.organisationId),
      all(owner.workloadId),
      replica,
      all(1_000),
      all(`1:${owner.workloadId}:t`),
      all(3),
      calls.map(writeContext),
      all(120),
    ],
  );
}

/** As the release before does it. Returns the ids that were written. */
async function recordBefore(
  where: DataSource,
  ended: readonly { readonly call: LookedUpCall; readonly charge: Charge | null }[],
): Promise<string[]> {
  const rows = ended.map(({ call, charge: price }) => {
    const sealed = { ...call, seal: { salt: randomBytes(32), context: '' } };
    const entry = callEntry(sealed, anOutcome({ charge: price }), replica, NO_COMMITMENTS);
    return rowOf(entry, { hasIntent: true, salt: null, charge: price });
  });
  const written = await where.query<{ id: string }[]>(
    `SELECT gw_record($1::uuid[], $2::uuid[], $3::boolean[], $4::bytea[], $5::bytea[],
      $6::bytea[], $7::smallint[], $8::bigint[], $9::bigint[]) AS id`,
    [
      rows.map(({ entry }) => entry.id),
      rows.map(({ entry }) => entry.org),
      rows.map(() => true),
      rows.map(({ bytes }) => bytes),
      rows.map(({ leaf }) => leaf),
      rows.map(() => null),
      ended.map(({ charge: price }) => (price?.kind === 'void' ? 3 : 2)),
      ended.map(({ charge: price }) => price?.nano),
      rows.map(() => 3),
    ],
  );
  return written.map(({ id }) => id);
}

const counters = () => database.dataSource.query<object[]>('SELECT held, spent FROM meter_counter');
const findings = async () => (await fsck(database, world.signer)).findings;

it('settles what was recorded and not yet sealed, and keeps what open calls hold', async () => {
  expect(await counters()).toEqual([{ held: '2000', spent: '700' }]);
  expect(await findings()).toEqual([]);
});

it('lets a replica of the release before record what it has open, once', async () => {
  const late = aRoutedCall(owner);
  const ended = [ending, late].map((call) => ({ call, charge }));
  expect(await recordBefore(database.dataSource, ended)).toEqual([ending.callId]);
  expect(await counters()).toEqual([{ held: '1000', spent: '1400' }]);
  expect(await findings()).toEqual([]);
});

it('records and seals what was open and pending before', async () => {
  expect(await world.recovery.recoverNow({ othersAreGone: true })).toBe(1);
  await world.sealer.sealNow();
  expect(await counters()).toEqual([{ held: '0', spent: '1520' }]);
  expect(await fsck(database, world.signer)).toMatchObject({ findings: [], rows: 4 });
});

it('still settles or voids a call once, and adjusts it once', async () => {
  const add = (kind: number) =>
    database.dataSource.query(
      `INSERT INTO ledger_entry SELECT id, $2, org_id, workload_id, 0, '', null, at
        FROM ledger_entry WHERE id = $1 AND kind = 2`,
      [open.callId, kind],
    );
  await expect(add(2)).rejects.toThrow(/ledger_entry_once/);
  await expect(add(3)).rejects.toThrow(/ledger_entry_once/);
  await add(4);
  await expect(add(4)).rejects.toThrow(/ledger_entry_once/);
});
