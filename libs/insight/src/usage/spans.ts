/**
 * Milliseconds are counted by spans that grow by the square root of two, from 5 ms to four minutes: what is
 * said of a percentile is within a fifth of it, and sums of any hours and calls are one addition.
 */
export const SPANS = 32;
const FIRST_MS = 5;

export const PLACES = Array.from({ length: SPANS }, (_, place) => place);

/** The span that `ms` lies in, as SQL. */
export const spanOf = (ms: string): string =>
  `least(${SPANS - 1}, greatest(0, floor(2 * ln(greatest(${ms}, 1)::float8 / ${FIRST_MS}) / ln(2::float8)) + 1))::int`;

/** From where the span begins, in milliseconds. */
const beginOf = (place: number): number => (place === 0 ? 0 : FIRST_MS * 2 ** ((place - 1) / 2));

/**
 * The percentile of what was counted by spans, in whole milliseconds; null of nothing.
 * @param share as in 0.95
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [place, count] of counts.entries()) {
    if (below + count >= share * total && count > 0) {
      const [from, to] = [beginOf(place), beginOf(place + 1)];
      return Math.round(from + ((share * total - below) / count) * (to - from));
    }
    below += count;
  }
  return Math.round(beginOf(SPANS - 1));
}
