import type { OrganisationId } from '#kernel';
import { bumpEpoch, type Queries, type Statement, type Tx } from '#platform';

/** Of one organisation: who has more disables providers. */
export const PAUSES_MAX = 1_000;

/** An endpoint that no call is sent to until it is resumed. */
export interface Pause {
  readonly provider: string;
  /** Without its provider; empty for all of the provider. */
  readonly model: string;
  readonly reason: string;
  readonly at: Date;
  /** Who did it; null where a token did, or the member is gone. */
  readonly memberName: string | null;
}

type Place = Pick<Pause, 'provider' | 'model'>;

const LIST: Statement = {
  name: 'pauses-list',
  text: `SELECT e.provider, e.model, e.reason, e.at, m.name AS "memberName"
    FROM endpoint_pause e LEFT JOIN member m ON m.id = e.member_id
    WHERE e.org_id = $1 ORDER BY e.provider, e.model`,
};
const COUNT: Statement = {
  name: 'pauses-count',
  text: 'SELECT count(*)::int AS count FROM endpoint_pause WHERE org_id = $1',
};
const PAUSE: Statement = {
  name: 'endpoint-pause',
  text: `INSERT INTO endpoint_pause (org_id, provider, model, reason, member_id)
    SELECT $1, name, $3, $4, $5 FROM provider WHERE org_id = $1 AND name = $2
    ON CONFLICT (org_id, provider, model) DO UPDATE
      SET reason = excluded.reason, member_id = excluded.member_id, at = excluded.at
    RETURNING provider`,
};
const RESUME: Statement = {
  name: 'endpoint-resume',
  text: `DELETE FROM endpoint_pause WHERE org_id = $1 AND provider = $2 AND model = $3
    RETURNING reason`,
};
const BEGIN_ANEW: Statement = {
  name: 'provider-health-round',
  text: `UPDATE provider SET health_round = health_round + 1 WHERE org_id = $1 AND name = $2
    RETURNING health_round`,
};

export async function listPauses(
  queries: Queries,
  organisation: OrganisationId,
): Promise<readonly Pause[]> {
  return queries.query<Pause>(LIST, [organisation]);
}

export async function countPauses(tx: Tx, organisation: OrganisationId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT, [organisation]);
  return row?.count ?? 0;
}

/** One that is paused already gets the new reason. @returns false where there is no such provider */
export async function pauseEndpoint(
  tx: Tx,
  organisation: OrganisationId,
  { provider, model, reason }: Place & Pick<Pause, 'reason'>,
  memberId: string | null,
): Promise<boolean> {
  const rows = await tx.query(PAUSE, [organisation, provider, model, reason, memberId]);
  return announced(tx, organisation, rows);
}

/** @returns why it had been paused; undefined where it was not */
export async function resumeEndpoint(
  tx: Tx,
  organisation: OrganisationId,
  { provider, model }: Place,
): Promise<string | undefined> {
  const rows = await tx.query<{ reason: string }>(RESUME, [organisation, provider, model]);
  await announced(tx, organisation, rows);
  return rows[0]?.reason;
}

/** Breakers of a provider and waits that it asked for are forgotten by all replicas. @returns false where there is none */
export async function forgetHealth(
  tx: Tx,
  organisation: OrganisationId,
  provider: string,
): Promise<boolean> {
  return announced(tx, organisation, await tx.query(BEGIN_ANEW, [organisation, provider]));
}

async function announced(
  tx: Tx,
  organisation: OrganisationId,
  rows: readonly unknown[],
): Promise<boolean> {
  if (rows.length > 0) await bumpEpoch(tx, 'settings', organisation);
  return rows.length > 0;
}
