const CAPACITY_START = 1 << 16;

/** Every latency of a measurement, exact: a few million doubles are cheaper than their loss. */
export class Latencies {
  private values = new Float64Array(CAPACITY_START);
  private count = 0;

  add(milliseconds: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count++] = milliseconds;
  }

  /** The smallest value that `share` of all values do not exceed; null without values. */
  quantiles(shares: readonly number[]): (number | null)[] {
    const sorted = this.values.slice(0, this.count).sort();
    return shares.map((share) => sorted[Math.max(0, Math.ceil(share * this.count) - 1)] ?? null);
  }
}
