const ROUNDS_MIN = 7; // The best of several: whatever else the machine does only ever adds time.
const ROUNDS_MAX = 60; // On a busy machine more of them, until both sizes had their turn undisturbed.
const CLEARLY_LINEAR = 6;

/**
 * How much longer four times the text takes. Linear work gives 4, quadratic work 16; unlike a limit
 * in milliseconds it means the same on a slow and on a busy machine, since both sizes take turns
 * until their best times settle it.
 */
export function growthOf(
  work: (text: string) => unknown,
  piece: string,
  characters: number,
): number {
  const small = piece.repeat(Math.ceil(characters / 4 / piece.length));
  const large = piece.repeat(Math.ceil(characters / piece.length));
  let [ofSmall, ofLarge] = [Infinity, Infinity];
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    ofSmall = Math.min(ofSmall, timeOf(work, small));
    ofLarge = Math.min(ofLarge, timeOf(work, large));
    if (round >= ROUNDS_MIN && ofLarge / ofSmall < CLEARLY_LINEAR) break;
  }
  return ofLarge / ofSmall;
}

function timeOf(work: (text: string) => unknown, text: string): number {
  const startedMs = performance.now();
  work(text);
  return performance.now() - startedMs;
}
