import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { seriesConditions } from '../filters.js';
import {
  OF_GROUP,
  rangeOf,
  SERIES_MAX,
  sourceOf,
  type UsageAsked,
  type UsageGroup,
  type UsageInterval,
} from './read-usage.js';

interface SpendPoint {
  readonly at: Date;
  /** Null: of all groups that are not told apart. */
  readonly group: string | null;
  /** In nano-units, as decimal text. */
  readonly nano: string;
}

interface Row {
  readonly at: Date;
  readonly name: string;
  readonly nano: string;
}

/** What a range cost, by hours or days, and in each by groups, of which the dearest stand for themselves. */
export async function readSpend(
  queries: Queries,
  organisationId: string,
  asked: UsageAsked,
  interval: UsageInterval,
  group: Exclude<UsageGroup, 'day'>,
): Promise<readonly SpendPoint[]> {
  const range = await rangeOf(queries, organisationId, asked, interval);
  const where = new Conditions();
  const source = sourceOf(where, organisationId, range, ['nano']);
  const rows = await ask<Row>(
    queries,
    `SELECT date_trunc('${interval}', u.at, ${where.value(range.timeZone)}) AS at,
       coalesce(${OF_GROUP[group]}, '') AS name, coalesce(sum(u.nano), 0) AS nano
     FROM (${source}) u JOIN usage_series s ON s.id = u.series_id
     WHERE ${seriesConditions(where.beside(), asked).text} GROUP BY 1, 2 ORDER BY 1, 2`,
    where,
  );
  const dearest = dearestOf(rows);
  const nameOf = ({ name }: Row) => (dearest.has(name) ? name : '');
  const points = Map.groupBy(rows, (row) => `${row.at.getTime()} ${nameOf(row)}`);
  return [...points.values()].flatMap((alike) => {
    const [first] = alike;
    return first
      ? [{ at: first.at, group: nameOf(first) || null, nano: String(sumOf(alike)) }]
      : [];
  });
}

function dearestOf(rows: readonly Row[]): ReadonlySet<string> {
  const sums = [...Map.groupBy(rows, ({ name }) => name)].map(
    ([name, alike]) => [name, sumOf(alike)] as const,
  );
  const dearest = sums.toSorted(([, a], [, b]) => Number(b > a) - Number(b < a));
  return new Set(dearest.slice(0, SERIES_MAX).map(([name]) => name));
}

const sumOf = (rows: readonly Row[]): bigint =>
  rows.reduce((sum, { nano }) => sum + BigInt(nano), 0n);
