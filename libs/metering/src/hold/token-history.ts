/** How many tokens calls of a workload usually take of a model: sizes holds where a request does not tell. */
const SAMPLES = 64; // Enough for a 95th percentile, little enough to keep for ten thousand pairs.
const PAIRS_MAX = 10_000;

export class TokenHistory {
  private readonly pairs = new Map<string, number[]>();

  add(pair: string, tokens: number): void {
    const samples = this.pairs.get(pair) ?? [];
    samples.push(tokens);
    if (samples.length > SAMPLES) samples.shift();
    this.pairs.delete(pair); // Re-inserted at the end: the map's order is the order of use.
    this.pairs.set(pair, samples);
    if (this.pairs.size > PAIRS_MAX) {
      const oldest = this.pairs.keys().next().value;
      if (oldest !== undefined) this.pairs.delete(oldest);
    }
  }

  /** Undefined until something was seen. */
  p95(pair: string): number | undefined {
    const samples = this.pairs.get(pair);
    if (!samples) return undefined;
    const sorted = samples.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  }
}
