/** The rounds of one number: what it usually is, and how far it wandered. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [min, max] = [known[0], known.at(-1)];
  if (min === undefined || max === undefined) return null;
  const middle = known.length / 2;
  const lower = known[Math.ceil(middle) - 1] ?? min;
  const upper = known[Math.floor(middle)] ?? max;
  return { median: (lower + upper) / 2, min, max };
}
