import { Injectable } from '@nestjs/common';
import { Ids, type OrganisationId, type WorkloadId } from '#kernel';
import {
  bumpEpoch,
  Database,
  readEpochs,
  type Epochs,
  type Queries,
  type Statement,
  type Tx,
} from '#platform';
import type {
  AliasDto,
  OrganisationDto,
  ProviderDto,
  WorkloadDto,
} from '../settings-file/settings-file.dto.js';

/** An organisation as it is stored: identity in columns, the rest as the validated documents. */
export interface OrganisationRow {
  readonly id: OrganisationId;
  readonly settings: OrganisationDto;
  readonly providers: readonly ProviderDto[];
  /** What operators have done to its endpoints, by provider. */
  readonly operated: readonly {
    readonly provider: string;
    readonly round: number;
    readonly paused: readonly string[];
  }[];
  readonly aliases: readonly AliasDto[];
  readonly workloads: readonly { readonly id: WorkloadId; readonly settings: WorkloadDto }[];
  /** That were typed in; sealed, in base64. */
  readonly secrets: readonly { readonly id: string; readonly sealed: string }[];
  /** The sum of its credit's entries; null where it has none. */
  readonly credit: string | null;
  /** What ends of it, and has no entry yet that says so; amounts are decimal texts of nano-units. */
  readonly credit_ends: readonly { readonly nano: string; readonly atMs: number }[];
}

