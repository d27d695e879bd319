import { Injectable } from '@nestjs/common';
import { Ids, type OrganisationId, type WorkloadId } from '#kernel';
import { Database, type Queries, type Statement, type Tx } from '#platform';
import type {
  AliasDto,
  OrganisationDto,
  ProviderDto,
  WorkloadDto,
} from '../settings-file/settings-file.dto.js';

/** Settings as they are stored: identity in columns, the rest as the validated document. */
export interface SettingsRows {
  readonly organisations: readonly Row<OrganisationId, OrganisationDto>[];
  readonly providers: readonly OwnedRow<ProviderDto>[];
  readonly aliases: readonly OwnedRow<AliasDto>[];
  readonly workloads: readonly (Row<WorkloadId, WorkloadDto> & { org_id: OrganisationId })[];
}

interface Row<Id, Settings> {
  readonly id: Id;
  readonly settings: Settings;
}

interface OwnedRow<Settings> {
  readonly org_id: OrganisationId;
  readonly settings: Settings;
}

const select = (table: string, columns: string, order: string): Statement => ({
  name: `settings-${table}`,
  text: `SELECT ${columns} FROM ${table} ORDER BY ${order}`,
});
const SELECT = {
  organisations: select('organisation', 'id, settings', 'name'),
  providers: select('provider', 'org_id, settings', 'org_id, name'),
  aliases: select('alias', 'org_id, settings', 'org_id, name'),
  workloads: select('workload', 'id, org_id, settings', 'org_id, name'),
};
const EPOCHS: Statement = { name: 'epochs', text: 'SELECT name, value FROM epoch' };
const BUMP: Statement = {
  name: 'epoch-bump-settings',
  text: `UPDATE epoch SET value = value + 1 WHERE name = 'settings'`,
};
const UPSERT_ORGANISATION: Statement = {
  name: 'organisation-upsert',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (name) DO UPDATE SET currency = excluded.currency, time_zone = excluded.time_zone,
      settings = excluded.settings, managed_by = excluded.managed_by
    RETURNING id`,
};
const UPSERT_WORKLOAD: Statement = {
  name: 'workload-upsert',
  text: `INSERT INTO workload (id, org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (org_id, name) DO UPDATE SET settings = excluded.settings,
      managed_by = excluded.managed_by
    RETURNING id`,
};
const upsertOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-upsert`,
  text: `INSERT INTO ${table} (org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (org_id, name) DO UPDATE SET settings = excluded.settings,
      managed_by = excluded.managed_by`,
});
const removeOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-remove-others`,
  text: `DELETE FROM ${table} WHERE org_id = $1 AND managed_by = $2 AND NOT name = ANY ($3::text[])`,
});
const UPSERT = { provider: upsertOwned('provider'), alias: upsertOwned('alias') };
const REMOVE = { provider: removeOwned('provider'), alias: removeOwned('alias') };

@Injectable()
export class SettingsRepository {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  async readAll(queries: Queries = this.database): Promise<SettingsRows> {
    return {
      organisations: await queries.query(SELECT.organisations),
      providers: await queries.query(SELECT.providers),
      aliases: await queries.query(SELECT.aliases),
      workloads: await queries.query(SELECT.workloads),
    };
  }

  /** Counters that move whenever settings or keys change; polled by every replica. */
  async readEpochs(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ name: string; value: string }>(EPOCHS);
    return new Map(rows.map((row) => [row.name, row.value]));
  }

  async upsertOrganisation(tx: Tx, dto: OrganisationDto, managedBy: string) {
    const values = [
      this.ids.organisationId(),
      dto.name,
      dto.currency,
      dto.time_zone,
      dto,
      managedBy,
    ];
    const [row] = await tx.query<{ id: OrganisationId }>(UPSERT_ORGANISATION, values);
    return (row as { id: OrganisationId }).id;
  }

  async upsertWorkload(tx: Tx, organisation: OrganisationId, dto: WorkloadDto, managedBy: string) {
    const { keys: _secrets, ...settings } = dto; // Keys have a table, which holds hashes only.
    const values = [this.ids.workloadId(), organisation, dto.name, settings, managedBy];
    const [row] = await tx.query<{ id: WorkloadId }>(UPSERT_WORKLOAD, values);
    return (row as { id: WorkloadId }).id;
  }

  /** Makes the stored list of this manager equal to the given one. */
  async replaceOwned(
    tx: Tx,
    table: 'provider' | 'alias',
    organisation: OrganisationId,
    declared: readonly { readonly name: string }[],
    managedBy: string,
  ): Promise<void> {
    for (const dto of declared) {
      await tx.query(UPSERT[table], [organisation, dto.name, dto, managedBy]);
    }
    const names = declared.map((dto) => dto.name);
    await tx.query(REMOVE[table], [organisation, managedBy, names]);
  }

  async announceChange(tx: Tx): Promise<void> {
    await tx.query(BUMP);
  }
}
