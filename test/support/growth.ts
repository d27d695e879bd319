const ROUNDS_MIN = 7; // The best of several: compilers and collectors only ever add time.
const ROUNDS_MAX = 60; // More of them where caches are shared, until both sizes had theirs undisturbed.
const CLEARLY_LINEAR = 6;

/**
 * How much more CPU time `large` takes than `small`, which has a quarter of its input. Linear work gives 4,
 * quadratic work 16; unlike a limit in milliseconds it means the same on a slow and on a busy machine,
 * since what other processes compute does not count and both take turns until their best times settle it.
 */
export function growthBetween(
  small: () => unknown,
  large: () => unknown,
  roundsMin = ROUNDS_MIN,
): number {
  let [ofSmall, ofLarge] = [Infinity, Infinity];
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    ofSmall = Math.min(ofSmall, timeOf(small));
    ofLarge = Math.min(ofLarge, timeOf(large));
    if (round >= roundsMin && ofLarge / ofSmall < CLEARLY_LINEAR) break;
  }
  return ofLarge / ofSmall;
}

/** That of a piece of text, four times as often. */
export function growthOf(
  work: (text: string) => unknown,
  piece: string,
  characters: number,
): number {
  const small = piece.repeat(Math.ceil(characters / 4 / piece.length));
  const large = piece.repeat(Math.ceil(characters / piece.length));
  return growthBetween(
    () => work(small),
    () => work(large),
  );
}

/**
 * Milliseconds of CPU time of this process. That of the thread alone would be told too coarsely: the
 * system adds it up in ticks of a few milliseconds.
 */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