// One statement sees one moment: half of a settings file is never read.
const READ: Statement = {
  name: 'settings-read',
  text: `SELECT o.id, o.settings,
      (SELECT coalesce(jsonb_agg(p.settings ORDER BY p.name), '[]')
        FROM provider p WHERE p.org_id = o.id) AS providers,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('provider', p.name, 'round', p.health_round,
          'paused', (SELECT coalesce(jsonb_agg(e.model), '[]') FROM endpoint_pause e
            WHERE e.org_id = p.org_id AND e.provider = p.name))), '[]')
        FROM provider p WHERE p.org_id = o.id) AS operated,
      (SELECT coalesce(jsonb_agg(a.settings ORDER BY a.name), '[]')
        FROM alias a WHERE a.org_id = o.id) AS aliases,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'settings', w.settings)), '[]')
        FROM workload w WHERE w.org_id = o.id) AS workloads,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64'))),
          '[]') FROM provider_secret s WHERE s.org_id = o.id) AS secrets,
      (SELECT sum(nano)::text FROM credit_entry c WHERE c.org_id = o.id) AS credit,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('nano', c.nano::text,
          'atMs', floor(extract(epoch FROM c.ends_at) * 1000))), '[]')
        FROM credit_entry c WHERE c.org_id = o.id AND c.ends_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM credit_entry e WHERE e.ended_id = c.id)) AS credit_ends
    FROM organisation o WHERE o.id = ANY ($1::uuid[])`,
};
const READ_STORED: Statement = {
  name: 'settings-read-stored',
  text: `SELECT 'organisation' AS kind, o.id::text, o.name, o.settings, o.version,
      o.managed_by AS "managedBy", NULL::timestamptz AS "createdAt", NULL::uuid AS "ownerId"
    FROM organisation o WHERE o.id = $1
    UNION ALL SELECT 'provider', p.name, p.name, p.settings, p.version, p.managed_by,
      p.created_at, NULL
    FROM provider p WHERE p.org_id = $1
    UNION ALL SELECT 'alias', a.name, a.name, a.settings, a.version, a.managed_by,
      a.created_at, NULL
    FROM alias a WHERE a.org_id = $1
    UNION ALL SELECT 'workload', w.id::text, w.name, w.settings, w.version, w.managed_by,
      w.created_at, w.owner_id
    FROM workload w WHERE w.org_id = $1`,
};
const LOCK: Statement = {
  name: 'settings-lock',
  text: `SELECT pg_advisory_xact_lock(hashtext('gw_settings'))`,
};
const INSERT_WORKLOAD: Statement = {
  name: 'workload-insert',
  text: `INSERT INTO workload (id, org_id, name, settings, managed_by, owner_id)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const insertOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-insert`,
  text: `INSERT INTO ${table} (org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4)`,
});
const INSERT = { provider: insertOwned('provider'), alias: insertOwned('alias') };
const updateStored = (table: 'organisation' | 'workload'): Statement => ({
  name: `${table}-update`,
  text: `UPDATE ${table} SET name = $3, settings = $4, managed_by = $5, version = version + 1
    ${table === 'organisation' ? ", currency = $4::jsonb ->> 'currency', time_zone = $4::jsonb ->> 'time_zone'" : ''}
    WHERE id = $2::uuid AND ${table === 'organisation' ? 'id' : 'org_id'} = $1`,
});
const updateOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-update`,
  text: `UPDATE ${table} SET name = $3, settings = $4, managed_by = $5, version = version + 1
    WHERE org_id = $1 AND name = $2`,
});
const UPDATE = {
  organisation: updateStored('organisation'),
  workload: updateStored('workload'),
  provider: updateOwned('provider'),
  alias: updateOwned('alias'),
};
const DELETE = {
  workload: {
    name: 'workload-delete',
    text: 'DELETE FROM workload WHERE org_id = $1 AND id = $2::uuid',
  },
  provider: {
    name: 'provider-delete',
    text: 'DELETE FROM provider WHERE org_id = $1 AND name = $2',
  },
  alias: { name: 'alias-delete', text: 'DELETE FROM alias WHERE org_id = $1 AND name = $2' },
} satisfies Record<string, Statement>;

/** One thing of the settings, as it is stored; what people edit has a version. */
export interface StoredSetting<Settings extends object = object> {
  readonly kind: 'organisation' | 'provider' | 'alias' | 'workload';
  /** Of providers and aliases their name. */
  readonly id: string;
  readonly name: string;
  readonly settings: Settings;
  readonly version: number;
  /** `file`, `console`, or `first-run` for what the first start made. */
  readonly managedBy: string;
  /** Null of the organisation, and of what is older than this is known. */
  readonly createdAt: Date | null;
  /** The member who made the workload, where one did. */
  readonly ownerId: string | null;
}

const UPSERT_ORGANISATION: Statement = {
  name: 'organisation-upsert',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (name) DO UPDATE SET currency = excluded.currency, time_zone = excluded.time_zone,
      settings = excluded.settings, managed_by = excluded.managed_by,
      version = organisation.version + (organisation.settings IS DISTINCT FROM excluded.settings)::int
    RETURNING id`,
};
const UPSERT_WORKLOAD: Statement = {
  name: 'workload-upsert',
  text: `INSERT INTO workload (id, org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (org_id, name) DO UPDATE SET settings = excluded.settings,
      managed_by = excluded.managed_by,
      version = workload.version + (workload.settings IS DISTINCT FROM excluded.settings)::int
    RETURNING id`,
};
const upsertOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-upsert`,
  text: `INSERT INTO ${table} (org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (org_id, name) DO UPDATE SET settings = excluded.settings,
      managed_by = excluded.managed_by,
      version = ${table}.version + (${table}.settings IS DISTINCT FROM excluded.settings)::int`,
});
const removeOwned = (table: 'provider' | 'alias'): Statement => ({
  name: `${table}-remove-others`,
  text: `DELETE FROM ${table} WHERE org_id = $1 AND managed_by = $2 AND NOT name = ANY ($3::text[])`,
});
const UPSERT = { provider: upsertOwned('provider'), alias: upsertOwned('alias') };
const REMOVE = { provider: removeOwned('provider'), alias: removeOwned('alias') };

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

@Injectable()
export class SettingsRepository {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  readOrganisations(ids: readonly OrganisationId[]): Promise<OrganisationRow[]> {
    return this.database.query(READ, [ids]);
  }

  readEpochs(): Promise<Epochs> {
    return readEpochs(this.database);
  }

  /** One writer at a time; until the end of the transaction. */
  async lock(tx: Tx): Promise<void> {
    await tx.query(LOCK);
  }

  /** By kind, then by name. */
  async readStored(queries: Queries, organisation: OrganisationId): Promise<StoredSetting[]> {
    const stored = await queries.query<StoredSetting>(READ_STORED, [organisation]);
    // Here, since pages of them are cut by names as they compare here, whatever the database's own order.
    return stored.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name));
  }

  /** @returns its id */
  async insert(
    tx: Tx,
    organisation: OrganisationId,
    kind: 'provider' | 'alias' | 'workload',
    { settings, managedBy, ownerId }: Pick<StoredSetting, 'settings' | 'managedBy' | 'ownerId'>,
  ): Promise<string> {
    const { name } = settings as { readonly name: string };
    if (kind !== 'workload') {
      await tx.query(INSERT[kind], [organisation, name, settings, managedBy]);
      return name;
    }
    const id = this.ids.workloadId();
    await tx.query(INSERT_WORKLOAD, [id, organisation, name, settings, managedBy, ownerId]);
    return id;
  }

  async update(tx: Tx, organisation: OrganisationId, changed: StoredSetting): Promise<void> {
    const { kind, id, settings, managedBy } = changed;
    const { name } = settings as { readonly name: string };
    await tx.query(UPDATE[kind], [organisation, id, name, settings, managedBy]);
  }

  async remove(
    tx: Tx,
    organisation: OrganisationId,
    { kind, id }: Pick<StoredSetting, 'id'> & { readonly kind: 'provider' | 'alias' | 'workload' },
  ): Promise<void> {
    await tx.query(DELETE[kind], [organisation, id]);
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

  async announceChange(tx: Tx, organisation: OrganisationId): Promise<void> {
    await bumpEpoch(tx, 'settings', organisation);
  }
}
