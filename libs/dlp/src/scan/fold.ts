/** Stands for a character that is skipped: zero-width, direction marks, soft hyphen, accents apart. */
export const IGNORED = 0xffff;

const SPACE = 0x20;
const DASH = 0x2d;
const DOT = 0x2e;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const ZERO = 0x30;

/**
 * What a character counts as while values are looked for: full-width forms, foreign digits, and
 * the many kinds of space and dash become ASCII; invisible characters are skipped. A table over
 * all UTF-16 units, because a lookup costs the same for ASCII as for anything else, and because
 * matchers can then read the original text, so that no offset ever needs translating.
 */
const FOLD = buildTable();

const UNIT_MAX = 0xffff;

/** `IGNORED` beyond the ends of the text; the mask spares the look-up of what is no unit, which is slow for all. */
export const foldedAt = (text: string, index: number): number =>
  FOLD[text.charCodeAt(index) & UNIT_MAX] as number;

export const foldUnit = (unit: number): number => FOLD[unit & UNIT_MAX] as number;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const isLetter = (code: number): boolean => {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
};

/** Lines break in the middle of a number, and some write it with dots. */
export const isSeparator = (code: number): boolean =>
  code === SPACE || code === DASH || code === DOT || isLineBreak(code) || code === TAB;

/** What tables and lists put between the pieces of an account, which its shape and checksum prove. */
const ACCOUNT_SIGNS: ReadonlySet<number> = new Set([0x2c, 0x3a, 0x3b, 0x7c, 0x2a]);

/** Also `,`, `:`, `;`, `|` and `*`. */
export const isAccountSign = (code: number): boolean =>
  isGroupSign(code) || ACCOUNT_SIGNS.has(code);

const GROUP_SIGNS: ReadonlySet<number> = new Set([0x2f, 0x5f, 0xb7, 0x2022, 0x2b]);

/** What else parts the groups of a number: `/`, `_`, `·`, `•`, and `+` for a space in a form. */
export const isGroupSign = (code: number): boolean => GROUP_SIGNS.has(code);

export const isLineBreak = (code: number): boolean => code === 0x0a || code === 0x0d;

const WORD_CHARS_MAX = 24; // `Kreditkartennummer`; longer runs of letters are encoded data.

/**
 * Whether the letters that a number is glued to at `index`, if any, are a word (`card`, `EUR`) rather
 * than the rest of an id: several, and no digit on their other side.
 *
 * @param step 1 for what stands behind the number, -1 for what stands before it
 */
export function joinsNoId(text: string, index: number, step: 1 | -1): boolean {
  let letters = 0;
  for (let at = index; at >= 0 && at < text.length && letters <= WORD_CHARS_MAX; at += step) {
    const code = foldedAt(text, at);
    if (isDigit(code)) return false;
    if (!isLetter(code)) return letters !== 1;
    letters++;
  }
  return letters !== 1 && letters <= WORD_CHARS_MAX;
}

/** Whether one letter alone stands behind a number, a slip or the sign of a type (`n`, `L`), and no id goes on. */
export function isLoneLetter(text: string, index: number): boolean {
  if (!isLetter(foldedAt(text, index))) return false;
  const next = foldedAt(text, index + 1);
  if (isLetter(next) || isDigit(next)) return false;
  const second = foldedAt(text, index + 2);
  return !IN_IDS.has(next) || !(isLetter(second) || isDigit(second));
}

/** `+`, `-`, `/`, `=` and `_`. */
const IN_IDS: ReadonlySet<number> = new Set([0x2b, 0x2d, 0x2f, 0x3d, 0x5f]);

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

/** The characters of `[from, to)` as values are looked for in them, without those that are skipped. */
export function plainOf(text: string, from = 0, to = text.length): string {
  let plain = '';
  let kept = from;
  for (let index = from; index < to; index++) {
    const code = foldedAt(text, index);
    if (code === text.charCodeAt(index)) continue; // Nearly all; one by one they would take 32 bytes each.
    plain += text.slice(kept, index);
    if (code !== IGNORED) plain += String.fromCharCode(code);
    kept = index + 1;
  }
  return plain + text.slice(kept, to);
}

function buildTable(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  const fill = (from: number, to: number, value: (code: number) => number) => {
    for (let code = from; code <= to; code++) table[code] = value(code);
  };
  fill(0xff01, 0xff5e, (code) => code - 0xfee0); // Full-width ASCII.
  table[0xfe6b] = 0x40; // Small commercial at.
  for (const dot of [0x2024, 0xfe52]) table[dot] = DOT; // One dot leader, small full stop.
  // Arabic-Indic, extended Arabic-Indic and Devanagari digits.
  for (const zero of [0x0660, 0x06f0, 0x0966]) fill(zero, zero + 9, (code) => code - zero + ZERO);
  for (const space of [0x00a0, 0x1680, 0x202f, 0x205f, 0x2800, 0x3000]) table[space] = SPACE;
  for (const line of [0x0b, 0x0c, 0x85, 0x2028, 0x2029]) table[line] = LINE_FEED;
  fill(0x2000, 0x200a, () => SPACE);
  for (const dash of [0x2043, 0x2212, 0xfe58, 0xfe63, 0xff0d]) table[dash] = DASH;
  fill(0x2010, 0x2015, () => DASH);
  for (const code of [0x00ad, 0x034f, 0x061c, 0x3164, 0xfeff, 0xffa0]) table[code] = IGNORED;
  fill(0x200b, 0x200f, () => IGNORED);
  fill(0x202a, 0x202e, () => IGNORED);
  fill(0x115f, 0x1160, () => IGNORED);
  fill(0x17b4, 0x17b5, () => IGNORED);
  fill(0x180b, 0x180f, () => IGNORED);
  fill(0x2060, 0x206f, () => IGNORED);
  fill(0xfe00, 0xfe0f, () => IGNORED); // Variation selectors.
  fill(0x0600, 0x0605, () => IGNORED);
  fill(0xfff9, 0xfffc, () => IGNORED);
  fill(0x0000, 0x0008, () => IGNORED); // Controls that nothing shows.
  fill(0x000e, 0x001f, () => IGNORED);
  table[0x7f] = IGNORED;
  // Marks on the character before them: accents that stand apart, strokes, keycaps.
  fill(0x0300, 0x036f, () => IGNORED);
  fill(0x1ab0, 0x1aff, () => IGNORED);
  fill(0x1dc0, 0x1dff, () => IGNORED);
  fill(0x20d0, 0x20ff, () => IGNORED);
  fill(0xfe20, 0xfe2f, () => IGNORED);
  return table;
}
