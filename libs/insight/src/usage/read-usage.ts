import type { Queries, Statement } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { seriesConditions, type SeriesFilters } from '../filters.js';
import { percentile, PLACES } from './spans.js';

export const USAGE_GROUPS = [
  'workload',
  'key',
  'member',
  'model',
  'provider',
  'jurisdiction',
  'surface',
  'outcome',
  'day',
] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];
export type UsageInterval = 'hour' | 'day';

/** More groups are no table for people; their sums are in the total all the same. */
const GROUPS_MAX = 500;
/** Told apart in a chart; the others are one. */
export const SERIES_MAX = 8;
const DAY_MS = 24 * 3_600_000;

export interface UsageAsked extends SeriesFilters {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** Money in nano-units, as decimal text; latencies in whole milliseconds, within a fifth. */
export interface UsageSums {
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly pages: number;
  readonly nano: string;
  /** Values that were kept from leaving. */
  readonly protected: number;
  readonly latencyP50: number | null;
  readonly latencyP95: number | null;
  /** To the first token. */
  readonly firstP95: number | null;
}

export interface UsageOfGroup extends UsageSums {
  /** An id or a name, as the log has it; a day as 2026-11-20. */
  readonly group: string;
}

export interface UsagePoint {
  readonly at: Date;
  /** Null: of all groups that are not told apart. */
  readonly group: string | null;
  readonly requests: number;
  readonly refused: number;
  readonly tokens: number;
  readonly nano: string;
  readonly protected: number;
  readonly firstP95: number | null;
}

/** Sums of integers come as text, times as dates. */
interface Row {
  readonly [column: string]: string | number | Date | null | undefined;
}

const SUMS = ['tokens_in', 'tokens_out', 'cache_read', 'cache_write', 'pages', 'nano', 'protected'];
const LATENCIES = PLACES.map((place) => `latency_${place}`);
const FIRSTS = PLACES.map((place) => `first_${place}`);
export const OF_GROUP: Readonly<Record<Exclude<UsageGroup, 'day'>, string>> = {
  workload: 's.workload_id::text',
  key: 's.key_id',
  member: 's.member_id',
  model: 's.model',
  provider: 's.provider',
  jurisdiction: 's.jurisdiction',
  surface: 's.surface',
  outcome: 's.outcome',
};

/** Which percentiles are told: counting both costs twice as much. */
type UsageSpans = 'latency' | 'first';

const COLUMNS: Readonly<Record<UsageSpans, readonly string[]>> = {
  latency: [...SUMS, ...LATENCIES],
  first: [...SUMS, ...FIRSTS],
};

/** The total of a range, and the same by groups, the dearest first. */
export async function readUsage(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  group: UsageGroup,
): Promise<{ readonly total: UsageSums; readonly groups: readonly UsageOfGroup[] }> {
  const range = await rangeOf(queries, organisationId, asked);
  const where = new Conditions();
  const columns = COLUMNS.latency;
  const source = sourceOf(where, organisationId, range, ['requests', ...columns]);
  const name =
    group === 'day'
      ? `to_char(u.at AT TIME ZONE ${where.value(range.timeZone)}, 'YYYY-MM-DD')`
      : OF_GROUP[group];
  const rows = await ask<Row>(
    queries,
    `SELECT ${name} AS name, grouping(${name}) AS "isTotal", ${sumsOf(columns)}
     FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
     WHERE ${seriesConditions(where.beside(), asked).text}
     GROUP BY GROUPING SETS ((1), ())
     ORDER BY 2 DESC, ${group === 'day' ? 'name' : 'nano DESC, requests DESC'} LIMIT ${GROUPS_MAX + 1}`,
    where,
  );
  const [total, ...groups] = rows;
  return {
    total: readSums(total ?? {}),
    groups: groups.map((row) => ({ group: textOf(row['name']), ...readSums(row) })),
  };
}

/** The total of a range alone. */
export async function readTotal(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  spans: UsageSpans = 'latency',
): Promise<UsageSums> {
  const range = await rangeOf(queries, organisationId, asked);
  const where = new Conditions();
  const columns = COLUMNS[spans];
  const source = sourceOf(where, organisationId, range, ['requests', ...columns]);
  const [row = {}] = await ask<Row>(
    queries,
    `SELECT ${sumsOf(columns)} FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
     WHERE ${seriesConditions(where.beside(), asked).text}`,
    where,
  );
  return readSums(row);
}

/** The course of a range, with the time to the first token, and the sum of it: by hours or days, those without calls left out. */
export async function readCourse(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  interval: UsageInterval,
): Promise<{ readonly total: UsageSums; readonly points: readonly UsagePoint[] }> {
  const rows = await readPoints(queries, organisationId, asked, interval, COLUMNS.first, NO_GROUP);
  return { total: readSums(addUp(rows)), points: rows.map(pointOf) };
}

/** The same by groups, without times. @param told apart; the others are one, in each moment */
export async function readCourses(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  interval: UsageInterval,
  told: { readonly by: UsageGroup; readonly groups: readonly string[] },
): Promise<readonly UsagePoint[]> {
  const columns = ['tokens_in', 'tokens_out', 'nano', 'protected'];
  const { by, groups } = told;
  const name = (where: Conditions) =>
    by === 'day' ? NO_GROUP() : toldApart(where, OF_GROUP[by], groups);
  const rows = await readPoints(queries, organisationId, asked, interval, columns, name);
  return rows.map(pointOf);
}

const NO_GROUP = (): string => 'NULL::text';

/** Sums of these columns in each hour or day, by the name that SQL tells. */
export async function readPoints(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  interval: UsageInterval,
  columns: readonly string[],
  nameOf: (where: Conditions) => string,
): Promise<readonly Row[]> {
  const range = await rangeOf(queries, organisationId, asked, interval);
  const where = new Conditions();
  const source = sourceOf(where, organisationId, range, ['requests', ...columns]);
  return ask<Row>(
    queries,
    `SELECT date_trunc('${interval}', u.at, ${where.value(range.timeZone)}) AS at, ${nameOf(where)} AS name, ${sumsOf(columns)}
     FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
     WHERE ${seriesConditions(where.beside(), asked).text} GROUP BY 1, 2 ORDER BY 1, 2`,
    where,
  );
}

function pointOf(row: Row): UsagePoint {
  const sums = readSums(row);
  return {
    at: row['at'] as Date,
    group: textOf(row['name']) || null,
    requests: sums.requests,
    refused: sums.refused,
    tokens: sums.tokensIn + sums.tokensOut,
    nano: sums.nano,
    protected: sums.protected,
    firstP95: sums.firstP95,
  };
}

/** Column by column: adding some hundred rows here is cheaper than reading all of them once more. */
function addUp(rows: readonly Row[]): Row {
  const columns = ['requests', 'refused', 'failed', ...COLUMNS.first];
  return Object.fromEntries(
    columns.map((name) => [
      name,
      String(rows.reduce((sum, row) => sum + BigInt(row[name] as string), 0n)),
    ]),
  );
}

/** The name of a group that is told apart, null of the others. */
const toldApart = (where: Conditions, name: string, groups: readonly string[]): string =>
  `CASE WHEN ${name} = ANY (${where.value(groups.slice(0, SERIES_MAX))}::text[]) THEN ${name} END`;

/** A range as hours before its first whole day, whole days, and hours behind the last. */
interface Range {
  readonly from: Date;
  readonly firstDay: Date;
  readonly endDay: Date;
  readonly to: Date;
  readonly timeZone: string;
}

const BOUNDS: Statement = {
  name: 'usage-bounds',
  text: `SELECT z.zone AS "timeZone",
      date_trunc('day', $3::timestamptz, z.zone) AS "endDay",
      ((date_trunc('day', $2::timestamptz - interval '1 microsecond', z.zone) AT TIME ZONE z.zone)
        + interval '1 day') AT TIME ZONE z.zone AS "firstDay"
    FROM (SELECT coalesce((SELECT time_zone FROM usage_mark WHERE org_id = $1), 'UTC') AS zone) z`,
};

export async function rangeOf(
  queries: Queries,
  organisationId: string,
  { from, to }: UsageAsked,
  interval: UsageInterval = 'day',
): Promise<Range> {
  const [bounds] = await queries.query<Omit<Range, 'from' | 'to'>>(BOUNDS, [
    organisationId,
    from,
    to,
  ]);
  const { timeZone = 'UTC', firstDay = to, endDay = to } = bounds ?? {};
  const hasDays = interval === 'day' && endDay.getTime() - firstDay.getTime() >= DAY_MS;
  return hasDays
    ? { from, to, timeZone, firstDay, endDay }
    : { from, to, timeZone, firstDay: to, endDay: to };
}

/** An hour counts where it began. */
export function sourceOf(
  where: Conditions,
  organisationId: string,
  { from, to, firstDay, endDay }: Range,
  columns: readonly string[],
): string {
  const org = where.value(organisationId);
  const list = columns.map((column) => `u.${column}`).join(', ');
  const part = (table: string, moment: string, begin: Date, end: Date) =>
    begin < end
      ? [
          `SELECT u.${moment} AS at, u.series_id, ${list} FROM ${table} u
           WHERE u.org_id = ${org} AND u.${moment} >= ${where.value(begin)} AND u.${moment} < ${where.value(end)}`,
        ]
      : [];
  const parts = [
    ...part('usage_hour', 'hour', from, firstDay < to ? firstDay : to),
    ...part('usage_day', 'day', firstDay, endDay),
    ...part('usage_hour', 'hour', endDay < to ? endDay : to, to),
  ];
  const none = `SELECT now() AS at, u.series_id, ${list} FROM usage_hour u WHERE u.org_id = ${org} AND false`;
  return parts.length > 0 ? parts.join(' UNION ALL ') : none;
}

const sumsOf = (columns: readonly string[]): string =>
  [
    'coalesce(sum(u.requests), 0) AS requests',
    `coalesce(sum(u.requests) FILTER (WHERE s.outcome = 'refused'), 0) AS refused`,
    `coalesce(sum(u.requests) FILTER (WHERE s.outcome IN ('error', 'timeout')), 0) AS failed`,
    ...columns.map((column) => `coalesce(sum(u.${column}), 0) AS ${column}`),
  ].join(', ');

const textOf = (value: Row[string]): string => (typeof value === 'string' ? value : '');

function readSums(row: Row): UsageSums {
  const numberOf = (name: string) => Number(row[name] ?? 0);
  const latencies = LATENCIES.map(numberOf);
  return {
    requests: numberOf('requests'),
    refused: numberOf('refused'),
    failed: numberOf('failed'),
    tokensIn: numberOf('tokens_in'),
    tokensOut: numberOf('tokens_out'),
    cacheRead: numberOf('cache_read'),
    cacheWrite: numberOf('cache_write'),
    pages: numberOf('pages'),
    nano: textOf(row['nano']) || '0',
    protected: numberOf('protected'),
    latencyP50: percentile(latencies, 0.5),
    latencyP95: percentile(latencies, 0.95),
    firstP95: percentile(FIRSTS.map(numberOf), 0.95),
  };
}

const NAMES: Statement = {
  name: 'usage-names',
  text: `SELECT id::text, name FROM workload WHERE org_id = $1 AND id::text = ANY ($2)
    UNION ALL SELECT id, name FROM virtual_key WHERE org_id = $1 AND id = ANY ($2)
    UNION ALL SELECT id::text, name FROM member WHERE org_id = $1 AND id::text = ANY ($2)`,
};

/** What workloads, keys and members of these ids are called, as far as they are there. */
export async function namesOf(
  queries: Queries,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.query<{ id: string; name: string }>(NAMES, [organisationId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
