import type { Target } from '../../support/targets.js';

/** What was found right, found wrong and missed. */
export interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

export const noCounts = (): Counts => ({ right: 0, wrong: 0, missed: 0 });

export const precisionOf = ({ right, wrong }: Counts): number => right / Math.max(1, right + wrong);
export const recallOf = ({ right, missed }: Counts): number => right / Math.max(1, right + missed);

/** F of recall weighed `beta` times as much as precision: 2 where what is missed costs more. */
export function fOf(counts: Counts, beta: number): number {
  const [precision, recall] = [precisionOf(counts), recallOf(counts)];
  const weight = beta * beta;
  const below = weight * precision + recall;
  return below === 0 ? 0 : ((1 + weight) * precision * recall) / below;
}

export const addCounts = (all: readonly Counts[]): Counts =>
  all.reduce<Counts>(
    (sum, { right, wrong, missed }) => ({
      right: sum.right + right,
      wrong: sum.wrong + wrong,
      missed: sum.missed + missed,
    }),
    noCounts(),
  );

/** A line of the report. */
export interface Row {
  readonly name: string;
  readonly counts: Counts;
}

export interface Section {
  readonly title: string;
  /** How the texts were chosen and what counts as right. */
  readonly how: string;
  readonly rows: readonly Row[];
  readonly targets: readonly Target[];
}

export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Adds what was found of one kind in one text, by exact spans. */
export function countSpans(counts: Counts, found: readonly Span[], marked: readonly Span[]): void {
  const open = new Set(marked.map(({ start, end }) => `${start}:${end}`));
  for (const { start, end } of found) {
    if (open.delete(`${start}:${end}`)) counts.right++;
    else counts.wrong++;
  }
  counts.missed += open.size;
}
