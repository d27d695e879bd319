/** Shares of logits that are divided by a temperature. @throws Error where one is no number */
export function softmax(logits: Iterable<number>, temperature = 1): readonly number[] {
  const scaled = Array.from(logits, (logit) => logit / temperature);
  const top = Math.max(...scaled);
  const powers = scaled.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  if (!Number.isFinite(sum)) throw new Error('a logit is no number');
  return powers.map((power) => power / sum);
}

/** @throws Error where it is no number */
export function sigmoid(logit: number): number {
  if (!Number.isFinite(logit)) throw new Error('a logit is no number');
  return 1 / (1 + Math.exp(-logit));
}

/** What was measured: at this raw probability, so many of all answers were right. */
export type Knot = readonly [raw: number, right: number];

/** Straight between the knots, flat before the first and behind the last. */
export function alongKnots(knots: readonly Knot[], raw: number): number {
  const next = knots.findIndex(([at]) => at >= raw);
  const [toRaw, toRight] = knots.at(next) as Knot;
  if (next <= 0) return toRight; // Before the first, or, by -1, behind the last.
  const [fromRaw, fromRight] = knots[next - 1] as Knot;
  return fromRight + ((toRight - fromRight) * (raw - fromRaw)) / (toRaw - fromRaw);
}
