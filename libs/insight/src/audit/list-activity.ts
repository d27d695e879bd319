import type { Entry } from '#audit';
import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { readEntry } from './read-entry.js';
import type { CallPlace } from './list-calls.js';

export interface Activity {
  readonly id: string;
  readonly at: Date;
  /** Null where it cannot be read. */
  readonly entry: Entry | null;
  /** What the actor and the key are called, while they are there. */
  readonly actorName: string | null;
}

export interface ActivityAsked {
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  /** As in `workload.update`, or how it begins. */
  readonly action?: string | undefined;
  /** As in `member 0193…`. */
  readonly actor?: string | undefined;
  readonly limit: number;
  readonly after?: CallPlace | undefined;
}

/** What was done to the gateway and to its log, newest first. */
export async function listActivity(
  queries: Queries,
  organisationId: string,
  { from, to, action, actor, limit, after }: ActivityAsked,
): Promise<readonly Activity[]> {
  const where = new Conditions()
    .where(organisationId, (id) => `r.org_id = ${id}`)
    .always(`r.type IN ('admin', 'erasure', 'key_rotation', 'fork', 'retention')`)
    .where(from, (at) => `r.at >= ${at}`)
    .where(to, (at) => `r.at < ${at}`);
  if (action !== undefined) {
    const said = Buffer.from(`"action":${JSON.stringify(action).slice(0, -1)}`);
    where.where(said, (text) => `position(${text} IN r.entry) > 0`);
  }
  if (actor !== undefined) {
    const said = Buffer.from(`"actor":${JSON.stringify(actor)}`);
    where.where(said, (text) => `position(${text} IN r.entry) > 0`);
  }
  if (after) {
    where.where(after.at, (at) => `(r.at, r.id) < (${at}, ${where.value(after.id)})`);
  }
  const most = where.value(limit);
  const rows = await ask<{ id: string; at: Date; entry: Buffer }>(
    queries,
    `SELECT r.id, r.at, r.entry FROM audit_row r WHERE ${where.text}
     ORDER BY r.at DESC, r.id DESC LIMIT ${most}`,
    where,
  );
  const listed = rows.map(({ id, at, entry }) => ({ id, at, entry: readEntry(entry.toString()) }));
  const names = await actorNames(queries, organisationId, listed.map(actorIdOf));
  return listed.map((one) => ({ ...one, actorName: names.get(actorIdOf(one)) ?? null }));
}

/** `member 0193…` or `token Ab12…`, as the log has it. */
const actorIdOf = ({ entry }: { readonly entry: Entry | null }): string =>
  String(entry?.detail?.['actor'] ?? '').split(' ')[1] ?? '';

async function actorNames(
  queries: Queries,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter(Boolean);
  if (wanted.length === 0) return new Map();
  const rows = await queries.query<{ id: string; name: string }>(
    {
      name: 'activity-actors',
      text: `SELECT id::text, name FROM member WHERE org_id = $1 AND id::text = ANY ($2)
        UNION ALL SELECT id, name FROM admin_token WHERE org_id = $1 AND id = ANY ($2)`,
    },
    [organisationId, wanted],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
