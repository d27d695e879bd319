import { WordBits } from './words/word-bits.js';
import { AFTER_CHARS, AGAINST, BEFORE_CHARS } from './surroundings.js';

/** Bits: words that speak for some kind of number stand near, or words that speak against all. */
export const FOR = 1;
export const AGAINST_ALL = 2;

/** The longest value with what parts its groups: behind it the words after it begin. */
const VALUE_CHARS_MAX = 40;
/** Longer than any word that is looked for; what is longer is no word of a language. */
const WORD_CHARS_MAX = 40;

/** Hashes of words, and of the first two of several in a row; the words themselves are compared afterwards. */
export class Vocabulary {
  private readonly known = new WordBits();

  /** @param words as `wordsOf` makes them, that speak for some number */
  constructor(words: readonly string[]) {
    for (const word of words) this.add(word, FOR);
    for (const word of AGAINST) this.add(word, AGAINST_ALL);
  }

  bitsOf(hash: number): number {
    return this.known.of(hash);
  }

  private add(folded: string, bit: number): void {
    const [first = '', second] = folded.trim().split(' ');
    const hash = second === undefined ? hashOf(first) : pairOf(hashOf(first), hashOf(second));
    this.known.add(hash, bit);
  }
}

/**
 * Tells of each place of a text whether it is worth to look for words around it. Each word is hashed once,
 * however many numbers stand beside it; places have to be asked for from left to right.
 */
export class Cues {
  private readonly at: number[] = [];
  private readonly bits: number[] = [];
  private readonly ofName: number;
  private readTo = 0;
  private first = 0;
  private lastHash = 0;

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly text: string,
    name: string,
  ) {
    this.ofName = name === '' ? 0 : this.bitsOf(name);
  }

  /** Bits of what stands near a value that begins at an index. */
  near(start: number): number {
    const from = start - BEFORE_CHARS;
    if (from > this.readTo) this.skipTo(from);
    this.readUntil(Math.min(this.text.length, start + VALUE_CHARS_MAX + AFTER_CHARS));
    while (this.first < this.at.length && (this.at[this.first] as number) < from) this.first++;
    let bits = this.ofName;
    for (let index = this.first; index < this.at.length; index++)
      bits |= this.bits[index] as number;
    return bits;
  }

  private bitsOf(text: string): number {
    return new Cues(this.vocabulary, text, '').near(0);
  }

  /** Nobody asks for what is before it any more; a word that it stands in is read whole. */
  private skipTo(from: number): void {
    let at = from;
    while (at > from - WORD_CHARS_MAX && at > this.readTo && FOLDED[this.text.charCodeAt(at - 1)])
      at--;
    this.readTo = at;
    this.lastHash = 0;
  }

  private readUntil(to: number): void {
    const { text } = this;
    while (this.readTo < to) {
      let at = this.readTo;
      while (at < to && FOLDED[text.charCodeAt(at)] === 0) at++;
      const from = at;
      let hash = 0;
      let isLower = false;
      for (; at < text.length && at - from < WORD_CHARS_MAX; at++) {
        const unit = text.charCodeAt(at);
        const folded = FOLDED[unit] as number;
        if (folded === 0) break;
        // A capital in the middle begins a word: `taxNumber`.
        const isCapital = folded !== unit && unit < 0x5b;
        if (isCapital && isLower) break;
        isLower = !isCapital;
        if (folded !== IGNORED_MARK) hash = nextHash(hash, folded);
      }
      this.readTo = at;
      if (at > from) this.note(from, hash);
    }
  }

  private note(from: number, hash: number): void {
    const { vocabulary, lastHash } = this;
    const bits = vocabulary.bitsOf(hash) | vocabulary.bitsOf(pairOf(lastHash, hash));
    this.lastHash = hash;
    if (bits === 0) return;
    this.at.push(from);
    this.bits.push(bits);
  }
}

const IGNORED_MARK = 1;

/** Letters and digits as `foldWords` leaves them, without case and accents; 0 for what parts words. */
const FOLDED = buildTable();

function buildTable(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let unit = 0x30; unit < 0x3000; unit++) {
    const char = String.fromCharCode(unit);
    if (/\p{M}/u.test(char)) table[unit] = IGNORED_MARK;
    else if (/[\p{L}\p{N}]/u.test(char)) {
      table[unit] = char.normalize('NFD').toLowerCase().charCodeAt(0);
    }
  }
  return table;
}

const nextHash = (hash: number, unit: number): number => (Math.imul(hash, 0x01000193) ^ unit) | 0;

const pairOf = (first: number, second: number): number =>
  (Math.imul(first, 0x5bd1e995) ^ (second >>> 3) ^ second) | 0;

function hashOf(word: string): number {
  let hash = 0;
  for (let index = 0; index < word.length; index++) hash = nextHash(hash, word.charCodeAt(index));
  return hash;
}
