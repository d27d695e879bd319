import type { Queries } from '#platform';
import type { Run } from './pruned-rows.js';
import { COUNT_ROWS, LIST_PARTITIONS, LIST_RUNS } from './statements.js';

/** A month as in 2026-08; months sort as their texts do. */
export type Month = string;

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Open periods need it and the one before: what they spent, rates, calls that a crash left open. */
export const YOUNGEST_KEPT = 1;

export const monthOf = (ms: number): Month => new Date(ms).toISOString().slice(0, 7);

export function monthsAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + count, 1));
}

/** Its first moment, and that of the next one. */
export const boundsOf = (month: Month): readonly [Date, Date] => [
  new Date(`${month}-01T00:00:00Z`),
  new Date(`${monthsAfter(month, 1)}-01T00:00:00Z`),
];

export interface MonthSize {
  readonly month: Month;
  /** That may be dropped. */
  readonly rows: number;
  /** On disk, with its indexes. */
  readonly bytes: number;
  /** Rows that are in no log yet: such a month cannot be dropped. */
  readonly unsealed: number;
}

/** The months before this one that hold rows which may go, oldest first. */
export async function listMonths(queries: Queries, before: Month): Promise<readonly MonthSize[]> {
  const partitions = await queries.query<{ month: string; bytes: string }>(LIST_PARTITIONS);
  const months: MonthSize[] = [];
  for (const { month: digits, bytes } of partitions) {
    const month = `${digits.slice(0, 4)}-${digits.slice(4)}`;
    if (month >= before) continue;
    const [row] = await queries.query<{ rows: string; unsealed: string }>(
      COUNT_ROWS,
      boundsOf(month),
    );
    const rows = Number(row?.rows);
    if (rows === 0) continue;
    months.push({ month, rows, bytes: Number(bytes), unsealed: Number(row?.unsealed) });
  }
  return months;
}

export interface MonthRun extends Run {
  readonly organisationId: string;
  /** An entry says already that these rows are dropped. */
  readonly isSaid: boolean;
  readonly nano: bigint;
}

/** The rows of a month that go, as runs of neighbours in their logs. */
export async function listRuns(queries: Queries, month: Month): Promise<readonly MonthRun[]> {
  const rows = await queries.query<{
    organisationId: string;
    isSaid: boolean;
    first: string;
    last: string;
    nano: string;
  }>(LIST_RUNS, [...boundsOf(month), month]);
  return rows.map(({ organisationId, isSaid, first, last, nano }) => ({
    organisationId,
    isSaid,
    first: Number(first),
    last: Number(last),
    nano: BigInt(nano),
  }));
}
