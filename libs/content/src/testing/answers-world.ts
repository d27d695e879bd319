import { Ids, SystemClock, SystemEntropy, type OrganisationId, type WorkloadId } from '#kernel';
import { InstanceSecrets, Vault, type Database } from '#platform';
import { TestClock } from '../../../../test/support/test-clock.js';
import { CacheKeys } from '../cache/cache-keys.js';
import { PostgresAnswerStore } from '../cache/store/postgres-answer-store.js';

const ids = new Ids(new SystemClock(), new SystemEntropy());

const NEW_ORGANISATION = `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
  VALUES ($1::uuid, $1::uuid::text, 'EUR', 'UTC', '{}', 'file')`;

const NEW_WORKLOAD = `INSERT INTO workload (id, org_id, name, settings, managed_by)
  VALUES ($1::uuid, $2, $1::uuid::text, '{}', 'file')`;

/** What a replica has of its own. */
export function aReplica(database: Database) {
  const entropy = new SystemEntropy();
  const clock = new TestClock();
  const vault = new Vault(new InstanceSecrets(Buffer.alloc(32, 7)), entropy);
  const keys = new CacheKeys(database, vault, entropy, clock);
  return { clock, keys, rows: new PostgresAnswerStore(database, clock) };
}

export async function newOrganisation(owner: Database): Promise<OrganisationId> {
  const id = ids.callId() as string as OrganisationId;
  await owner.dataSource.query(NEW_ORGANISATION, [id]);
  return id;
}

export async function newWorkload(
  owner: Database,
  organisationId: OrganisationId,
): Promise<WorkloadId> {
  const id = ids.callId() as string as WorkloadId;
  await owner.dataSource.query(NEW_WORKLOAD, [id, organisationId]);
  return id;
}

/** Rows of its answers, those of no bytes included. */
export async function rowsOf(owner: Database, organisationId: OrganisationId): Promise<number> {
  const rows: unknown[] = await owner.dataSource.query(
    'SELECT FROM cached_answer WHERE org_id = $1',
    [organisationId],
  );
  return rows.length;
}
