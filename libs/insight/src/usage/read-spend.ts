import type { Queries } from '#platform';
import {
  OF_GROUP,
  readPoints,
  SERIES_MAX,
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
  const name = () => `coalesce(${OF_GROUP[group]}, '')`;
  const points = await readPoints(queries, organisationId, asked, interval, ['nano'], name);
  const rows = points as readonly object[] as readonly Row[];
  const dearest = dearestOf(rows);
  const nameOf = ({ name }: Row) => (dearest.has(name) ? name : '');
  const alikes = Map.groupBy(rows, (row) => `${row.at.getTime()} ${nameOf(row)}`);
  return [...alikes.values()].flatMap((alike) => {
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
