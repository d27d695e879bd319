/** What a model marked in one of the passages that it was given. */
export interface FoundSpan {
  readonly passage: number;
  /** UTF-16 offsets into the passage. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The mean of the probabilities of its words, from 0 to 1. */
  readonly score: number;
}
