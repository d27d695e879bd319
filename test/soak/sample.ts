import { median } from '../support/quantile.js';

/** What was seen in one interval. */
export interface Sample {
  /** Since the start, in seconds. */
  readonly atS: number;
  readonly callsPerSecond: number;
  /** Of the probes, which are plain calls beside the load; null where none came back. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly rssMb: number;
  /** The largest difference between a counter and the ledger, in nano. */
  readonly driftNano: number;
}

export interface MemoryMb {
  /** Of a gateway that has started and served one call. */
  readonly idle: number;
  /** Two minutes after a burst on that one. */
  readonly idleAfterBurst: number;
  /** When the load was over. */
  readonly calm: number;
  /** Two minutes after another burst, then. */
  readonly calmAfterBurst: number;
}

/**
 * How much more memory is in use at the end: the median of the last quarter over that of the second. The
 * first quarter fills caches and compiles.
 */
export function growthOf(samples: readonly Sample[]): number {
  const quarter = Math.floor(samples.length / 4);
  const rss = (from: number, to: number) =>
    median(samples.slice(from, to).map(({ rssMb }) => rssMb));
  return rss(3 * quarter, samples.length) / rss(quarter, 2 * quarter) - 1;
}
