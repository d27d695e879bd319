import { isNull, numberOf, type JsonNode } from '#kernel';

/**
 * Non-negative and whole; undefined when the node is no such number. Zero is a value, and a number
 * beyond all measure is one, too: who meters bounds it.
 */
export function countOf(node: JsonNode | undefined): number | undefined {
  const value = numberOf(node);
  if (value === undefined || !(value >= 0)) return undefined;
  return value < COUNT_MAX ? Math.ceil(value) : COUNT_MAX;
}

const COUNT_MAX = 1e15; // A few of them still add up to a whole number.

/** There is something in place of a count, which is none: such a usage tells nothing. */
export const isNoCount = (node: JsonNode | undefined): boolean =>
  node !== undefined && !isNull(node) && countOf(node) === undefined;

/** What a total gives away of a count that is left out beside others; undefined where it does not. */
export const restOf = (total: number | undefined, others: number | undefined): number | undefined =>
  total !== undefined && others !== undefined && total >= others ? total - others : undefined;

/**
 * What an answer stays within of the bounds that its request gives: nobody knows which of them a provider
 * reads, so the largest. Zero is none, as some read it; and an answer of nothing needs no bound. Null
 * where nothing bounds it.
 */
export function loosestBound(bounds: readonly (number | null)[]): number | null {
  const given = bounds.filter((bound) => bound !== null);
  return given.length > 0 && !given.includes(0) ? Math.max(...given) : null;
}

/** Splits the input so that the parts never exceed the whole. */
export function splitInput(total: number, read: number, write: number, writeLong = 0) {
  const cacheRead = Math.min(read, total);
  const cacheWrite1h = Math.min(writeLong, total - cacheRead);
  const cacheWrite5m = Math.min(write - writeLong, total - cacheRead - cacheWrite1h);
  return { inputTotal: total, cacheRead, cacheWrite5m: Math.max(0, cacheWrite5m), cacheWrite1h };
}
