import type { Entry } from '#audit';
import { AUTO_NAME } from '#call';
import type { Queries, Statement } from '#platform';
import { readEntry } from './read-entry.js';

const CALLS: Statement = {
  name: 'audit-auto-calls',
  text: `SELECT r.entry FROM (
      SELECT f.at, f.id FROM audit_facet f
      WHERE f.org_id = $1 AND f.facet = 'alias' AND f.value = $2 AND f.at >= $3
      ORDER BY f.at DESC, f.id DESC LIMIT $4
    ) f JOIN audit_row r ON r.id = f.id AND r.at = f.at`,
};

/** Sealed calls to `gw/auto` since a moment that were answered, the newest so many of them. */
export async function readAutoCalls(
  queries: Queries,
  organisationId: string,
  { from, limit }: { readonly from: Date; readonly limit: number },
): Promise<readonly Entry[]> {
  const rows = await queries.query<{ readonly entry: Buffer }>(CALLS, [
    organisationId,
    AUTO_NAME,
    from,
    limit,
  ]);
  return rows.flatMap(({ entry: text }) => {
    const entry = readEntry(text.toString());
    return entry?.type === 'call' && entry.auto && entry.tokens ? [entry] : [];
  });
}
