const ADDRESSES_MAX = 10_000; // Some 1 MB; whoever has more addresses meets the bound of all.

/** What each address has asked for in vain of late: it fills up with failures, and empties by itself. */
export class FailureLimit {
  private readonly addresses = new Map<string, { failures: number; atMs: number }>();

  /**
   * @param failuresMax at once
   * @param eachMs after which one more is free again
   */
  constructor(
    private readonly failuresMax: number,
    private readonly eachMs: number,
  ) {}

  /** Counts a try as failed until it is `forgiven`. Returns the seconds to wait, 0 if it may be made. */
  tryAgain(address: string, nowMs: number): number {
    const failures = this.failuresOf(address, nowMs);
    if (failures + 1 > this.failuresMax) {
      return Math.max(1, Math.ceil(((failures + 1 - this.failuresMax) * this.eachMs) / 1_000));
    }
    this.set(address, failures + 1, nowMs);
    return 0;
  }

  forgive(address: string, nowMs: number): void {
    this.set(address, this.failuresOf(address, nowMs) - 1, nowMs);
  }

  private failuresOf(address: string, nowMs: number): number {
    const known = this.addresses.get(address);
    return known ? Math.max(0, known.failures - (nowMs - known.atMs) / this.eachMs) : 0;
  }

  private set(address: string, failures: number, nowMs: number): void {
    this.addresses.delete(address);
    if (failures <= 0) return;
    this.addresses.set(address, { failures, atMs: nowMs });
    if (this.addresses.size <= ADDRESSES_MAX) return;
    const oldest = this.addresses.keys().next().value;
    if (oldest !== undefined) this.addresses.delete(oldest);
  }
}
