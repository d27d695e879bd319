import { AGAINST_WORDS } from '../surroundings.js';
import { CUE_WORDS, type CueName } from './cue-words.js';
import { addToHash, hashWord, letterOf, NO_LETTER, SKIPPED, startHash } from './letters.js';
import { WordBits } from './word-bits.js';

const NAMES = Object.keys(CUE_WORDS) as readonly CueName[];

/** What the words around a value say, one bit for each kind of word. */
export const BITS = Object.fromEntries(NAMES.map((name, index) => [name, 1 << index])) as Readonly<
  Record<CueName, number>
>;
/** Words that speak against any number. */
export const AGAINST = 1 << NAMES.length;
/** How many bits there are of these. */
export const CUE_BITS = NAMES.length + 1;
/** Words that speak for some number; which of them, and which number, is compared afterwards. */
export const FOR = 1 << CUE_BITS;
/** A word that some of several in a row begin with. */
const BEGINS = 1 << (CUE_BITS + 1);

/** The words of one bit each, by their hashes. */
export const CUES = new WordBits();
for (const name of NAMES) {
  for (const word of CUE_WORDS[name].split(' ')) CUES.add(hashWord(word), BITS[name]);
}
for (const word of AGAINST_WORDS.split(',')) CUES.add(hashWord(word), AGAINST);

const SCRIPTS_END = 0x3000;

/** Letters as `letterOf` has them, and those of scripts that only the words of numbers are written in. */
const UNITS = Uint16Array.from({ length: 0x10000 }, (_, unit) => {
  const letter = letterOf(unit);
  if (letter !== NO_LETTER || unit >= SCRIPTS_END) return letter;
  const char = String.fromCharCode(unit);
  if (/\p{M}/u.test(char)) return SKIPPED;
  return /[\p{L}\p{N}]/u.test(char) ? char.normalize('NFD').toLowerCase().charCodeAt(0) : NO_LETTER;
});

/** What a unit of a word counts as, else `NO_LETTER` or `SKIPPED`. */
export const unitOf = (unit: number): number => UNITS[unit] as number;

/** All words that say something of a number: those of one bit each, and such as speak for some number. */
export class Vocabulary {
  private readonly words = new WordBits();

  /** @param words as `wordsOf` makes them, that speak for some number */
  constructor(words: readonly string[]) {
    for (const list of Object.values(CUE_WORDS).join(' ').split(' ')) {
      this.words.add(hashOf(list), CUES.of(hashWord(list)));
    }
    for (const word of AGAINST_WORDS.split(',')) this.words.add(hashOf(word), AGAINST);
    for (const word of words) {
      const [first = '', second] = word.trim().split(' ');
      if (second === undefined) this.words.add(hashOf(first), FOR);
      else {
        this.words.add(hashOf(first), BEGINS);
        this.words.add(pairOf(hashOf(first), hashOf(second)), FOR);
      }
    }
  }

  /** @param before bits of the word before it, whose hash is `hashBefore` */
  bitsOf(hash: number, before: number, hashBefore: number): number {
    const bits = this.words.of(hash);
    return (before & BEGINS) === 0 ? bits : bits | this.words.of(pairOf(hashBefore, hash));
  }
}

const pairOf = (first: number, second: number): number =>
  (Math.imul(first, 0x5bd1e995) ^ (second >>> 3) ^ second) | 0;

function hashOf(word: string): number {
  let hash = startHash();
  for (let index = 0; index < word.length; index++) {
    const unit = unitOf(word.charCodeAt(index));
    if (unit > SKIPPED) hash = addToHash(hash, unit);
  }
  return hash;
}
