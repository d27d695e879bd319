import type { Endpoint, Hold } from '#call';
import type { Nano } from '#kernel';
import type { CounterUse } from '../admission/counters.js';
import type { ModelPrice } from '../price-book/price.js';

/** A hold with what only this lib needs to know of it. */
export interface OpenHold extends Hold {
  readonly counters: readonly CounterUse[];
  readonly prices: ReadonlyMap<Endpoint, ModelPrice>;
  /** What the answer can bring at most; infinite when nobody set a bound. */
  readonly outputTokensMax: number;
  /** Slot of the rate window that the call's tokens were reserved in. */
  readonly slot: number;
  readonly progress: Progress;
}

/** What the gateway itself counted while the answer passed. */
export interface Progress {
  /** UTF-16 units of text and arguments, over all choices. */
  characters: number;
  /** UTF-16 units of everything that came, text or not. */
  received: number;
  /** Tokens when the progress was last noted. */
  notedTokens: number;
  /** Tokens at the last look, one batch of frames ago. */
  seenTokens: number;
  topUpNano: Nano;
  topUpTokens: number;
  /** The last top-up brought less than was asked for: a limit is near. */
  isExhausted: boolean;
}

const CHARACTERS_PER_TOKEN = 4; // The usual rule of thumb; the provider's own count replaces it.

export const NO_PROGRESS: Readonly<Progress> = {
  characters: 0,
  received: 0,
  notedTokens: 0,
  seenTokens: 0,
  topUpNano: 0n,
  topUpTokens: 0,
  isExhausted: false,
};

export const progressTokens = (progress: Progress): number =>
  Math.ceil(progress.characters / CHARACTERS_PER_TOKEN);
