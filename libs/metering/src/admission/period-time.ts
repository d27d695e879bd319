const STEADY_MS = 2_000; // Closer than this the clocks agree: time servers move them by less.
const BACK_MS_MAX = 3 * 3_600_000; // A wrong time zone or a daylight-saving hour, and no wrong date.
const BELIEVED_MS = 10 * 60_000; // A step that was a mistake is mended by then.

/**
 * The time that budget periods go by: wall time, carried on by the monotonic clock over its steps. A
 * clock that is set back by up to three hours does not open the period before again: time here goes on
 * at half speed until the clock has caught up. Any other step is followed once it has stood for ten
 * minutes; so one that is taken back before leaves no counter of a period far away.
 *
 * A step that stands is believed, since nothing tells it from the right time after a machine slept. A
 * start believes the clock it finds.
 */
export class PeriodTime {
  private timeMs: number | undefined;
  private atMs = 0;
  private offSinceMs: number | undefined;

  /** @param wallMs since the epoch, as the wall clock has it; @param atMs monotonic, the same moment */
  read(wallMs: number, atMs: number): number {
    if (this.timeMs === undefined) return this.follow(wallMs, atMs);
    const passedMs = Math.max(0, atMs - this.atMs); // Calls may come out of their order.
    const dueMs = this.timeMs + passedMs;
    const offMs = wallMs - dueMs;
    if (Math.abs(offMs) <= STEADY_MS) return this.follow(Math.max(this.timeMs, wallMs), atMs);
    const isALittleBack = offMs < 0 && offMs >= -BACK_MS_MAX;
    this.offSinceMs = isALittleBack ? undefined : (this.offSinceMs ?? atMs);
    if (this.offSinceMs !== undefined && atMs - this.offSinceMs >= BELIEVED_MS) {
      return this.follow(wallMs, atMs);
    }
    return this.set(isALittleBack ? this.timeMs + passedMs / 2 : dueMs, atMs);
  }

  private follow(wallMs: number, atMs: number): number {
    this.offSinceMs = undefined;
    return this.set(wallMs, atMs);
  }

  private set(timeMs: number, atMs: number): number {
    this.atMs = Math.max(this.atMs, atMs);
    return (this.timeMs = timeMs);
  }
}
