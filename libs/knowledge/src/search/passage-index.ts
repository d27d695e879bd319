import type { Cancellation } from '#kernel';
import type { StoreRow } from '../keep/stores.js';
import type { Filter } from './filters.js';
import type { FoundIn } from './store-documents.js';

/** What is sought: a passage counts by which of the vectors it is nearest to. */
export interface Sought {
  /** Each of length 1, and as long as those of the store. */
  readonly vectors: readonly Float32Array[];
  readonly count: number;
  readonly scoreMin: number;
  readonly filter: Filter;
}

export interface FoundPassage {
  readonly document: FoundIn;
  /** Which of its document's. */
  readonly n: number;
  /** Cosine: from -1 to 1. */
  readonly score: number;
}

/** Passages of a store by their vectors. Whichever way it does that, it gives the same answers. */
export interface PassageIndex {
  /** Nearest first; equal scores in the order of documents and passages. */
  nearest(store: StoreRow, sought: Sought, ended: Cancellation): Promise<readonly FoundPassage[]>;
}

/** What was found for each vector, together: each passage once, by the best of its scores. */
export function bestOf(found: readonly FoundPassage[], count: number): readonly FoundPassage[] {
  const best = new Map<string, FoundPassage>();
  for (const one of found) {
    const key = `${one.document.id} ${one.n}`;
    if (one.score > (best.get(key)?.score ?? -Infinity)) best.set(key, one);
  }
  return [...best.values()].toSorted(byScore).slice(0, count);
}

const byScore = (one: FoundPassage, other: FoundPassage): number =>
  other.score - one.score || compare(one.document.id, other.document.id) || one.n - other.n;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
