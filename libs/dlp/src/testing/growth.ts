const RUNS = 7; // The best of several: whatever else the machine does only ever adds time.

/**
 * How much longer four times the text takes. Linear work gives 4, quadratic work 16; unlike a limit
 * in milliseconds it means the same on a slow and on a busy machine.
 */
export function growthOf(
  work: (text: string) => unknown,
  piece: string,
  characters: number,
): number {
  const small = piece.repeat(Math.ceil(characters / 4 / piece.length));
  const large = piece.repeat(Math.ceil(characters / piece.length));
  return bestOf(() => work(large)) / bestOf(() => work(small));
}

function bestOf(work: () => unknown): number {
  let best = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const startedMs = performance.now();
    work();
    best = Math.min(best, performance.now() - startedMs);
  }
  return best;
}
