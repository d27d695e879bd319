import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { seriesConditions } from '../filters.js';
import { rangeOf, sourceOf, type UsageAsked } from './read-usage.js';

/** Surfaces whose answers may be kept for equal requests. */
const CONVERSATIONS = ['chat', 'messages', 'gemini', 'responses'];

interface CacheUse {
  /** When the day began, as the organisation's time zone has it. */
  readonly at: Date;
  /** Conversations that were answered. */
  readonly answered: number;
  /** Those among them that were answered out of the cache. */
  readonly hits: number;
  /** In nano-units, as decimal text: what the hits would have cost. */
  readonly savedNano: string;
}

interface Row {
  readonly at: Date;
  readonly answered: string;
  readonly hits: string;
  readonly saved: string;
}

/** By days; those without a call are left out. */
export async function readCacheUse(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
): Promise<readonly CacheUse[]> {
  const range = await rangeOf(queries, organisationId, asked);
  const where = new Conditions();
  const source = sourceOf(where, organisationId, range, ['requests', 'saved']);
  const rows = await ask<Row>(
    queries,
    `SELECT date_trunc('day', u.at, ${where.value(range.timeZone)}) AS at, sum(u.requests) AS answered,
       coalesce(sum(u.requests) FILTER (WHERE s.cache_hit = 'exact'), 0) AS hits, sum(u.saved) AS saved
     FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
     WHERE s.outcome = 'ok' AND s.surface = ANY (${where.value(CONVERSATIONS)}::text[])
       AND ${seriesConditions(where.beside(), asked).text}
     GROUP BY 1 ORDER BY 1`,
    where,
  );
  return rows.map(({ at, answered, hits, saved }) => ({
    at,
    answered: Number(answered),
    hits: Number(hits),
    savedNano: saved,
  }));
}
