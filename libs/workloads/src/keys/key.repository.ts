import { Injectable } from '@nestjs/common';
import type { OrganisationId, WorkloadId } from '#kernel';
import { bumpEpoch, Database, type Statement, type Tx } from '#platform';

export interface StoredKey {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
  readonly expiresAtMs: number | null;
}

export interface KeyOwner {
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
}

export interface NewKey {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
  readonly name: string;
  readonly env: 'live' | 'test';
  readonly hmac: Buffer;
  readonly managedBy: string;
}

/** Owns a key that was revoked by hand: no settings file has a say in it any more. */
const OPERATOR = 'operator';

const FIND: Statement = {
  name: 'key-find-active',
  text: `SELECT id, org_id, workload_id, expires_at FROM virtual_key
    WHERE hmac = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};
// A key that comes back into the settings file counts again, unless an operator has revoked it: the file may
// lie on many machines, and whoever has the key must not get it back by one that is restarted. One that another organisation's file names
// now leaves the former owner: organisation and workload of a key always belong together.
const UPSERT: Statement = {
  name: 'key-upsert',
  text: `WITH former AS (SELECT org_id FROM virtual_key WHERE hmac = $6)
    INSERT INTO virtual_key (id, org_id, workload_id, name, env, hmac, managed_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (hmac) DO UPDATE SET org_id = excluded.org_id, workload_id = excluded.workload_id,
      name = excluded.name, managed_by = excluded.managed_by, revoked_at = NULL
    WHERE virtual_key.managed_by <> '${OPERATOR}'
    RETURNING (SELECT org_id FROM former) AS former`,
};
const REVOKE: Statement = {
  name: 'key-revoke',
  text: `UPDATE virtual_key SET revoked_at = coalesce(revoked_at, now()), managed_by = '${OPERATOR}'
    WHERE id = $1 AND managed_by <> '${OPERATOR}'
    RETURNING org_id AS "organisationId", workload_id AS "workloadId"`,
};
const FIND_REVOKED: Statement = {
  name: 'key-find-revoked',
  text: 'SELECT id FROM virtual_key WHERE id = ANY ($1::text[]) AND revoked_at IS NOT NULL',
};
const REVOKE_OTHERS: Statement = {
  name: 'key-revoke-others-of-file',
  text: `UPDATE virtual_key SET revoked_at = now()
    WHERE org_id = $1 AND managed_by = 'file' AND revoked_at IS NULL AND NOT hmac = ANY ($2::bytea[])`,
};

@Injectable()
export class KeyRepository {
  constructor(private readonly database: Database) {}

  async findActiveKeyByHash(hmac: Buffer): Promise<StoredKey | undefined> {
    const [row] = await this.database.query<{
      id: string;
      org_id: OrganisationId;
      workload_id: WorkloadId;
      expires_at: Date | null;
    }>(FIND, [hmac]);
    return (
      row && {
        id: row.id,
        organisationId: row.org_id,
        workloadId: row.workload_id,
        expiresAtMs: row.expires_at?.getTime() ?? null,
      }
    );
  }

  /** Of these public ids. */
  async findRevoked(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(FIND_REVOKED, [ids]);
    return rows.map(({ id }) => id);
  }

  /** False: an operator has revoked it, and that stands. */
  async upsertKey(tx: Tx, key: NewKey): Promise<boolean> {
    const [row] = await tx.query<{ former: OrganisationId | null }>(UPSERT, [
      key.id,
      key.organisationId,
      key.workloadId,
      key.name,
      key.env,
      key.hmac,
      key.managedBy,
    ]);
    const owners = new Set([key.organisationId, row?.former ?? key.organisationId]);
    for (const owner of owners) await bumpEpoch(tx, 'keys', owner);
    return row !== undefined;
  }

  /** Keys that a settings file no longer names stop working. */
  async revokeOthersOfFile(tx: Tx, organisation: OrganisationId, kept: readonly Buffer[]) {
    await tx.query(REVOKE_OTHERS, [organisation, kept]);
    await bumpEpoch(tx, 'keys', organisation);
  }

  /**
   * For good: no settings file brings it back.
   * @returns whose key it was; undefined where there is no such key, or it was revoked so before
   */
  async revokeKey(tx: Tx, id: string): Promise<KeyOwner | undefined> {
    const [owner] = await tx.query<KeyOwner>(REVOKE, [id]);
    if (owner) await bumpEpoch(tx, 'keys', owner.organisationId);
    return owner;
  }
}
