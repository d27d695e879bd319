import { setImmediate } from 'node:timers/promises';
import { CELL_WORN_BYTES } from '../limits.js';

/**
 * Lets go of what a page has left: of pixels that nobody needs any more memory is freed in a turn of the event loop,
 * and work that waits for nothing outside of its process has none.
 */
export async function sweep(): Promise<void> {
  // Most of it is outside of V8's heap, of which V8 thinks too little to collect in time.
  if (process.memoryUsage.rss() > CELL_WORN_BYTES) globalThis.gc?.();
  await setImmediate();
}
