import { problem, type Clock } from '#kernel';

const MINUTE_MS = 60_000;
const KNOWN_MAX = 10_000; // Beyond it the oldest are forgotten, and begin anew.

/** Requests a minute of each of many, in windows of one minute. Of this process alone: it guards its CPU. */
export class RequestsPerMinute {
  private readonly windows = new Map<string, { count: number; endsMs: number }>();

  constructor(
    private readonly max: number,
    private readonly clock: Clock,
  ) {}

  /** @throws rate_limited */
  count(who: string): void {
    const nowMs = this.clock.monotonicMs();
    const window = this.windows.get(who);
    if (!window || window.endsMs <= nowMs) {
      this.windows.delete(who);
      this.windows.set(who, { count: 1, endsMs: nowMs + MINUTE_MS });
      if (this.windows.size > KNOWN_MAX) this.forgetOldest();
      return;
    }
    if (++window.count > this.max) {
      throw problem('rate_limited', { retryAfterSeconds: (window.endsMs - nowMs) / 1_000 });
    }
  }

  /** The same without counting. @throws rate_limited */
  expectRoom(who: string): void {
    const nowMs = this.clock.monotonicMs();
    const window = this.windows.get(who);
    if (window && window.endsMs > nowMs && window.count >= this.max) {
      throw problem('rate_limited', { retryAfterSeconds: (window.endsMs - nowMs) / 1_000 });
    }
  }

  private forgetOldest(): void {
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
