import {
  AFTER_CHARS,
  AGAINST_LOSS,
  AGAINST_WORDS,
  BEFORE_CHARS,
  NAME_GAIN,
  NEAR_GAIN,
  SCORE_MAX,
} from '../surroundings.js';
import { WordBits } from './word-bits.js';
import { CUE_WORDS, type CueName } from './cue-words.js';
import {
  addToHash,
  hashWord,
  letterAt,
  letterOf,
  NO_LETTER,
  SKIPPED,
  startHash,
} from './letters.js';

const WORDS_AFTER = 3;
/** Longer runs of letters are no words that say anything. */
const WORD_CHARS_MAX = 24;

const NAMES = Object.keys(CUE_WORDS) as readonly CueName[];
const BITS = Object.fromEntries(NAMES.map((name, index) => [name, 1 << index])) as Readonly<
  Record<CueName, number>
>;
/** Also the bits that are `near`; those that are `named` lie above. */
const AGAINST = 1 << NAMES.length;
const NAMED_SHIFT = NAMES.length + 1;

const WORDS = new WordBits();
for (const name of NAMES) {
  for (const word of CUE_WORDS[name].split(' ')) WORDS.add(hashWord(word), BITS[name]);
}
for (const word of AGAINST_WORDS.split(',')) WORDS.add(hashWord(word), AGAINST);

/** What the words around a value say, in bits: those near it, and those that name it. */
export type Cues = number;

/** Characters of a text whose words are known together. */
const BLOCK_CHARS = 64;
const UNREAD = -1;

/**
 * What the words around the values of a text say. It reads them without making a string of any, since
 * thousands of numbers stand in a log and words beside them decide about each; which words stand where
 * at all is kept per block, so that most numbers are passed over after three look-ups.
 */
export class CueReader {
  private readonly firstBlock: number;
  private readonly blocks: Int32Array;
  private readonly nameBits: number;
  /** What the blocks hold that were asked about last: several matchers ask about one number. */
  private asked = 0;
  private firstAsked = -1;
  private lastAsked = -1;

  /**
   * @param from where the values begin that are asked about, up to `to`
   * @param name what the caller calls the text
   */
  constructor(
    private readonly text: string,
    from: number,
    to: number,
    name: string,
  ) {
    this.firstBlock = blockOf(from - BEFORE_CHARS);
    this.blocks = new Int32Array(blockOf(to) - this.firstBlock + BLOCKS_BEHIND).fill(UNREAD);
    this.nameBits = name === '' ? 0 : before(`${name}:`, name.length + 1).named;
  }

  /** Whether the word may stand around `[start, end)`; `around` tells whether it does. */
  mayStandNear(start: number, end: number, cue: CueName): boolean {
    const first = blockOf(start - BEFORE_CHARS);
    const last = blockOf(end + AFTER_CHARS);
    if (first !== this.firstAsked || last !== this.lastAsked) {
      this.asked = this.nameBits;
      for (let block = first; block <= last; block++) this.asked |= this.bitsOf(block);
      this.firstAsked = first;
      this.lastAsked = last;
    }
    return (this.asked & BITS[cue]) !== 0;
  }

  /**
   * What stands before a colon names what follows, up to the next comma or line: it counts for
   * more, and what was said before it counts no longer (`Tel.: 030 …, Order: 4711…`).
   */
  around(start: number, end: number): Cues {
    const { near, named } = before(this.text, start);
    return near | after(this.text, end) | ((named | this.nameBits) << NAMED_SHIFT);
  }

  private bitsOf(block: number): number {
    const index = block - this.firstBlock;
    const known = this.blocks[index];
    if (known !== undefined && known !== UNREAD) return known;
    const bits = bitsWithin(this.text, block * BLOCK_CHARS, (block + 1) * BLOCK_CHARS);
    if (known !== undefined) this.blocks[index] = bits;
    return bits;
  }
}

/** A value goes on beyond the range that it begins in. */
const BLOCKS_BEHIND = 4;

const blockOf = (index: number): number => Math.max(0, Math.floor(index / BLOCK_CHARS));

/** Of the words that begin in `[from, to)`. */
function bitsWithin(text: string, from: number, to: number): number {
  let bits = 0;
  let hash = startHash();
  let length = letterAt(text, from - 1) === NO_LETTER ? 0 : WORD_CHARS_MAX; // A word that is not of here.
  for (let at = from; at < to || (length > 0 && length < WORD_CHARS_MAX); at++) {
    const letter = letterAt(text, at);
    if (letter === SKIPPED) continue;
    if (isBornSign(text.charCodeAt(at))) bits |= BITS.bornSign;
    if (length > 0 && (letter === NO_LETTER || beginsInside(text, at))) {
      bits |= WORDS.of(hash);
      hash = startHash();
      length = 0;
    }
    if (letter === NO_LETTER) continue;
    if (at >= to && length === 0) break;
    hash = addToHash(hash, letter);
    length++;
  }
  return bits;
}

