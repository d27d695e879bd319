import { Injectable } from '@nestjs/common';
import type { OrganisationId, WorkloadId } from '#kernel';
import { bumpEpoch, type Queries, type Statement, type Tx } from '#platform';

/** A key as people see it: everything but its secret, of which only an HMAC is stored. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly env: 'live' | 'test';
  readonly workloadId: WorkloadId;
  readonly workloadName: string;
  readonly status: KeyStatus;
  readonly createdAt: Date;
  /** The member who made it, where one did. */
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** A minute late at most. */
  readonly lastUsedAt: Date | null;
  /** The key that takes its place. */
  readonly rotatedTo: string | null;
  readonly managedBy: string;
  readonly version: number;
  /** Its place in the list that was asked for. */
  readonly place: string;
}

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** What a list of keys is in the order of; keys without it come last, and first when it is turned. */
const ORDERS = {
  created_at: { column: 'k.created_at', type: 'timestamptz' },
  expires_at: { column: `coalesce(k.expires_at, 'infinity')`, type: 'timestamptz' },
  last_used_at: { column: `coalesce(k.last_used_at, '-infinity')`, type: 'timestamptz' },
  name: { column: 'k.name', type: 'text' },
} as const;
export type KeyOrder = keyof typeof ORDERS;
export const KEY_ORDERS = Object.keys(ORDERS) as readonly KeyOrder[];

export interface KeyQuery {
  readonly order: KeyOrder;
  readonly isDescending: boolean;
  readonly limit: number;
  /** Place and id of the key before. */
  readonly after?: readonly [place: string, id: string] | undefined;
  /** Only of the workloads that this member owns. */
  readonly ownerId?: string | null | undefined;
  readonly workloadId?: string | undefined;
  readonly env?: string | undefined;
  readonly status?: string | undefined;
}

export interface KeyToIssue {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly workloadId: string;
  readonly name: string;
  readonly env: 'live' | 'test';
  readonly hmac: Buffer;
  readonly expiresAt: Date | null;
  readonly createdBy: string | null;
}

const STATUS = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
  WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END`;
const COLUMNS = `k.id, k.name, k.env, k.workload_id AS "workloadId", w.name AS "workloadName",
  ${STATUS} AS status, k.created_at AS "createdAt", k.created_by AS "createdBy",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt",
  k.rotated_to AS "rotatedTo", k.managed_by AS "managedBy", k.version`;
const FROM = 'FROM virtual_key k JOIN workload w ON w.id = k.workload_id WHERE k.org_id = $1';

/** One for each order. */
function listIn(order: KeyOrder, isDescending: boolean): Statement {
  const { column, type } = ORDERS[order];
  const direction = isDescending ? 'DESC' : 'ASC';
  return {
    name: `keys-list-${order}-${direction}`,
    text: `SELECT ${COLUMNS}, (${column})::text AS place ${FROM}
      AND ($2::uuid IS NULL OR w.owner_id = $2)
      AND ($3::uuid IS NULL OR k.workload_id = $3)
      AND ($4::text IS NULL OR k.env = $4)
      AND ($5::text IS NULL OR ${STATUS} = $5)
      AND ($6::text IS NULL OR (${column}, k.id) ${isDescending ? '<' : '>'} ($6::${type}, $7))
      ORDER BY ${column} ${direction}, k.id ${direction} LIMIT $8`,
  };
}
const LISTS = new Map(
  KEY_ORDERS.flatMap((order) =>
    [true, false].map((turned) => [`${order} ${turned}`, listIn(order, turned)] as const),
  ),
);
const FIND: Statement = {
  name: 'keys-find',
  text: `SELECT ${COLUMNS}, '' AS place ${FROM} AND k.id = $2 AND ($3::uuid IS NULL OR w.owner_id = $3)
    FOR UPDATE OF k`,
};
const COUNT: Statement = {
  name: 'keys-count-active',
  text: `SELECT count(*)::int AS count FROM virtual_key WHERE workload_id = $1
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};
const INSERT: Statement = {
  name: 'keys-insert',
  text: `INSERT INTO virtual_key
      (id, org_id, workload_id, name, env, hmac, expires_at, created_by, managed_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'console')`,
};
const UPDATE: Statement = {
  name: 'keys-update',
  text: `UPDATE virtual_key SET name = $2, expires_at = $3, version = version + 1 WHERE id = $1`,
};
const ROTATE: Statement = {
  name: 'keys-rotate',
  text: `UPDATE virtual_key SET rotated_to = $2, version = version + 1,
      expires_at = least(expires_at, now() + $3::int * interval '1 s'),
      revoked_at = CASE WHEN $3::int = 0 THEN now() END
    WHERE id = $1`,
};

/** Keys that people issue. Whoever calls has opened the transaction, and writes the entry of the log. */
@Injectable()
export class IssuedKeys {
  list(
    queries: Queries,
    organisation: OrganisationId,
    { order, isDescending, limit, after, ownerId, workloadId, env, status }: KeyQuery,
  ): Promise<IssuedKey[]> {
    const statement = LISTS.get(`${order} ${isDescending}`) as Statement;
    const [place = null, id = null] = after ?? [];
    const filters = [ownerId ?? null, workloadId ?? null, env ?? null, status ?? null];
    return queries.query(statement, [organisation, ...filters, place, id, limit]);
  }

  /** @param ownerId of its workload; null finds it whoever owns that */
  async find(
    tx: Tx,
    organisation: OrganisationId,
    id: string,
    ownerId: string | null = null,
  ): Promise<IssuedKey | undefined> {
    const [key] = await tx.query<IssuedKey>(FIND, [organisation, id, ownerId]);
    return key;
  }

  async countActive(tx: Tx, workloadId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(COUNT, [workloadId]);
    return row?.count ?? 0;
  }

  async issue(tx: Tx, key: KeyToIssue): Promise<void> {
    const { id, organisationId, workloadId, name, env, hmac, expiresAt, createdBy } = key;
    const values = [id, organisationId, workloadId, name, env, hmac, expiresAt, createdBy];
    await tx.query(INSERT, values);
    await bumpEpoch(tx, 'keys', organisationId);
  }

  async update(
    tx: Tx,
    organisation: OrganisationId,
    { id, name, expiresAt }: Pick<IssuedKey, 'id' | 'name' | 'expiresAt'>,
  ): Promise<void> {
    await tx.query(UPDATE, [id, name, expiresAt]);
    await bumpEpoch(tx, 'keys', organisation);
  }

  /** Another takes its place; it goes on for the overlap, or not at all. */
  async giveWay(
    tx: Tx,
    organisation: OrganisationId,
    { id, to, overlapSeconds }: { id: string; to: string; overlapSeconds: number },
  ): Promise<void> {
    await tx.query(ROTATE, [id, to, overlapSeconds]);
    await bumpEpoch(tx, 'keys', organisation);
  }
}
