import { Cancellation } from '#kernel';
import type { AttemptResult } from './attempt.js';

const AT_ONCE = 8; // As many as a browser opens: no provider takes them for a flood.

/**
 * Does something for each item, a few at a time. The first that fails ends those under way, and no other
 * one begins.
 * @param send undefined where nothing came, and nothing is missed
 * @returns what came, in the order of the items; what failed alone, where one did
 * @throws what the first of them threw, when all that had begun have ended
 */
export async function sendInTurns<Item>(
  items: readonly Item[],
  outer: Cancellation,
  send: (item: Item, cancellation: Cancellation) => Promise<AttemptResult | undefined>,
): Promise<readonly AttemptResult[]> {
  const inner = new Cancellation();
  const stopListening = outer.onCancel((reason) => inner.cancel(reason));
  const results: (AttemptResult | undefined)[] = [];
  let failed: AttemptResult | undefined;
  let fault: { readonly error: unknown } | undefined;
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (inner.isCancelled) return;
      try {
        const result = await send(item, inner);
        if (result) results[index] = result;
        if (!result || result.isOk) continue;
        if (!inner.isCancelled) failed = result;
      } catch (error) {
        if (!inner.isCancelled) fault = { error };
      }
      inner.cancel(new Error('another part failed'));
      return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  stopListening();
  if (outer.reason) throw outer.reason;
  if (fault) throw fault.error;
  return failed ? [failed] : results.filter((result) => result !== undefined);
}
