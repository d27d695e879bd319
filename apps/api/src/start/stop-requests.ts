import type { Clock } from '#kernel';

const SAME_REQUEST_MS = 1_000; // npm, its shell and our wrapper each pass on what one person sent.

export interface Stoppable {
  /** Begins a drain. */
  stop(): void;
  /** Ends it soon. */
  hurry(): void;
}

/**
 * A first signal drains, a second one hurries; what comes within a second of the first is the same
 * request, by another way. That the parent is gone is a request, too, but never a second one.
 */
export class StopRequests {
  private firstMs: number | undefined;

  constructor(
    private readonly stoppable: Stoppable,
    private readonly clock: Clock,
  ) {}

  take(by: 'signal' | 'parent gone'): void {
    const nowMs = this.clock.monotonicMs();
    if (this.firstMs === undefined) {
      this.firstMs = nowMs;
      this.stoppable.stop();
    } else if (by === 'signal' && nowMs - this.firstMs >= SAME_REQUEST_MS) {
      this.stoppable.hurry();
    }
  }
}
