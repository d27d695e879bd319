import { foldUnit, IGNORED } from '../fold.js';

/** Parts words. */
export const NO_LETTER = 0;
/** Is passed over within words: zero-width characters, accents that stand apart. */
export const SKIPPED = 1;

const MARKS = /\p{M}+/gu;
const LETTER = /^\p{L}$/u;
/** Latin, Greek and Cyrillic with their accents; words in other scripts are not looked up. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  [0x0041, 0x024f],
  [0x0370, 0x052f],
  [0x1e00, 0x1fff],
];
/** Letters that Unicode does not take apart, and the sigma at the end of a word. */
const OTHER_FORMS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

const LETTERS = new Uint16Array(0x10000);
const UPPER = new Uint8Array(0x10000);
fillTables();

/**
 * What a character of a word counts as: its letter in lower case without accents, a digit as it is,
 * else `NO_LETTER` or `SKIPPED`.
 */
export const letterOf = (unit: number): number => LETTERS[unit] as number;

export const letterAt = (text: string, index: number): number =>
  index >= 0 && index < text.length ? letterOf(text.charCodeAt(index)) : NO_LETTER;

/** @param unit of UTF-16 */
export const isUpper = (unit: number): boolean => UPPER[unit] === 1;

export const isUpperAt = (text: string, index: number): boolean =>
  isUpper(text.charCodeAt(index) & 0xffff);

const HASH_SEED = 0x811c9dc5;

/** FNV-1a in 32 bits: two of some thousand words clash once in a million lists. */
const HASH_STEP = 0x01000193;

export const startHash = (): number => HASH_SEED;

export const addToHash = (hash: number, letter: number): number =>
  Math.imul(hash ^ letter, HASH_STEP);

/** Of a word as `letterOf` reads it; case and accents make no difference. */
export function hashWord(text: string, start = 0, end = text.length): number {
  let hash = HASH_SEED;
  for (let index = start; index < end; index++) {
    const letter = letterOf(text.charCodeAt(index));
    if (letter > SKIPPED) hash = addToHash(hash, letter);
  }
  return hash;
}

function fillTables(): void {
  for (const [from, to] of SCRIPTS) {
    for (let unit = from; unit <= to; unit++) {
      const char = String.fromCharCode(unit);
      if (!LETTER.test(char)) continue;
      const lower = char.toLowerCase();
      const plain = lower.normalize('NFD').replaceAll(MARKS, '');
      LETTERS[unit] = (OTHER_FORMS[plain] ?? plain).charCodeAt(0);
      if (lower !== char) UPPER[unit] = 1;
    }
  }
  for (let unit = 0; unit < LETTERS.length; unit++) {
    const code = foldUnit(unit);
    if (code === IGNORED) LETTERS[unit] = SKIPPED;
    else if (code >= 0x30 && code <= 0x39) LETTERS[unit] = code;
    else if (code !== unit && LETTERS[code] && !LETTERS[unit]) {
      LETTERS[unit] = LETTERS[code]; // Full-width forms.
      UPPER[unit] = UPPER[code] as number;
    }
  }
}
