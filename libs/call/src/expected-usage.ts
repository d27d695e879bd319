import type { AskedTier, NamedInput } from '#wire';

/**
 * What a call will use, as far as its request tells. A hold is the price of it, in every unit; real
 * usage replaces it when the call ends.
 */
export interface ExpectedUsage {
  /** The gateway's own estimate, before any provider has counted. */
  readonly inputTokens: number;
  /** What they can be at most: what a strict budget holds. At least `inputTokens`. */
  readonly inputTokensMost: number;
  /** Input beside it that is only named, so that nobody here can tell how much of it there is. */
  readonly named: NamedInput | null;
  /** How many of them are sound and pictures; not 0 where there are some, though nobody can tell how many. */
  readonly audioTokens: number;
  readonly imageTokens: number;
  /** The request asks for a prompt cache, which may be a long one. */
  readonly marksCache: boolean;
  /** Null when no text comes out, as with embeddings and uploads. */
  readonly output: ExpectedOutput | null;
  readonly images: number;
  readonly seconds: number;
  /** The longest that such a file can last: what a strict budget holds. At least `seconds`. */
  readonly secondsMost: number;
  readonly pages: number;
  readonly toolCalls: number;
  /** The service that the request asks for. */
  readonly tier: AskedTier;
  /** Set where a call is a file of requests: all the rest is of these together. */
  readonly batch?: BatchBound;
}

/** What only single requests of a batch tell. */
export interface BatchBound {
  readonly requests: number;
  /** That may come out of those choices whose requests bound them, together. */
  readonly outputTokens: number;
  /** Choices that only the model bounds. */
  readonly openChoices: number;
  /** That the longest request can be: a price for long inputs goes by it. */
  readonly inputTokensLongest: number;
}

export interface ExpectedOutput {
  /** What the caller allows to come out of one choice; null when it did not say. */
  readonly tokensMax: number | null;
  readonly choices: number;
  /** What comes out may be speech, beside text. */
  readonly isSpoken?: boolean;
  /** What an answer that is no text holds at most: speech, which no provider counts. */
  readonly spokenTokens?: number;
}

export const NOTHING_EXPECTED: ExpectedUsage = {
  inputTokens: 0,
  inputTokensMost: 0,
  named: null,
  audioTokens: 0,
  imageTokens: 0,
  marksCache: false,
  output: null,
  images: 0,
  seconds: 0,
  secondsMost: 0,
  pages: 0,
  toolCalls: 0,
  tier: 'auto',
};
