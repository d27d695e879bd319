import { Cancellation } from '#kernel';

/** How the pages of a document are parted among children. */
export interface Shares {
  /** Pages of one at most. */
  readonly pagesMax: number;
  /** Shares at a time. */
  readonly atOnce: number;
}

/**
 * Has pages worked on in shares. Where one of them fails, the others are ended with it.
 * @returns what came of each page, in their order
 */
export async function inShares<Result>(
  pages: readonly number[],
  { pagesMax, atOnce }: Shares,
  ended: Cancellation,
  work: (
    share: readonly number[],
    ended: Cancellation,
    isFirst: boolean,
  ) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const size = Math.max(1, Math.min(pagesMax, Math.ceil(pages.length / atOnce)));
  const count = Math.max(1, Math.ceil(pages.length / size));
  const results: (readonly Result[])[] = [];
  const over = new Cancellation();
  const stopListening = ended.onCancel((reason) => over.cancel(reason));
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < count && !over.reason) {
      const place = next++;
      const share = pages.slice(place * size, (place + 1) * size);
      results[place] = await work(share, over, place === 0);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, take));
  } catch (fault) {
    over.cancel(fault as Error);
    throw fault;
  } finally {
    stopListening();
  }
  if (over.reason) throw over.reason;
  return results.flat();
}
