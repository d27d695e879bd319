/** Retries may be a tenth of the calls of the last seconds: they must not finish off a provider. */
const WINDOW_MS = 10_000;
const RATIO = 0.1;
const RETRIES_MIN = 3;

export class RetryBudget {
  private startMs = 0;
  private calls = 0;
  private retries = 0;

  countCall(nowMs: number): void {
    this.turn(nowMs);
    this.calls++;
  }

  tryRetry(nowMs: number): boolean {
    this.turn(nowMs);
    if (this.retries >= Math.max(RETRIES_MIN, this.calls * RATIO)) return false;
    this.retries++;
    return true;
  }

  private turn(nowMs: number): void {
    if (nowMs - this.startMs < WINDOW_MS) return;
    this.startMs = nowMs;
    this.calls = 0;
    this.retries = 0;
  }
}
