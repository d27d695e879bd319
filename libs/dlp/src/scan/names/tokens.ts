import {
  CLASS,
  CODE_SIGN,
  COLON,
  DIGIT,
  FOLD,
  HYPHEN,
  MARK,
  NEWLINE,
  OTHER,
  PERIOD,
  SENTENCE_END,
  SPACE,
  UNDERSCORE,
  UPPER,
} from './characters.js';
import { TITLE } from './lexicon.js';
import { isIn, LATIN, unitsOf } from '../unit-table.js';

/** Shape bits of a word. */
export const STARTS_UPPER = 1;
export const ALL_UPPER = 2;
/** A capital behind a small letter: `McDonald`, `DataFrame`. */
export const INNER_UPPER = 4;
export const HAS_DIGIT = 8;
export const IS_IDENTIFIER = 16;
export const ONE_LETTER = 32;
/** What training has seen of shapes. */
export const TRAINED_SHAPE = 63;
/** `McAllister`: an inner capital that makes no name of a program. */
export const IS_SCOTTISH = 64;

/** Gap bits beyond those of the classes, which are `1 << class`. */
export const BLANK_LINE = 1 << 17;
export const TEXT_EDGE = 1 << 18;
export const LINE_BREAK = (1 << NEWLINE) | BLANK_LINE | TEXT_EDGE;

/** Characters that are read in one step: about a millisecond of work. */
export const WINDOW_CHARS = 16_384;
/** Words before and behind the window, which read as its edge. */
export const PADDING = 3;
/** Words of a window, at one for every two characters, with the padding. */
export const WINDOW_TOKENS = WINDOW_CHARS / 2 + 1 + 2 * PADDING;

