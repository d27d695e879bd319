import type { Endpoint, Hold } from '#call';
import type { Nano } from '#kernel';
import type { CounterUse } from '../admission/counters.js';
import type { ModelPrice } from '../price-book/price.js';

/** A hold with what only this lib needs to know of it. */
export interface OpenHold extends Hold {
  readonly counters: readonly CounterUse[];
  readonly prices: ReadonlyMap<Endpoint, ModelPrice>;
  /** Of the request, at most: nobody holds its body any more when the call is charged. */
  readonly requestBytes: number;
  /** What the answer can bring at most; infinite when nobody set a bound. */
  readonly outputTokensMax: number;
  /** Tokens that were reserved in the rate window, and the slot of it. */
  readonly reservedTokens: number;
  readonly slot: number;
  readonly progress: Progress;
}

/** What the gateway itself counted while the answer passed. */
export interface Progress {
  /** UTF-16 units of text and arguments, over all choices. */
  characters: number;
  /** Of speech in base64. */
  speechCharacters: number;
  images: number;
  /** Tokens that the provider's own count covers, where it tells one on the way. */
  countedTokens: number;
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
/** Providers stream speech as samples, 24,000 of two bytes a second, in 20 tokens; the rest they count. */
const SPEECH_CHARACTERS_PER_TOKEN = 3_200;

export const NO_PROGRESS: Readonly<Progress> = {
  characters: 0,
  speechCharacters: 0,
  images: 0,
  countedTokens: 0,
  received: 0,
  notedTokens: 0,
  seenTokens: 0,
  topUpNano: 0n,
  topUpTokens: 0,
  isExhausted: false,
};

export const speechTokens = (progress: Progress): number =>
  Math.ceil(progress.speechCharacters / SPEECH_CHARACTERS_PER_TOKEN);

export const progressTokens = (progress: Progress): number =>
  Math.ceil(progress.characters / CHARACTERS_PER_TOKEN) + speechTokens(progress);
