import type { Arrival } from '#call';
import type { Alarm, Clock } from '#kernel';
import type { Entry } from '../entry/entry.js';

const WINDOW_MS = 60_000;
const NOTE_MS = 5_000; // What a kill may take: as much as of the progress of a call.
/** Rows of one key a minute, where its workload has no rate limit. */
const ROWS_MAX = 1_000;
/** A small rate limit is no reason to hide which calls it refused. */
const ROWS_MIN = 60;

interface Window {
  rows: number;
  /** The first refusal that is in no row yet, and how many there are. */
  folded: Entry | null;
  times: number;
  readonly end: Alarm;
}

/**
 * Refusals cost their caller nothing, so they must not add rows without bound: beyond the limit of a
 * workload and key, those of five seconds become one row with a count, for the rest of the minute.
 */
export class FoldedRefusals {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    /** Takes a row for all that were folded. */
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
    if (!window.folded) {
      window.folded = entryOf();
      this.clock.after(NOTE_MS, () => this.note(window));
    }
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
      const end = this.clock.after(WINDOW_MS, () => this.close(name));
      window = { rows: 0, folded: null, times: 0, end };
      this.windows.set(name, window);
    }
    return window;
  }

  private close(name: string): void {
    const window = this.windows.get(name);
    if (!window) return;
    window.end.cancel();
    this.windows.delete(name);
    this.note(window);
  }

  private note(window: Window): void {
    const { folded, times } = window;
    if (!folded) return;
    window.folded = null;
    window.times = 0;
    this.record({ ...folded, times });
  }
}
