const ROUNDS_MIN = 7; // The best of several: compilers and collectors only ever add time.
const ROUNDS_MAX = 60; // More of them where caches are shared, until both had theirs undisturbed.

/** How many times the input of the small work the large one has, where growth is told. */
export const SCALE = 16;
/**
 * Linear work grows by the power 1, quadratic work by 2. Between the two lies a factor of four in time
 * (16 ** 0.5) on either side: what caches that are too small for the large input, and a collector that
 * walks a large heap, cost on a busy machine is less than that.
 */
export const LINEAR_MAX = 1.5;
const CLEARLY_LINEAR = 1.2;

/**
 * How many times the CPU time of `small` that of `large` is. Unlike a limit in milliseconds it means the
 * same on a slow and on a busy machine, since what other processes compute does not count and both take
 * turns until their best times settle it. It ends early once it is below `enough`.
 */
export function timesBetween(
  small: () => unknown,
  large: () => unknown,
  enough: number,
  roundsMin = ROUNDS_MIN,
): number {
  let [ofSmall, ofLarge] = [Infinity, Infinity];
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    ofSmall = Math.min(ofSmall, timeOf(small));
    ofLarge = Math.min(ofLarge, timeOf(large));
    if (round >= roundsMin && ofLarge / ofSmall < enough) break;
  }
  return ofLarge / ofSmall;
}

/** By which power of its input work grows; `large` has `SCALE` times the input of `small`. */
export function growthBetween(
  small: () => unknown,
  large: () => unknown,
  roundsMin = ROUNDS_MIN,
): number {
  const times = timesBetween(small, large, SCALE ** CLEARLY_LINEAR, roundsMin);
  return Math.log(times) / Math.log(SCALE);
}

/** That of a piece of text, repeated to a sixteenth of the characters and to all of them. */
export function growthOf(
  work: (text: string) => unknown,
  piece: string,
  characters: number,
): number {
  const small = piece.repeat(Math.ceil(characters / SCALE / piece.length));
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
