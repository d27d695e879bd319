/** Stands for a character that is skipped: zero-width, direction marks, soft hyphen. */
export const IGNORED = 0xffff;

const SPACE = 0x20;
const DASH = 0x2d;
const ZERO = 0x30;

/**
 * What a character counts as while values are looked for: full-width forms, foreign digits, and
 * the many kinds of space and dash become ASCII; invisible characters are skipped. A table over
 * all UTF-16 units, because a lookup costs the same for ASCII as for anything else, and because
 * matchers can then read the original text, so that no offset ever needs translating.
 */
const FOLD = buildTable();

export const foldedAt = (text: string, index: number): number =>
  FOLD[text.charCodeAt(index)] ?? IGNORED;

export const foldUnit = (unit: number): number => FOLD[unit] ?? IGNORED;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const isLetter = (code: number): boolean => {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
};

export const isSeparator = (code: number): boolean => code === SPACE || code === DASH;

/** Index of the nearest character before `index` that is not skipped, or -1. */
export function stepBack(text: string, index: number): number {
  let at = index - 1;
  while (at >= 0 && foldedAt(text, at) === IGNORED) at--;
  return at;
}

/** Index of the nearest character from `index` on that is not skipped; the length at the end. */
export function skipIgnored(text: string, index: number): number {
  let at = index;
  while (at < text.length && foldedAt(text, at) === IGNORED) at++;
  return at;
}

function buildTable(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  const fill = (from: number, to: number, value: (code: number) => number) => {
    for (let code = from; code <= to; code++) table[code] = value(code);
  };
  fill(0xff01, 0xff5e, (code) => code - 0xfee0); // Full-width ASCII.
  table[0xfe6b] = 0x40; // Small commercial at.
  // Arabic-Indic, extended Arabic-Indic and Devanagari digits.
  for (const zero of [0x0660, 0x06f0, 0x0966]) fill(zero, zero + 9, (code) => code - zero + ZERO);
  for (const space of [0x00a0, 0x202f, 0x205f, 0x3000]) table[space] = SPACE;
  fill(0x2000, 0x200a, () => SPACE);
  for (const dash of [0x2212, 0xfe58, 0xfe63, 0xff0d]) table[dash] = DASH;
  fill(0x2010, 0x2015, () => DASH);
  for (const code of [0x00ad, 0xfeff]) table[code] = IGNORED;
  fill(0x200b, 0x200f, () => IGNORED);
  fill(0x202a, 0x202e, () => IGNORED);
  fill(0x2060, 0x2064, () => IGNORED);
  return table;
}
