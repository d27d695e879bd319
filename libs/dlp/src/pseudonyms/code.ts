/** No 0, 1, I, L, O: they are mistaken for one another. 31 symbols, because 31 is prime. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BASE = ALPHABET.length;
const BODY_CHARS = 5;
const BODIES = BASE ** BODY_CHARS;
const INVERSE_OF_SIX = 26; // 6 × 26 = 156 = 5 × 31 + 1.

export const CODE_CHARS = BODY_CHARS + 1;
/** Values below this belong to digits. */
export const DIGIT_VALUES = 8;

const VALUE = new Int8Array(0x10000).fill(-1); // All UTF-16 units: a read beyond a table is slow.
for (let value = 0; value < BASE; value++) {
  VALUE[ALPHABET.charCodeAt(value)] = value;
  VALUE[ALPHABET.toLowerCase().charCodeAt(value)] = value;
}

/** Six characters from the first 48 bits of a digest; the last one checks the others. */
export function codeOf(digest: Buffer): string {
  let rest = digest.readUIntBE(0, 6) % BODIES;
  let body = '';
  for (let index = 0; index < BODY_CHARS; index++) {
    body = ALPHABET.charAt(rest % BASE) + body;
    rest = Math.floor(rest / BASE);
  }
  return body + checkCharacter(body);
}

/**
 * Chosen so that the sum of i × value(i) over the six characters is 0 mod 31: every wrong character
 * and every two swapped ones show.
 */
export function checkCharacter(body: string): string {
  let sum = 0;
  for (let index = 0; index < BODY_CHARS; index++) sum += (index + 1) * valueAt(body, index);
  return ALPHABET.charAt(((BASE - (sum % BASE)) * INVERSE_OF_SIX) % BASE);
}

/**
 * A quick no for most texts. Every code has a digit, and so has every escape that a digit may be
 * written with.
 */
export const mayHoldCode = (text: string): boolean =>
  text.length >= CODE_CHARS && /[2-9]/.test(text);

const DIGITS = /[2-9]/g;

/** Whether six characters in a row within `[from, to)`, or beginning there, may be a code as it is issued. */
export function holdsCode(text: string, from: number, to: number): boolean {
  DIGITS.lastIndex = from;
  while (DIGITS.test(text)) {
    const at = DIGITS.lastIndex - 1;
    if (at >= to + CODE_CHARS) return false;
    let start = at;
    while (start > 0 && at - start < CODE_CHARS && valueAt(text, start - 1) >= 0) start--;
    let end = at + 1;
    while (end - start < CODE_CHARS && end < text.length && valueAt(text, end) >= 0) end++;
    if (end - start >= CODE_CHARS) return true;
  }
  return false;
}

/** A code without a digit could be a constant of a program, such as `EMAIL_HEADER`. */
export const hasDigit = (code: string): boolean => /\d/.test(code);

/** Value of a character of a code in either case, or -1. */
export const valueAt = (text: string, index: number): number => VALUE[text.charCodeAt(index)] ?? -1;
