/** Rows behind each other of one log, by their numbers; both are included. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

/** As an entry of the type `retention` has them: `0-1201 1203-1350`. */
export const writeRuns = (runs: readonly Run[]): string =>
  runs.map(({ first, last }) => `${first}-${last}`).join(' ');

const RUN = /^(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/;

/** Undefined when it is no list of runs in their order. */
export function readRuns(text: string): Run[] | undefined {
  const runs: Run[] = [];
  for (const word of text.split(' ')) {
    const [, first, last] = RUN.exec(word) ?? [];
    const run = { first: Number(first), last: Number(last) };
    if (first === undefined || run.last < run.first) return undefined;
    if (run.first <= (runs.at(-1)?.last ?? -1)) return undefined;
    runs.push(run);
  }
  return runs;
}

/** Rows of one log that its entries say are dropped. */
export class PrunedRows {
  private readonly runs: readonly Run[];

  /** @param runs of any number of entries, in any order */
  constructor(runs: readonly Run[]) {
    this.runs = runs.toSorted((a, b) => a.first - b.first);
  }

  /** Of rows that are asked for in ascending order. */
  private at = 0;

  /** Whether this row is one of them. Each asked for lies behind the one before. */
  has(seq: number): boolean {
    while (this.at < this.runs.length && (this.runs[this.at] as Run).last < seq) this.at++;
    const run = this.runs[this.at];
    return run !== undefined && run.first <= seq;
  }
}

export const countOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);
