/** What each of several answers said, and whether it was so. */
export interface Judged {
  /** The probability that the answer gave itself. */
  readonly sure: number;
  readonly right: boolean;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export const shareOf = (values: readonly boolean[]): number => mean(values.map(Number));

/** Of a share of so many. */
export const standardError = (share: number, count: number): number =>
  Math.sqrt((share * (1 - share)) / Math.max(1, count));

/** Mean over the classes that there are of the harmonic mean of precision and recall. */
export function macroF1(gold: readonly number[], said: readonly number[]): number {
  const classes = [...new Set(gold)];
  return mean(
    classes.map((one) => {
      const right = gold.filter((value, at) => value === one && said[at] === one).length;
      const both = gold.filter((v) => v === one).length + said.filter((v) => v === one).length;
      return (2 * right) / both;
    }),
  );
}

/** Under the ROC curve: how often a yes is scored above a no; ties count half. */
export function areaUnderCurve(scores: readonly number[], gold: readonly boolean[]): number {
  const ranks = ranksOf(scores);
  const yes = gold.filter(Boolean).length;
  const no = gold.length - yes;
  const sum = ranks.reduce((total, rank, at) => total + (gold[at] ? rank : 0), 0);
  return (sum - (yes * (yes + 1)) / 2) / (yes * no);
}

/** Spearman's rank correlation. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const together = mean(x.map((rank, at) => (rank - meanX) * ((y[at] as number) - meanY)));
  const spread = (ranks: readonly number[], middle: number) =>
    Math.sqrt(mean(ranks.map((rank) => (rank - middle) ** 2)));
  return together / (spread(x, meanX) * spread(y, meanY));
}

/** From 1 on; equal values share the mean of theirs. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = [...values.keys()].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = Array<number>(values.length);
  for (let front = 0; front < order.length;) {
    let end = front;
    while (end < order.length && values[order[end] ?? 0] === values[order[front] ?? 0]) end++;
    for (const at of order.slice(front, end)) ranks[at] = (front + 1 + end) / 2;
    front = end;
  }
  return ranks;
}

const BINS = 10;

export interface Bin {
  readonly count: number;
  /** Means over the bin. */
  readonly sure: number;
  readonly right: number;
}

/** By tenths of what the answers gave themselves. */
export const binsOf = (judged: readonly Judged[]): readonly Bin[] =>
  Array.from({ length: BINS }, (_, bin) => {
    const inside = judged.filter(({ sure }) => Math.min(BINS - 1, Math.floor(sure * BINS)) === bin);
    return {
      count: inside.length,
      sure: mean(inside.map(({ sure }) => sure)),
      right: shareOf(inside.map(({ right }) => right)),
    };
  });

/** How far from the truth what answers give themselves is, on the whole. */
export const calibrationError = (judged: readonly Judged[]): number =>
  binsOf(judged).reduce(
    (sum, { count, sure, right }) => sum + (count * Math.abs(sure - right)) / judged.length,
    0,
  );
