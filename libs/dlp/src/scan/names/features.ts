import { CODE_SIGN, COLON, FOLD, SPACE } from './characters.js';
import { COMMON, GIVEN, LABEL, SALUTATION, SIGN_OFF, TITLE } from './lexicon.js';
import {
  foldHash,
  HAS_DIGIT,
  LINE_BREAK,
  PADDING,
  startsSentence,
  TEXT_EDGE,
  type Tokens,
} from './tokens.js';

/** Features of one word: each is a row of the model. */
export const FEATURES = 47;

/** Features that name the word itself or the language: training leaves them out now and then, so that context counts. */
export const WORD_FEATURES: ReadonlySet<number> = new Set([
  0, 2, 5, 28, 29, 40, 41, 42, 43, 44, 45, 46,
]);

const CUE_WORDS_MAX = 8; // `Name of the account holder: …`
const LENGTH_MAX = 9;

const NUMBER = 0x6b43a9b5; // What every word with a digit counts as, beside its length.

/** What all words of a segment share. */
export interface SegmentContext {
  /** A label, a salutation or a sign-off before it, or 0. */
  cue: number;
  language: number;
  from: number;
  to: number;
}

/**
 * Fills `rows[at..at + FEATURES)` with the model's rows for the word, of `2 ** bits` rows.
 * Nothing is allocated: this runs for every capitalised word of a text.
 */
export function featuresOf(
  text: string,
  tokens: Tokens,
  word: number,
  segment: Readonly<SegmentContext>,
  bits: number,
  rows: Int32Array,
  at: number,
): void {
  const shift = 32 - bits;
  const { flags, shape, gap } = tokens;
  const w0 = tokens.hash[word] as number;
  const before = wordAt(tokens, word - 1);
  const before2 = wordAt(tokens, word - 2);
  const after = wordAt(tokens, word + 1);
  const after2 = wordAt(tokens, word + 2);
  const f0 = flags[word] as number;
  const fb = flags[word - 1] as number;
  const fa = flags[word + 1] as number;
  const shape0 = shape[word] as number;
  const gapBefore = (gap[word] as number) & ~(1 << SPACE);
  const gapAfter = (gap[word + 1] as number) & ~(1 << SPACE);
  const start = tokens.start[word] as number;
  const end = tokens.end[word] as number;
  const length = Math.min(end - start, LENGTH_MAX);
  const isStart = startsSentence(tokens, word) ? 1 : 0;
  const seen =
    (tokens.isSeenLower(w0) ? 1 : 0) | (tokens.isSeenInside(w0) ? 2 : 0) | (isStart << 2);
  const inSegment = word - segment.from;
  const left = segment.to - 1 - word;
  const place = Math.min(inSegment, 3) | (Math.min(left, 3) << 2);
  const suffix3 = suffixOf(text, start, end, 3);

  let n = at;
  const put = (value: number): void => {
    rows[n] = Math.imul(foldHash(value, n - at + 1), 0x85ebca6b) >>> shift;
    n++;
  };
  put(w0);
  put(prefixOf(text, start, end, 3));
  put(prefixOf(text, start, end, 5));
  put(suffixOf(text, start, end, 2));
  put(suffix3);
  put(suffixOf(text, start, end, 4));
  put(shape0 | (length << 8));
  put(shape0 | (isStart << 8) | ((f0 & COMMON) << 9));
  put(f0);
  put(foldHash(f0, (shape0 << 1) | isStart));
  put(before);
  put(after);
  put(foldHash(before, gapBefore));
  put(foldHash(after, gapAfter));
  put(foldHash(before2, before));
  put(foldHash(after, after2));
  put(foldHash(fb, f0));
  put(foldHash(f0, fa));
  put(foldHash(foldHash(fb, f0), fa));
  put(foldHash(gapBefore, gapAfter));
  put(suffixOf(text, tokens.start[word - 1] as number, tokens.end[word - 1] as number, 3));
  put(suffixOf(text, tokens.start[word + 1] as number, tokens.end[word + 1] as number, 3));
  put(seen | ((f0 & COMMON) << 3));
  put(place);
  put(foldHash(flags[word - 2] as number, fb));
  put(foldHash(segment.cue, Math.min(inSegment, 1)));
  put(foldHash(before, shape0));
  put(foldHash(foldHash(fa, flags[word + 2] as number), gapAfter));
  put(foldHash(w0, after));
  put(foldHash(before, w0));
  put(foldHash(flags[segment.to - 1] as number, left));
  put(foldHash(wordAt(tokens, segment.to), Math.min(left, 2)));
  put(foldHash(wordAt(tokens, segment.from - 1), Math.min(inSegment, 2)));
  put(foldHash(suffix3, fb & (GIVEN | TITLE)));
  put(foldHash(place, foldHash(f0, gapBefore | (gapAfter << 1))));
  put(foldHash(segment.cue, f0));
  const s0 = tokens.stemFlags[word] as number;
  put(foldHash(s0, f0));
  put(foldHash(foldHash(s0, f0), suffix3));
  put(foldHash(foldHash(fb, f0), s0));
  put(foldHash(foldHash(s0, fa), tokens.stemFlags[word + 1] as number));
  const { language } = segment;
  const plain = shape0 | (isStart << 8) | ((f0 & COMMON) << 9);
  put(foldHash(language, plain));
  put(foldHash(language, suffix3));
  put(foldHash(foldHash(language, f0), isStart));
  put(foldHash(foldHash(language, s0), seen));
  put(foldHash(foldHash(language, fb), f0));
  put(foldHash(foldHash(language, gapBefore), gapAfter));
  put(foldHash(foldHash(language, place), plain));
}

/** Of a word with digits only the length counts. */
function wordAt(tokens: Tokens, at: number): number {
  if (((tokens.shape[at] as number) & HAS_DIGIT) === 0) return tokens.hash[at] as number;
  return NUMBER + (tokens.end[at] as number) - (tokens.start[at] as number);
}

function prefixOf(text: string, start: number, end: number, length: number): number {
  const to = Math.min(end, start + length);
  let hash = to - start;
  for (let index = start; index < to; index++) {
    hash = foldHash(hash, FOLD[text.charCodeAt(index)] as number);
  }
  return hash;
}

function suffixOf(text: string, start: number, end: number, length: number): number {
  let hash = 7;
  for (let index = Math.max(start, end - length); index < end; index++) {
    hash = foldHash(hash, FOLD[text.charCodeAt(index)] as number);
  }
  return hash;
}

const LABEL_CUE = 1;
const SIGN_OFF_CUE = 2;
const SALUTATION_CUE = 3;
export const CODE_CUE = 4;

/** What the line before a segment says about it. */
export function cueBefore(tokens: Tokens, from: number): number {
  let wasCode = false;
  const first = Math.max(PADDING, from - CUE_WORDS_MAX);
  for (let at = from; at >= first; at--) {
    const gap = tokens.gap[at] as number;
    const flags = tokens.flags[at - 1] as number;
    if ((gap & LINE_BREAK) !== 0) {
      if (at === from && (flags & SIGN_OFF) !== 0 && (gap & TEXT_EDGE) === 0) return SIGN_OFF_CUE;
      break;
    }
    if ((gap & (1 << COLON)) !== 0 && (flags & LABEL) !== 0) return LABEL_CUE;
    if ((gap & (1 << COLON)) !== 0 && at < from) break;
    if ((flags & SALUTATION) !== 0 && from - at < 3) return SALUTATION_CUE;
    wasCode ||= (gap & (1 << CODE_SIGN)) !== 0;
  }
  return wasCode ? CODE_CUE : 0;
}
