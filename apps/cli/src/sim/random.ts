/** Random numbers that are the same at each run: a simulation has to be repeatable. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number below `count`. */
  below(count: number): number;
  /** Between two events that come independently, `mean` apart. */
  gap(mean: number): number;
}

const STEP = 0x6d2b79f5;
const RANGE = 2 ** 32;

/** Mulberry32: small, fast, and good enough for arrivals. No secret is made of it. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + STEP) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / RANGE;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    gap: (mean) => -Math.log(1 - next()) * mean,
  };
}
