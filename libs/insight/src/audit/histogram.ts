import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import {
  asksForFacets,
  facetConditions,
  rowConditions,
  seriesConditions,
  type CallFilters,
} from '../filters.js';

/** Of what is counted call by call; more of them are an estimate of nothing. */
const ROWS_MAX = 50_000;
const FACETS_MAX = 250_000;
const BUCKETS_MAX = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Half days are left out: beyond two weeks days are what people ask for, and there are fewer of them to read. */
const SECONDS = [60, 300, 900, 3_600, 10_800, 21_600, 86_400, 604_800, 2_592_000];

export interface Bucket {
  readonly at: Date;
  readonly calls: number;
  readonly refused: number;
  readonly failed: number;
}

export interface Histogram {
  readonly seconds: number;
  readonly buckets: readonly Bucket[];
  /** Only the newest calls are counted: there are too many to count one by one. */
  readonly isPartial: boolean;
}

interface Row {
  readonly at: Date;
  readonly calls: string;
  readonly refused: string;
  readonly failed: string;
}

type Asked = CallFilters & { readonly from: Date; readonly to: Date };

/** Calls over a range, by buckets: of whole hours from the sums, shorter ones from the calls themselves. */
export async function histogramOf(
  queries: Queries,
  organisationId: string,
  filters: Asked,
): Promise<Histogram> {
  const { text, from, to } = filters;
  const range = (to.getTime() - from.getTime()) / 1_000;
  const seconds = SECONDS.find((one) => range / one <= BUCKETS_MAX) ?? 2_592_000;
  const isOfFacets = asksForFacets(filters);
  const isSummed = !isOfFacets && text === undefined && seconds >= HOUR_SECONDS;
  const count = isOfFacets ? countFacets : isSummed ? countSums : countRows;
  const rows = await count(queries, organisationId, filters, seconds);
  const buckets = rows.map(({ at, calls, refused, failed }) => ({
    at,
    calls: Number(calls),
    refused: Number(refused),
    failed: Number(failed),
  }));
  const counted = buckets.reduce((sum, { calls }) => sum + calls, 0);
  const most = isOfFacets ? FACETS_MAX : ROWS_MAX;
  return { seconds, buckets, isPartial: !isSummed && counted >= most };
}

const bucketOf = (at: string, seconds: string, from: string): string =>
  `date_bin(make_interval(secs => ${seconds}), ${at}, ${from})`;

function countSums(
  queries: Queries,
  organisationId: string,
  filters: Asked,
  seconds: number,
): Promise<Row[]> {
  const where = new Conditions();
  const org = where.value(organisationId);
  const series = seriesConditions(where.beside(), filters).text;
  const from = where.value(new Date(Math.floor(filters.from.getTime() / 3_600_000) * 3_600_000));
  // Of days and weeks the days are enough: one that began before the range is counted with it.
  const [table, moment] =
    seconds >= DAY_SECONDS ? ['usage_day', 'u.day'] : ['usage_hour', 'u.hour'];
  const begin = seconds >= DAY_SECONDS ? `${from}::timestamptz - interval '1 day'` : from;
  // A day begins where the organisation's does, not at the hour at which the range does.
  const bucket =
    seconds === DAY_SECONDS
      ? moment
      : bucketOf(`greatest(${moment}, ${from})`, where.value(seconds), from);
  return ask(
    queries,
    `SELECT at, sum(requests) AS calls, coalesce(sum(requests) FILTER (WHERE s.outcome = 'refused'), 0) AS refused,
       coalesce(sum(requests) FILTER (WHERE s.outcome IN ('error', 'timeout')), 0) AS failed
     FROM (
       SELECT ${bucket} AS at, u.series_id, sum(u.requests) AS requests FROM ${table} u
       WHERE u.org_id = ${org} AND ${moment} ${seconds >= DAY_SECONDS ? '>' : '>='} ${begin} AND ${moment} < ${where.value(filters.to)}
       GROUP BY 1, 2
     ) u JOIN usage_series s ON s.id = u.series_id
     WHERE ${series} GROUP BY at ORDER BY at`,
    where,
  );
}

function countFacets(
  queries: Queries,
  organisationId: string,
  filters: Asked,
  seconds: number,
): Promise<Row[]> {
  const where = new Conditions();
  const org = where.value(organisationId);
  const [begin, step] = [where.value(filters.from), where.value(seconds)];
  facetConditions(where, org, filters);
  const series = seriesConditions(where.beside(), filters).text;
  return ask(
    queries,
    `SELECT at, sum(n) AS calls, coalesce(sum(n) FILTER (WHERE s.outcome = 'refused'), 0) AS refused,
       coalesce(sum(n) FILTER (WHERE s.outcome IN ('error', 'timeout')), 0) AS failed
     FROM (
       SELECT ${bucketOf('f.at', step, `${begin}::timestamptz`)} AS at, f.series_id, count(*) AS n
       FROM (
         SELECT f.at, f.series_id FROM audit_facet f WHERE ${where.text}
         ORDER BY f.at DESC LIMIT ${FACETS_MAX}
       ) f GROUP BY 1, 2
     ) f JOIN usage_series s ON s.id = f.series_id
     WHERE ${series} GROUP BY at ORDER BY at`,
    where,
  );
}

function countRows(
  queries: Queries,
  organisationId: string,
  filters: Asked,
  seconds: number,
): Promise<Row[]> {
  const where = rowConditions(new Conditions(), organisationId, filters);
  const [from, step] = [where.value(filters.from), where.value(seconds)];
  return ask(
    queries,
    `SELECT ${bucketOf('r.at', step, `${from}::timestamptz`)} AS at, count(*) AS calls,
       count(*) FILTER (WHERE outcome = 'refused') AS refused,
       count(*) FILTER (WHERE outcome IN ('error', 'timeout')) AS failed
     FROM (
       SELECT r.at, r.outcome FROM audit_row r WHERE ${where.text} ORDER BY r.at DESC LIMIT ${ROWS_MAX}
     ) r GROUP BY 1 ORDER BY 1`,
    where,
  );
}