const WHITE = (1 << SPACE) | (1 << NEWLINE) | BLANK_LINE;
/** `://` begins an address, which goes on to the next blank. */
const ADDRESS_SIGNS = (1 << COLON) | (1 << CODE_SIGN);
const AT_SIGN = 0x40;
/** `@jane`, `#jane`: names of accounts and topics. */
const HANDLE_SIGNS = unitsOf(/[@#]/, LATIN);
/** `jane@`, `Nº`: what stands before is no name. */
const NO_WORD_BEHIND = unitsOf(/[@ºª°]/, LATIN);

/** `anna.kowalska@example.org`, `anna+kowalska`, `/home/anna`, `?name=anna&page`. */
const GLUE = unitsOf(/[.@+/\\=&%~]/, LATIN);

/** `anna-maria.van.der.berg@`. */
const MAILBOX_WORDS_MAX = 6;
const MAILBOX_GAPS = (1 << PERIOD) | (1 << HYPHEN);

const EMPHASIS_SIGNS_MAX = 3;
/** A name, with what is said of it. */
const EMPHASIS_CHARS_MAX = 160;

/** Places of a filter for the words that a window holds; false answers are rare at some 3,000 words. */
const SEEN_PLACES = 1 << 16;

export const HASH_SEED = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

export const foldHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, HASH_FACTOR);

/** @returns the hash of a word as the tokeniser computes it */
export function hashOf(word: string): number {
  let hash = HASH_SEED;
  for (let index = 0; index < word.length; index++) {
    const unit = word.charCodeAt(index);
    if (CLASS[unit] !== MARK) hash = foldHash(hash, FOLD[unit] as number);
  }
  return hash;
}

const MC = hashOf('mc');
/**
 * The words of a window of text, in typed arrays that are used again for every window: nobody may keep
 * them over a step. Apostrophes and hyphens part words; the gap before each says how.
 */
export class Tokens {
  /** Words with the padding on both sides; the first word is at `PADDING`. */
  count = 0;
  readonly start = new Uint32Array(WINDOW_TOKENS);
  readonly end = new Uint32Array(WINDOW_TOKENS);
  readonly hash = new Int32Array(WINDOW_TOKENS);
  readonly shape = new Uint8Array(WINDOW_TOKENS);
  /** What stands between the word before and this one, as bits. */
  readonly gap = new Int32Array(WINDOW_TOKENS);
  readonly flags = new Uint16Array(WINDOW_TOKENS);
  /** What the lists say of the word without its ending, where they do not know the word. */
  readonly stemFlags = new Uint16Array(WINDOW_TOKENS);
  /** By place, the number of the window that last held such a word; so nothing has to be wiped. */
  private readonly seenLower = new Uint32Array(SEEN_PLACES);
  private readonly seenInside = new Uint32Array(SEEN_PLACES);
  private readonly seenInMailbox = new Uint32Array(SEEN_PLACES);
  private window = 0;

  /** Where underscores of Markdown begin and end, and where what they stand around begins: `_Anna Kowalska_`. */
  private emphasisStart = -1;
  private emphasisFrom = -1;
  private emphasisEnd = -1;

  /** Reads `[from, to)`, which must not be longer than a window. */
  read(text: string, from: number, to: number): void {
    this.window = (this.window + 1) >>> 0;
    this.emphasisStart = this.emphasisEnd = -1;
    for (let index = 0; index < PADDING; index++) this.setPadding(index, from);
    let at = PADDING;
    let gap = TEXT_EDGE;
    let isAddress = false;
    let index = from;
    while (index < to) {
      const klass = CLASS[text.charCodeAt(index)] as number;
      if (klass === UNDERSCORE && index !== this.emphasisEnd) this.readEmphasis(text, index, to);
      if (klass === UNDERSCORE && index === this.emphasisStart) {
        gap |= 1 << CODE_SIGN;
        index = this.emphasisFrom;
        continue;
      }
      if (klass === UNDERSCORE && index === this.emphasisEnd) {
        gap |= 1 << CODE_SIGN;
        while (index < to && CLASS[text.charCodeAt(index)] === UNDERSCORE) index++;
        continue;
      }
      if (klass >= SPACE) {
        if (klass === NEWLINE && (gap & (1 << NEWLINE)) !== 0 && !isCrLf(text, index))
          gap |= BLANK_LINE;
        // Two blanks part columns, not words.
        if (klass === SPACE && (gap & (1 << SPACE)) !== 0) gap |= 1 << OTHER;
        gap |= 1 << klass;
        index++;
        continue;
      }
      index = this.readWord(text, index, to, at);
      this.gap[at] = gap;
      isAddress = (gap & WHITE) === 0 && (isAddress || (gap & ADDRESS_SIGNS) === ADDRESS_SIGNS);
      const isHandle = isIn(HANDLE_SIGNS, text, (this.start[at] as number) - 1);
      if (isAddress || isHandle || isIn(NO_WORD_BEHIND, text, index)) {
        this.shape[at] = (this.shape[at] as number) | IS_IDENTIFIER;
      }
      if (gap === 1 << SPACE) this.noteInside(at);
      if (text.charCodeAt(index) === AT_SIGN) this.noteMailbox(at);
      at++;
      gap = 0;
    }
    for (let pad = 0; pad < PADDING; pad++) {
      this.setPadding(at + pad, to);
      this.gap[at + pad] = pad === 0 ? gap | TEXT_EDGE : TEXT_EDGE;
    }
    this.count = at + PADDING;
  }

  /** Whether the word stands in the window in small letters, too. */
  isSeenLower(hash: number): boolean {
    return this.seenLower[placeOf(hash)] === this.window;
  }

  /** Whether the word is a part of an address of mail in the window, before its `@`. */
  isSeenInMailbox(hash: number): boolean {
    return this.seenInMailbox[placeOf(hash)] === this.window;
  }

  /** Whether the word stands in the window with a capital within a sentence. */
  isSeenInside(hash: number): boolean {
    return this.seenInside[placeOf(hash)] === this.window;
  }

  private readWord(text: string, from: number, to: number, at: number): number {
    let hash = HASH_SEED;
    let shape = 0;
    let uppers = 0;
    let letters = 0;
    let wasLower = false;
    let index = from;
    for (; index < to; index++) {
      const unit = text.charCodeAt(index);
      const klass = CLASS[unit] as number;
      if (klass >= SPACE || index === this.emphasisEnd) break;
      if (klass === MARK) continue;
      const front = hash;
      hash = foldHash(hash, FOLD[unit] as number);
      if (klass === UPPER) {
        uppers++;
        if (letters === 0) shape |= STARTS_UPPER;
        else if (wasLower) shape |= front === MC ? INNER_UPPER | IS_SCOTTISH : INNER_UPPER;
        wasLower = false;
        letters++;
      } else if (klass === DIGIT) shape |= HAS_DIGIT;
      else if (klass === UNDERSCORE) shape |= IS_IDENTIFIER;
      else {
        wasLower = true;
        letters++;
      }
    }
    if (letters === 1) shape |= ONE_LETTER;
    else if (uppers === letters && uppers > 0) shape |= ALL_UPPER;
    this.start[at] = from;
    this.end[at] = index;
    this.hash[at] = hash;
    this.shape[at] = shape;
    if (uppers === 0 && !isGlued(text, from, index)) this.seenLower[placeOf(hash)] = this.window;
    return index;
  }

  /** Underscores in front of a capital, and as many behind the end of a word on the same line. */
  private readEmphasis(text: string, start: number, to: number): void {
    let from = start;
    while (from - start <= EMPHASIS_SIGNS_MAX && CLASS[text.charCodeAt(from)] === UNDERSCORE)
      from++;
    if (CLASS[text.charCodeAt(from)] !== UPPER) return;
    const end = Math.min(to, from + EMPHASIS_CHARS_MAX);
    for (let at = from + 1; at < end; at++) {
      const klass = CLASS[text.charCodeAt(at)] as number;
      if (klass === NEWLINE) return;
      if (klass !== UNDERSCORE) continue;
      let behind = at;
      while (CLASS[text.charCodeAt(behind)] === UNDERSCORE) behind++;
      const isEnd =
        behind - at === from - start && (CLASS[text.charCodeAt(behind)] ?? SPACE) >= SPACE;
      // Within a word it is a name of a program.
      if (!isEnd || (CLASS[text.charCodeAt(at - 1)] as number) >= SPACE) return;
      [this.emphasisStart, this.emphasisFrom, this.emphasisEnd] = [start, from, at];
      return;
    }
  }

  private noteInside(at: number): void {
    if (((this.shape[at] as number) & STARTS_UPPER) === 0) return;
    this.seenInside[placeOf(this.hash[at] as number)] = this.window;
  }

  /** The words before an `@`, back to where the address begins. */
  private noteMailbox(last: number): void {
    for (let at = last; at > last - MAILBOX_WORDS_MAX && at >= PADDING; at--) {
      this.seenInMailbox[placeOf(this.hash[at] as number)] = this.window;
      if (((this.gap[at] as number) & ~MAILBOX_GAPS) !== 0) return;
    }
  }

  private setPadding(at: number, index: number): void {
    this.start[at] = index;
    this.end[at] = index;
    this.hash[at] = 0;
    this.shape[at] = 0;
    this.gap[at] = TEXT_EDGE;
    this.flags[at] = 0;
  }
}

const placeOf = (hash: number): number => (hash ^ (hash >>> 16)) & (SEEN_PLACES - 1);

/** Whether the word is a part of something that is written small whatever its parts are: `anna.kowalska@…`. */
const isGlued = (text: string, from: number, to: number): boolean =>
  (isIn(GLUE, text, from - 1) && isInWord(text, from - 2)) ||
  (isIn(GLUE, text, to) && isInWord(text, to + 1));

/** Letters, digits and what stands in their place. */
const isInWord = (text: string, index: number): boolean =>
  (CLASS[text.charCodeAt(index)] ?? SPACE) < SPACE;

const isCrLf = (text: string, index: number): boolean =>
  text.charCodeAt(index) === 0x0a && index > 0 && text.charCodeAt(index - 1) === 0x0d;

/** Whether the word begins a sentence or a line; a dot behind a single letter ends none. */
export function startsSentence(tokens: Tokens, at: number): boolean {
  const gap = tokens.gap[at] as number;
  if ((gap & (LINE_BREAK | (1 << SENTENCE_END))) !== 0) return true;
  if ((gap & (1 << PERIOD)) === 0) return false;
  return (
    ((tokens.shape[at - 1] as number) & ONE_LETTER) === 0 &&
    ((tokens.flags[at - 1] as number) & TITLE) === 0
  );
}