const isBornSign = (unit: number): boolean => unit === 0x2a || unit === 0xe9;

export const saysNear = (cues: Cues, cue: CueName): boolean => (cues & BITS[cue]) !== 0;

export const isNamed = (cues: Cues, cue: CueName): boolean =>
  ((cues >> NAMED_SHIFT) & BITS[cue]) !== 0;

export const says = (cues: Cues, cue: CueName): boolean =>
  saysNear(cues, cue) || isNamed(cues, cue);

/** As `scoreBy` has it: what words add to a value that is `base` sure, or take from it. */
export function scoreByCue(base: number, cues: Cues, cue: CueName): number {
  if (isNamed(cues, cue)) return Math.min(SCORE_MAX, base + NAME_GAIN);
  if (saysNear(cues, cue)) return Math.min(SCORE_MAX, base + NEAR_GAIN);
  return (cues & AGAINST) === 0 ? base : Math.max(0, base - AGAINST_LOSS);
}

const COLON = 0x3a;
const EQUALS = 0x3d;
const GREATER = 0x3e;
/** Line ends, comma, semicolon, bar, tab, and the beginning of a tag or an object. */
const PARTS_SAYINGS: ReadonlySet<number> = new Set([
  0x0a, 0x0d, 0x2c, 0x3b, 0x7c, 0x09, 0x3c, 0x7b,
]);

const isNaming = (unit: number): boolean => unit === COLON || unit === EQUALS || unit === GREATER;

const isDigitUnit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Of `deviceImei` the second word begins in the middle. */
const beginsInside = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  const previous = text.charCodeAt(at - 1);
  return unit >= 0x41 && unit <= 0x5a && previous >= 0x61 && previous <= 0x7a;
};

function before(text: string, start: number): { near: number; named: number } {
  let at = Math.max(0, start - BEFORE_CHARS);
  // Of a word that began further off only a part would be read.
  if (at > 0 && letterOf(text.charCodeAt(at - 1)) !== NO_LETTER) {
    while (at < start && letterOf(text.charCodeAt(at)) !== NO_LETTER) at++;
  }
  let near = 0;
  let said = 0;
  let named = 0;
  let hash = startHash();
  let wordAt = -1;
  for (; at <= start; at++) {
    const letter = at < start ? letterOf(text.charCodeAt(at)) : NO_LETTER;
    if (letter === SKIPPED) continue;
    const isInWord = letter !== NO_LETTER;
    if (wordAt >= 0 && (!isInWord || beginsInside(text, at))) {
      if (isDigitUnit(text.charCodeAt(wordAt))) {
        said = 0;
        if (at - wordAt === 4) near &= ~BITS.birth; // Of the date before this one.
      } else {
        const bits = WORDS.of(hash);
        // The date of a birth, or that of something else: the nearer word counts.
        const denied = (bits & BITS.otherDate) === 0 ? 0 : BITS.birth;
        said = (said & ~denied) | bits;
        near = (near & ~denied) | bits;
      }
      named = 0;
      wordAt = -1;
      hash = startHash();
    }
    if (isInWord) {
      if (wordAt < 0) wordAt = at;
      hash = addToHash(hash, letter);
      continue;
    }
    if (at === start) break;
    const unit = text.charCodeAt(at);
    if (isNaming(unit) && !isDigitUnit(text.charCodeAt(at - 1))) {
      near = said;
      named = said;
    } else if (PARTS_SAYINGS.has(unit)) said = 0;
  }
  return { near, named };
}

function after(text: string, end: number): number {
  const to = Math.min(text.length, end + AFTER_CHARS);
  let near = 0;
  let hash = startHash();
  let wordAt = -1;
  let words = 0;
  for (let at = end; at <= to; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0x0a;
    const letter = letterOf(unit);
    if (letter === SKIPPED) continue;
    if (letter !== NO_LETTER) {
      if (wordAt < 0) wordAt = at;
      hash = addToHash(hash, letter);
      continue;
    }
    if (wordAt >= 0) {
      if (isNaming(unit)) return near; // It names what comes next.
      if (at <= to) near |= WORDS.of(hash);
      if (++words === WORDS_AFTER) return near;
      wordAt = -1;
      hash = startHash();
    }
    if (PARTS_SAYINGS.has(unit)) return near;
  }
  return near;
}
