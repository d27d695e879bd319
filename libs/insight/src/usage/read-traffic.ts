import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { seriesConditions } from '../filters.js';
import { rangeOf, sourceOf, type UsageAsked } from './read-usage.js';

/** More than an organisation has workloads times models; the rarest are left out. */
const GROUPS_MAX = 5_000;

/** Calls of a workload to an endpoint, or such as the residency policy kept from all of them. */
export interface TrafficSums {
  readonly workloadId: string;
  /** As served; as asked for where it was blocked. */
  readonly model: string;
  readonly isBlocked: boolean;
  readonly requests: number;
}

interface Row {
  readonly isTotal: number;
  readonly workloadId: string;
  readonly model: string;
  readonly fate: 'blocked' | 'served' | null;
  readonly requests: string;
}

/** All calls of a range, and those whose place was chosen or refused, by workload and model. */
export async function readTraffic(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
): Promise<{ readonly requests: number; readonly groups: readonly TrafficSums[] }> {
  const range = await rangeOf(queries, organisationId, asked);
  const where = new Conditions();
  const source = sourceOf(where, organisationId, range, ['requests']);
  const [total, ...groups] = await ask<Row>(
    queries,
    `SELECT grouping(t.model) AS "isTotal", t."workloadId", t.model, t.fate, sum(t.requests) AS requests
     FROM (
       SELECT u.requests, s.workload_id::text AS "workloadId", s.model,
         CASE WHEN s.refusal = 'residency_blocked' THEN 'blocked'
           WHEN s.outcome <> 'refused' AND s.provider <> '' THEN 'served' END AS fate
       FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
       WHERE ${seriesConditions(where.beside(), asked).text}
     ) t
     GROUP BY GROUPING SETS ((t."workloadId", t.model, t.fate), ())
     HAVING grouping(t.model) = 1 OR t.fate IS NOT NULL
     ORDER BY 1 DESC, 5 DESC LIMIT ${GROUPS_MAX + 1}`,
    where,
  );
  return {
    requests: Number(total?.requests ?? 0),
    groups: groups.map(({ workloadId, model, fate, requests }) => ({
      workloadId,
      model,
      isBlocked: fate === 'blocked',
      requests: Number(requests),
    })),
  };
}
