const ROUNDS_MIN = 7; // The best of several: compilers and collectors only ever add time.
const ROUNDS_MAX = 60; // More of them where caches are shared, until both sizes had theirs undisturbed.
const CLEARLY_LINEAR = 6;

/**
 * How much more CPU time four times the text takes. Linear work gives 4, quadratic work 16; unlike a
 * limit in milliseconds it means the same on a slow and on a busy machine, since what other processes
 * compute does not count and both sizes take turns until their best times settle it.
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

/**
 * Milliseconds of CPU time of this process. That of the thread alone would be told too coarsely: the
 * system adds it up in ticks of a few milliseconds.
 */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
