import type { Steps } from '#kernel';

/** Vectors of one length each after the other, all of length 1. */
export interface VectorTable {
  readonly dimensions: number;
  readonly values: Float32Array;
}

export interface Near {
  /** Which of the vectors. */
  readonly index: number;
  /** Cosine: from -1 to 1. */
  readonly score: number;
}

const STEP_NUMBERS = 524_288; // About half a millisecond.

/**
 * The vectors that are nearest to `wanted`, nearest first: each is looked at, so none is missed.
 * @param isSought whether a vector counts at all
 */
export function* nearest(
  { dimensions, values }: VectorTable,
  wanted: Float32Array,
  { count, scoreMin }: { readonly count: number; readonly scoreMin: number },
  isSought: (index: number) => boolean,
): Steps<readonly Near[]> {
  const found: Near[] = [];
  let left = STEP_NUMBERS;
  for (let index = 0, start = 0; start < values.length; index++, start += dimensions) {
    if (!isSought(index)) continue;
    if ((left -= dimensions) <= 0) {
      yield;
      left = STEP_NUMBERS;
    }
    let score = 0;
    for (let at = 0; at < dimensions; at++) {
      score += (values[start + at] as number) * (wanted[at] as number);
    }
    const last = found.length < count ? scoreMin : Math.max(scoreMin, found.at(-1)?.score ?? -1);
    const isBetter = found.length < count ? score >= last : score > last;
    if (isBetter) insert(found, { index, score }, count);
  }
  return found;
}

/** Equal scores stay in the order of their places. */
function insert(found: Near[], near: Near, count: number): void {
  let at = found.length;
  while (at > 0 && (found[at - 1] as Near).score < near.score) at--;
  found.splice(at, 0, near);
  if (found.length > count) found.pop();
}

/** The same direction with length 1; undefined where there is none. */
export function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
