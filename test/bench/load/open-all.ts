import type { Caller } from './caller.js';
import type { Tally } from './tally.js';

/** What cannot be opened is a failure like any other, and is counted as one. */
export async function openAll(callers: readonly Caller[], tally: Tally): Promise<boolean> {
  try {
    await Promise.all(callers.map((caller) => caller.open()));
    return true;
  } catch (error) {
    tally.add({ latencyMs: 0, firstTokenMs: 0, fault: String(error) });
    return false;
  }
}
