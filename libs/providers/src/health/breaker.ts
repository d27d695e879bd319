/**
 * A circuit breaker: enough failures in the window open it, after a while one probe may pass, and
 * a few successes close it. Pure but for the clock reading it is given.
 */
const WINDOW_MS = 20_000;
const BUCKETS = 10;
const BUCKET_MS = WINDOW_MS / BUCKETS;
const CALLS_MIN = 10; // Fewer calls say nothing about a rate.
const FAILURE_RATE = 0.5;
const CONNECT_ERRORS_MAX = 5; // In a row: nobody is there.
const OPEN_MS_MIN = 5_000;
export const OPEN_MS_MAX = 60_000;
const SUCCESSES_TO_CLOSE = 3;
// What went well here so shortly before a breaker opened elsewhere outweighs it: whoever is cut off from a
// provider must not take it away from replicas that reach it.
const OWN_WORD_MS = 5_000;

export type BreakerState = 'closed' | 'open' | 'half_open';

export class Breaker {
  private readonly calls = Array.from({ length: BUCKETS }, () => 0);
  private readonly failures = Array.from({ length: BUCKETS }, () => 0);
  private bucket = -1;
  private connectErrors = 0;
  private openedMs: number | undefined;
  private openMs = OPEN_MS_MIN;
  private isProbing = false;
  private successes = 0;
  /** When the last call ended well; undefined when the last one did not. */
  private wellMs: number | undefined;

  /** @param opened told of each opening by what was seen here, with its milliseconds */
  constructor(private readonly opened: (openMs: number) => void = () => undefined) {}

  state(nowMs: number): BreakerState {
    if (this.openedMs === undefined) return 'closed';
    return nowMs - this.openedMs < this.openMs ? 'open' : 'half_open';
  }

  /** Milliseconds until a probe may pass; 0 unless it is open. */
  msUntilProbe(nowMs: number): number {
    return this.openedMs === undefined ? 0 : Math.max(0, this.openedMs + this.openMs - nowMs);
  }

  /** May a call pass now? Half open lets one at a time through; `done` must follow. */
  tryPass(nowMs: number): boolean {
    const state = this.state(nowMs);
    if (state === 'closed') return true;
    if (state === 'open' || this.isProbing) return false;
    this.isProbing = true;
    return true;
  }

  /** The caller left or refused itself: tells nothing about the provider. */
  release(): void {
    this.isProbing = false;
  }

  /**
   * The same breaker has opened on another replica.
   * @param openMs how long it is open there @param leftMs what is left of that
   */
  openElsewhere(openMs: number, leftMs: number, nowMs: number): void {
    const openedMs = nowMs + Math.min(leftMs, OPEN_MS_MAX) - openMs;
    if (this.wellMs !== undefined && this.wellMs > openedMs - OWN_WORD_MS) return;
    if (leftMs <= this.msUntilProbe(nowMs)) return;
    this.openMs = openMs;
    this.openedMs = openedMs;
    this.successes = 0;
  }

  done(result: 'ok' | 'failed' | 'no_connection', nowMs: number): void {
    this.wellMs = result === 'ok' ? nowMs : undefined;
    const wasHalfOpen = this.state(nowMs) === 'half_open';
    this.isProbing = false;
    if (wasHalfOpen) return this.judgeProbe(result === 'ok', nowMs);
    if (this.openedMs !== undefined) return; // A late answer from before it opened.
    this.turn(nowMs);
    this.calls[this.place] = (this.calls[this.place] ?? 0) + 1;
    if (result !== 'ok') this.failures[this.place] = (this.failures[this.place] ?? 0) + 1;
    this.connectErrors = result === 'no_connection' ? this.connectErrors + 1 : 0;
    if (this.connectErrors >= CONNECT_ERRORS_MAX || this.isFailing()) this.open(nowMs);
  }

  private judgeProbe(isOk: boolean, nowMs: number): void {
    if (!isOk) {
      this.openMs = Math.min(this.openMs * 2, OPEN_MS_MAX);
      return this.open(nowMs);
    }
    this.successes++;
    if (this.successes < SUCCESSES_TO_CLOSE) return;
    this.openedMs = undefined;
    this.openMs = OPEN_MS_MIN;
    this.calls.fill(0);
    this.failures.fill(0);
    this.connectErrors = 0;
  }

  private open(nowMs: number): void {
    this.openedMs = nowMs;
    this.successes = 0;
    this.opened(this.openMs);
  }

  private isFailing(): boolean {
    const calls = this.calls.reduce((sum, count) => sum + count, 0);
    const failures = this.failures.reduce((sum, count) => sum + count, 0);
    return calls >= CALLS_MIN && failures / calls >= FAILURE_RATE;
  }

  private get place(): number {
    return this.bucket % BUCKETS;
  }

  /** Empties the buckets that time has passed since the last call. */
  private turn(nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    const passed = Math.min(bucket - this.bucket, BUCKETS);
    for (let step = 1; step <= passed; step++) {
      const place = (this.bucket + step + BUCKETS) % BUCKETS;
      this.calls[place] = 0;
      this.failures[place] = 0;
    }
    this.bucket = bucket;
  }
}
