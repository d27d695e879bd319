import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { seriesConditions } from '../filters.js';
import { rangeOf, type UsageAsked } from './read-usage.js';

/** Counted one by one: more of them are not waited for. */
const FACETS_MAX = 250_000;

export interface KindCounts {
  /** A day as 2026-11-20. */
  readonly days: readonly { readonly day: string; readonly kind: string; readonly calls: number }[];
  /** Only the newest are counted: there are too many. */
  readonly isPartial: boolean;
}

/** In how many calls of each day of the organisation's time zone something of a kind was found. */
export async function countKinds(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
): Promise<KindCounts> {
  const { timeZone } = await rangeOf(queries, organisationId, asked);
  const where = new Conditions();
  const facets = where.beside();
  facets
    .where(organisationId, (org) => `f.org_id = ${org} AND f.facet = 'kind'`)
    .where(asked.from, (from) => `f.at >= ${from}`)
    .where(asked.to, (to) => `f.at < ${to}`);
  const series = seriesConditions(where.beside(), asked).text;
  const rows = await ask<{ day: string; kind: string; calls: string; counted: string }>(
    queries,
    `WITH newest AS MATERIALIZED (
       SELECT f.at, f.value, f.series_id FROM audit_facet f
       WHERE ${facets.text} ORDER BY f.at DESC LIMIT ${FACETS_MAX}
     )
     SELECT k.day, k.kind, sum(k.n) AS calls, (SELECT count(*) FROM newest) AS counted FROM (
       SELECT to_char(f.at AT TIME ZONE ${where.value(timeZone)}, 'YYYY-MM-DD') AS day, f.value AS kind,
         f.series_id, count(*) AS n
       FROM newest f GROUP BY 1, 2, 3
     ) k JOIN usage_series s ON s.id = k.series_id
     WHERE ${series} GROUP BY k.day, k.kind ORDER BY k.day, calls DESC, k.kind`,
    where,
  );
  return {
    days: rows.map(({ day, kind, calls }) => ({ day, kind, calls: Number(calls) })),
    isPartial: Number(rows[0]?.counted ?? 0) >= FACETS_MAX,
  };
}
