import {
  AFTER_CHARS,
  AGAINST_LOSS,
  BEFORE_CHARS,
  NAME_GAIN,
  NEAR_GAIN,
  SCORE_MAX,
} from '../surroundings.js';
import type { CueName } from './cue-words.js';
import { addToHash, isUpper, letterOf, NO_LETTER, SKIPPED, startHash } from './letters.js';
import { AGAINST, BITS, CUE_BITS, CUES, FOR, unitOf, type Vocabulary } from './vocabulary.js';

const WORDS_AFTER = 3;
/** Longer than any word that is looked for; what is longer is no word of a language. */
const WORD_CHARS_MAX = 40;
/** The longest value with what parts its groups: behind it the words after it begin. */
const VALUE_CHARS_MAX = 40;
/** As far as a value may begin before its first digit: the name of a month, the letters of a plate. */
const VALUE_BEFORE_MAX = 16;

/** What the words around a value say, in bits: those near it, and above `NAMED_SHIFT` those that name it. */
export type Cues = number;
const NAMED_SHIFT = CUE_BITS;

/** What speaks for or against numbers of all kinds counts as near within the same distance whatever they begin with. */
const OF_NUMBERS = FOR | AGAINST;

/**
 * What the words around the values of a text say. Each word is hashed once, however many numbers stand beside it,
 * and without making a string of it; places have to be asked for from left to right.
 */
export class CueReader {
  /** Where words stand that say something, and what. */
  private readonly at: number[] = [];
  private readonly bits: number[] = [];
  private readonly ofName: number;
  private readonly named: number;
  private readTo = 0;
  private first = 0;
  private lastHash = 0;
  private lastBits = 0;
  /** The place that was asked for last: several matchers ask about one number. */
  private asked = -1;
  private near = 0;

  /** @param name what the caller calls the text */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly text: string,
    name: string,
  ) {
    this.named = name === '' ? 0 : before(`${name}:`, name.length + 1).named;
    this.ofName = name === '' ? 0 : this.named | new CueReader(vocabulary, name, '').bitsNear(0);
  }

  /** Bits of what may stand around a value whose first digit is at an index; `around` tells what does. */
  bitsNear(start: number): number {
    if (start === this.asked) return this.near;
    const from = start - BEFORE_CHARS - VALUE_BEFORE_MAX;
    if (from > this.readTo) this.skipTo(from);
    const to = Math.min(this.text.length, start + VALUE_CHARS_MAX + AFTER_CHARS);
    if (to > this.readTo) this.readUntil(to);
    const { at, bits } = this;
    while (this.first < at.length && (at[this.first] as number) < from) this.first++;
    let near = this.ofName;
    for (let index = this.first; index < at.length; index++) {
      const isClose = (at[index] as number) >= start - BEFORE_CHARS;
      near |= isClose ? (bits[index] as number) : (bits[index] as number) & ~OF_NUMBERS;
    }
    this.asked = start;
    this.near = near;
    return near;
  }

  /** Whether the word may stand around the value whose first digit is at an index; `around` tells whether it does. */
  mayStandNear(start: number, cue: CueName): boolean {
    return (this.bitsNear(start) & BITS[cue]) !== 0;
  }

  /**
   * What stands before a colon names what follows, up to the next comma or line: it counts for
   * more, and what was said before it counts no longer (`Tel.: 030 …, Order: 4711…`).
   */
  around(start: number, end: number): Cues {
    const { near, named } = before(this.text, start);
    return near | after(this.text, end) | ((named | this.named) << NAMED_SHIFT);
  }

  /** Nobody asks for what is before it any more; a word that it stands in is read whole. */
  private skipTo(from: number): void {
    let at = from;
    const first = Math.max(this.readTo, from - WORD_CHARS_MAX);
    while (at > first && unitOf(this.text.charCodeAt(at - 1)) !== NO_LETTER) at--;
    this.readTo = at;
    this.lastBits = 0;
  }

  private readUntil(to: number): void {
    const { text } = this;
    let at = this.readTo;
    while (at < to) {
      if (unitOf(text.charCodeAt(at)) <= SKIPPED) {
        if (text.charCodeAt(at) === STAR) this.note(at, BITS.bornSign);
        at++;
        continue;
      }
      const from = at;
      let hash = startHash();
      let wasCapital = true;
      for (const end = Math.min(text.length, from + WORD_CHARS_MAX); at < end; at++) {
        const unit = text.charCodeAt(at);
        const letter = unitOf(unit);
        if (letter === NO_LETTER) break;
        // A capital in the middle begins a word: `taxNumber`.
        const isCapital = isUpper(unit);
        if (isCapital && !wasCapital) break;
        wasCapital = isCapital;
        if (letter !== SKIPPED) hash = addToHash(hash, letter);
      }
      const bits = this.vocabulary.bitsOf(hash, this.lastBits, this.lastHash);
      this.lastHash = hash;
      this.lastBits = bits;
      if (bits !== 0) this.note(from, bits);
      // `né` counts, as `ne` does not.
      if (at === from + 2 && text.charCodeAt(from + 1) === E_ACUTE) this.note(from, BITS.bornSign);
    }
    this.readTo = at;
  }

  private note(at: number, bits: number): void {
    this.at.push(at);
    this.bits.push(bits);
  }
}

const STAR = 0x2a;
const E_ACUTE = 0xe9;

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
        const bits = CUES.of(hash);
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
      if (at <= to) near |= CUES.of(hash);
      if (++words === WORDS_AFTER) return near;
      wordAt = -1;
      hash = startHash();
    }
    if (PARTS_SAYINGS.has(unit)) return near;
  }
  return near;
}
