import { CODE_SIGN, COLON, FOLD, SPACE } from './characters.js';
import { COMMON, GIVEN, LABEL, SALUTATION, SIGN_OFF, TITLE } from './lexicon.js';
import {
  foldHash,
  HAS_DIGIT,
  LINE_BREAK,
  PADDING,
  startsSentence,
  TEXT_EDGE,
  TRAINED_SHAPE,
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
  const shape0 = (shape[word] as number) & TRAINED_SHAPE;
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

  VALUES[0] = w0;
  VALUES[1] = prefixOf(text, start, end, 3);
  VALUES[2] = prefixOf(text, start, end, 5);
  VALUES[3] = suffixOf(text, start, end, 2);
  VALUES[4] = suffix3;
  VALUES[5] = suffixOf(text, start, end, 4);
  VALUES[6] = shape0 | (length << 8);
  VALUES[7] = shape0 | (isStart << 8) | ((f0 & COMMON) << 9);
  VALUES[8] = f0;
  VALUES[9] = foldHash(f0, (shape0 << 1) | isStart);
  VALUES[10] = before;
  VALUES[11] = after;
  VALUES[12] = foldHash(before, gapBefore);
  VALUES[13] = foldHash(after, gapAfter);
  VALUES[14] = foldHash(before2, before);
  VALUES[15] = foldHash(after, after2);
  VALUES[16] = foldHash(fb, f0);
  VALUES[17] = foldHash(f0, fa);
  VALUES[18] = foldHash(foldHash(fb, f0), fa);
  VALUES[19] = foldHash(gapBefore, gapAfter);
  VALUES[20] = suffixOf(text, tokens.start[word - 1] as number, tokens.end[word - 1] as number, 3);
  VALUES[21] = suffixOf(text, tokens.start[word + 1] as number, tokens.end[word + 1] as number, 3);
  VALUES[22] = seen | ((f0 & COMMON) << 3);
  VALUES[23] = place;
  VALUES[24] = foldHash(flags[word - 2] as number, fb);
  VALUES[25] = foldHash(segment.cue, Math.min(inSegment, 1));
  VALUES[26] = foldHash(before, shape0);
  VALUES[27] = foldHash(foldHash(fa, flags[word + 2] as number), gapAfter);
  VALUES[28] = foldHash(w0, after);
  VALUES[29] = foldHash(before, w0);
  VALUES[30] = foldHash(flags[segment.to - 1] as number, left);
  VALUES[31] = foldHash(wordAt(tokens, segment.to), Math.min(left, 2));
  VALUES[32] = foldHash(wordAt(tokens, segment.from - 1), Math.min(inSegment, 2));
  VALUES[33] = foldHash(suffix3, fb & (GIVEN | TITLE));
  VALUES[34] = foldHash(place, foldHash(f0, gapBefore | (gapAfter << 1)));
  VALUES[35] = foldHash(segment.cue, f0);
  const s0 = tokens.stemFlags[word] as number;
  VALUES[36] = foldHash(s0, f0);
  VALUES[37] = foldHash(foldHash(s0, f0), suffix3);
  VALUES[38] = foldHash(foldHash(fb, f0), s0);
  VALUES[39] = foldHash(foldHash(s0, fa), tokens.stemFlags[word + 1] as number);
  const { language } = segment;
  const plain = shape0 | (isStart << 8) | ((f0 & COMMON) << 9);
  VALUES[40] = foldHash(language, plain);
  VALUES[41] = foldHash(language, suffix3);
  VALUES[42] = foldHash(foldHash(language, f0), isStart);
  VALUES[43] = foldHash(foldHash(language, s0), seen);
  VALUES[44] = foldHash(foldHash(language, fb), f0);
  VALUES[45] = foldHash(foldHash(language, gapBefore), gapAfter);
  VALUES[46] = foldHash(foldHash(language, place), plain);
  for (let feature = 0; feature < FEATURES; feature++) {
    const value = foldHash(VALUES[feature] as number, feature + 1);
    rows[at + feature] = Math.imul(value, 0x85ebca6b) >>> shift;
  }
}

/** Of the word that is read: what each feature says, before it is hashed to a row. */
const VALUES = new Int32Array(FEATURES);

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
