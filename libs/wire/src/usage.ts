/** Token and unit counts of one answer; all are non-negative integers. */
export interface Usage {
  /** Everything that went in: uncached + cacheRead + cacheWrite5m + cacheWrite1h. */
  readonly inputTotal: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Everything that came out, reasoning included. */
  readonly outputTotal: number;
  readonly reasoning: number;
  readonly audioIn: number;
  readonly audioOut: number;
  readonly imageIn: number;
  readonly images: number;
  readonly seconds: number;
  readonly pages: number;
  /** That the gateway made, not those that a model asked for. */
  readonly toolCalls: number;
}

export const NO_USAGE: Usage = {
  inputTotal: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  outputTotal: 0,
  reasoning: 0,
  audioIn: 0,
  audioOut: 0,
  imageIn: 0,
  images: 0,
  seconds: 0,
  pages: 0,
  toolCalls: 0,
};

/** Whether a provider's usage leaves its totals out: the zeros in their places are nobody's count. */
export interface Untold {
  readonly input: boolean;
  readonly output: boolean;
}

/** What a provider says that an answer used. */
export interface ToldUsage {
  readonly usage: Usage;
  /** Left out where both totals are told. */
  readonly untold?: Untold;
}

/** @param told which of the totals a usage has, as something to spread into a `ToldUsage` */
export const untoldOf = (told: Untold): Pick<ToldUsage, 'untold'> =>
  told.input && told.output ? {} : { untold: { input: !told.input, output: !told.output } };

/** The same usage with the totals that it leaves out taken from an estimate, where that has more. */
export const fillUntold = (usage: Usage, { input, output }: Untold, estimate: Usage): Usage =>
  mostUsage(usage, {
    ...NO_USAGE,
    ...(input && {
      inputTotal: estimate.inputTotal,
      audioIn: estimate.audioIn,
      imageIn: estimate.imageIn,
    }),
    ...(output && { outputTotal: estimate.outputTotal, audioOut: estimate.audioOut }),
  });

/** Of several counts of one answer, the largest in each unit: what was used is not given back. */
export function mostUsage(before: Usage | null, next: Usage): Usage {
  if (!before) return next;
  const most: Record<keyof Usage, number> = { ...next };
  for (const unit of Object.keys(most) as (keyof Usage)[]) {
    most[unit] = Math.max(most[unit], before[unit]);
  }
  return most;
}

/** Of several answers, in each unit. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum: Record<keyof Usage, number> = { ...NO_USAGE };
  for (const usage of usages) {
    for (const unit of Object.keys(sum) as (keyof Usage)[]) sum[unit] += usage[unit];
  }
  return sum;
}

/**
 * What stands beside the counts of an answer that was kept, in the format's own words, as something to spread into them:
 * clients let members pass that they do not know.
 */
export const cachedUsage = (cached: Usage | undefined, write: (usage: Usage) => object): object =>
  cached ? { gw: { cached: write(cached) } } : {};

/** `provider`: its final word; `partial`: its word in mid-stream; `estimated`: ours; `none`: nothing ran. */
export type UsageSource = 'provider' | 'partial' | 'estimated' | 'none';
