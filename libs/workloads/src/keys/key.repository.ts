import { Injectable } from '@nestjs/common';
import type { OrganisationId, WorkloadId } from '#kernel';
import { bumpEpoch, Database, type Statement, type Tx } from '#platform';

export interface StoredKey {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
  readonly expiresAtMs: number | null;
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

const FIND: Statement = {
  name: 'key-find-active',
  text: `SELECT id, org_id, workload_id, expires_at FROM virtual_key
    WHERE hmac = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};
// A key that comes back into the settings file counts again. One that another organisation's file names
// now leaves the former owner: organisation and workload of a key always belong together.
const UPSERT: Statement = {
  name: 'key-upsert',
  text: `WITH former AS (SELECT org_id FROM virtual_key WHERE hmac = $6)
    INSERT INTO virtual_key (id, org_id, workload_id, name, env, hmac, managed_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (hmac) DO UPDATE SET org_id = excluded.org_id, workload_id = excluded.workload_id,
      name = excluded.name, managed_by = excluded.managed_by, revoked_at = NULL
    RETURNING (SELECT org_id FROM former) AS former`,
};
const REVOKE: Statement = {
  name: 'key-revoke',
  text: `UPDATE virtual_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING org_id`,
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

  async upsertKey(tx: Tx, key: NewKey): Promise<void> {
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
  }

  /** Keys that a settings file no longer names stop working. */
  async revokeOthersOfFile(tx: Tx, organisation: OrganisationId, kept: readonly Buffer[]) {
    await tx.query(REVOKE_OTHERS, [organisation, kept]);
    await bumpEpoch(tx, 'keys', organisation);
  }

  /** False when there was no such active key. */
  async revokeKey(id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [revoked] = await tx.query<{ org_id: OrganisationId }>(REVOKE, [id]);
      if (revoked) await bumpEpoch(tx, 'keys', revoked.org_id);
      return revoked !== undefined;
    });
  }
}
