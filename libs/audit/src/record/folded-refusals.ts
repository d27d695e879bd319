import type { Arrival } from '#call';
import type { Alarm, Clock } from '#kernel';
import type { Entry } from '../entry/entry.js';

const WINDOW_MS = 60_000;
/** Rows of one key a minute, where its workload has no rate limit. */
const ROWS_MAX = 1_000;
/** A small rate limit is no reason to hide which calls it refused. */
const ROWS_MIN = 60;

interface Window {
  rows: number;
  /** The first refusal without a row of its own, and how many there are. */
  folded: Entry | null;
  times: number;
  readonly alarm: Alarm;
}

/**
 * Refusals cost their caller nothing, so they must not add rows without bound: beyond the limit of a
 * workload and key, the rest of the minute becomes one row with a count.
 */
export class FoldedRefusals {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    /** Takes a row for all that were folded in a minute. */
    private readonly record: (entry: Entry) => void,
  ) {}

  /** True when the refusal gets no row of its own. @param entryOf is asked for the first of these */
  fold({ principal }: Arrival, entryOf: () => Entry): boolean {
    const { workload } = principal;
    const caller = principal.kind === 'key' ? principal.keyId : '';
    const window = this.windowOf(`${workload.id} ${caller}`);
    if (window.rows < Math.max(workload.rpm ?? ROWS_MAX, ROWS_MIN)) {
      window.rows++;
      return false;
    }
    window.folded ??= entryOf();
    window.times++;
    return true;
  }

  /** Gives up all windows: what they have folded is recorded now. */
  flush(): void {
    for (const name of this.windows.keys()) this.close(name);
  }

  private windowOf(name: string): Window {
    let window = this.windows.get(name);
    if (!window) {
      const alarm = this.clock.after(WINDOW_MS, () => this.close(name));
      window = { rows: 0, folded: null, times: 0, alarm };
      this.windows.set(name, window);
    }
    return window;
  }

  private close(name: string): void {
    const window = this.windows.get(name);
    if (!window) return;
    window.alarm.cancel();
    this.windows.delete(name);
    if (window.folded) this.record({ ...window.folded, times: window.times });
  }
}
