/** Of the normal distribution, on both sides: 95 % lie within. */
const Z = 1.96;

/** Wilson's: in which the share that `right` of `count` is a sample of lies with 95 %. */
export function interval(right: number, count: number): readonly [low: number, high: number] {
  const share = right / count;
  const spread = (Z * Z) / count;
  const middle = share + spread / 2;
  const reach = Z * Math.sqrt((share * (1 - share)) / count + spread / (4 * count));
  return [
    Math.max(0, (middle - reach) / (1 + spread)),
    Math.min(1, (middle + reach) / (1 + spread)),
  ];
}

/** `0.951 (0.91–0.98)`, and a dash where there is nothing to take a share of. */
export function shownShare(right: number, count: number): string {
  if (count === 0) return '–';
  const [low, high] = interval(right, count);
  return `${(right / count).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

const PER = 1_000;

/** In a thousand: `8.2 (3–24)`. */
export function shownPerThousand(wrong: number, count: number): string {
  if (count === 0) return '–';
  const [low, high] = interval(wrong, count);
  return `${((wrong / count) * PER).toFixed(1)} (${(low * PER).toFixed(0)}–${(high * PER).toFixed(0)})`;
}
