import { FOREIGN_LABEL_CHARS_MAX, FORM_CHARS_MAX } from '../limits.js';
import { CODE_CHARS, valueAt } from '../pseudonyms/code.js';
import { namesOf } from '../pseudonyms/label-names.js';
import { plainUpper } from '../pseudonyms/plain-upper.js';

/**
 * The forms in which models hand a pseudonym back: any case, and between the parts of the word a
 * space, a dash, an escaped, encoded or doubled underscore.
 * All that is held of a stream while it may still become one is `FORM_CHARS_MAX` long.
 *
 * Each reader returns where its part ends, `NO`, or `PARTIAL` when the text ended inside of it.
 */
export const NO = -1;
export const PARTIAL = -2;

const SEPARATORS_MAX = 6; // `EMAIL** \_P4TN8M`: bold, a space and an underscore.
/** What models put between the parts: blanks, dashes, signs, emphasis. */
const DECORATIONS = new Set(
  ' \t\r\n-:*`~|/.#+\u00a0\u2002\u2003\u2009\u2010\u2011\u2012\u2013\u2014\u202f',
);
/** Those that all underscores of a word may have become. */
const SOFT_SIGNS = new Set(' -\u00a0\u2010\u2011\u202f');
/** An underscore in the escapes of Markdown, addresses, programs and HTML, and those escaped again. */
const ENCODED: readonly string[] = [
  '\\_',
  '\\\\_',
  '%5F',
  '%255F',
  '\\U005F',
  '\\\\U005F',
  '\\X5F',
  '=5F',
  ...['#95', '#X5F', 'LOWBAR', 'UNDERBAR'].flatMap((name) => [`&${name};`, `&AMP;${name};`]),
];
const ESCAPE_SIGNS = '\\%&=';
/** `_2` behind a code, its underscore written in the longest way, and twice. */
export const NUMBER_CHARS_MAX = Math.max(...ENCODED.map((encoded) => encoded.length)) + 2;
/** Of a label with what parts it from its code: what is left of a form. */
const LABEL_FORM_CHARS_MAX = FORM_CHARS_MAX - CODE_CHARS - NUMBER_CHARS_MAX;
const TAG_CHARS_MAX = 24; // `<wbr>`, `</strong>`; longer ones have attributes, and stay.
/** Where counting stops: longer is too long for a label, with or without its code. */
const FOREIGN_RUN_MAX = FOREIGN_LABEL_CHARS_MAX + CODE_CHARS;
const UNDERSCORE = 0x5f;
const FULL_WIDTH_UNDERSCORE = 0xff3f;
const BACKSLASH = 0x5c;

/**
 * Label and separators: what stands in front of the code. In the middle of a word only as it was
 * written, so that not every word ending in `e` could be the beginning of `EMAIL`.
 */
export function readLabel(text: string, from: number, label: string): number {
  const isAnyCase = isWordStart(text, from);
  let at = from;
  for (let index = 0; index < label.length; index++) {
    if (at >= text.length) return PARTIAL;
    const code = label.charCodeAt(index);
    if (code === UNDERSCORE) {
      at = readSeparators(text, at);
      if (at < 0) return at;
    } else if ((isAnyCase ? plainUpper(text.charCodeAt(at)) : text.charCodeAt(at)) !== code) {
      return NO;
    } else at++;
  }
  return readSeparators(text, at);
}

/**
 * The number of a spelling: `_2`. A `-2` is more likely to be the text's own, unless label and code are
 * parted the same way.
 *
 * @param sign what stands between the label and the code; empty where that is no label as it could be read
 * @param isWhole nothing comes behind the text
 */
export function readNumber(text: string, from: number, sign: string, isWhole: boolean): number {
  const end = readNumberSign(text, from);
  if (end === NO && sign !== '' && SOFT_SIGNS.has(sign)) return readSoftNumber(text, from, sign);
  if (end < 0) return end;
  if (end >= text.length) return isWhole ? end : PARTIAL;
  return isDigit(text.charCodeAt(end)) ? NO : end; // `_2026` is a year.
}

/** The same with an underscore, whatever comes to stand behind it. */
export function readNumberSign(text: string, from: number): number {
  let at = readUnderscore(text, from);
  if (at < 0) return at;
  if (isUnderscore(text.charCodeAt(at))) at++;
  if (at >= text.length) return PARTIAL;
  return isNumberAt(text, at) ? at + 1 : NO;
}

/** Blanks and dashes: the last word in front of a number, unless more digits or letters follow. */
function readSoftNumber(text: string, from: number, sign: string): number {
  if (text.charAt(from) !== sign) return NO;
  if (from + 1 >= text.length) return PARTIAL;
  if (!isNumberAt(text, from + 1)) return NO;
  if (from + 2 >= text.length) return PARTIAL;
  return isAlphanumeric(text.charCodeAt(from + 2)) ? NO : from + 2;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const isNumberAt = (text: string, at: number): boolean => {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 1 && digit <= 9;
};

/** The upper-case code at `at`, as far as the text goes; empty if no code can stand there. */
export function readCode(text: string, at: number): string {
  const end = Math.min(at + CODE_CHARS, text.length);
  for (let index = at; index < end; index++) if (valueAt(text, index) < 0) return '';
  return text.slice(at, end).toUpperCase();
}

/** A code begins where a word begins; behind an encoded underscore too. */
export function isCodeStart(text: string, at: number): boolean {
  return isWordStart(text, at) || isBehindEncoded(text, at);
}

/** Whether any form can begin here; a quick no for most places of a text. */
export function canBegin(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80 && !isAlphanumeric(code)) return false;
  return isWordStart(text, at) || isUpperCase(text, at) || isBehindEncoded(text, at);
}

/** Where the label before the code begins, under any of its names, or `NO`. */
export function labelStart(text: string, codeAt: number, limit: number, label: string): number {
  const asWritten = codeAt - label.length - 1;
  const isAsWritten = asWritten >= limit && text.startsWith(`${label}_`, asWritten);
  // `TELEPHONE_X9RW3P`, `NUMERO_IBAN_X9RW3P`: one of its names may end in the label itself.
  const isWhole = isWordStart(text, asWritten) && !isUnderscore(text.charCodeAt(asWritten - 1));
  if (isAsWritten && isWhole) return asWritten;
  const starts = namesOf(label)
    .map((name) => nameStart(text, codeAt, limit, name))
    .filter((start) => start !== NO);
  return starts.length === 0 ? NO : Math.min(...starts);
}

function nameStart(text: string, codeAt: number, limit: number, label: string): number {
  const first = label.charCodeAt(0);
  const from = Math.max(limit, codeAt - LABEL_FORM_CHARS_MAX);
  for (let at = codeAt - 2; at >= from; at--) {
    if (plainUpper(text.charCodeAt(at)) === first && readLabel(text, at, label) === codeAt)
      return at;
  }
  return NO;
}

/**
 * Where a changed or translated label before the code begins (`IMIĘ_7KQ2MZ`), or `NO`. The code
 * proves itself, so any upper-case word joined to it by an underscore is taken for its label.
 */
export function foreignLabelStart(text: string, codeAt: number, limit: number): number {
  if (!isUnderscore(text.charCodeAt(codeAt - 1))) return NO;
  const length = foreignRunBefore(text, codeAt);
  if (length > FOREIGN_LABEL_CHARS_MAX) return NO;
  let at = Math.max(limit, codeAt - length);
  while (at < codeAt && !isUpperCase(text, at)) at++;
  return at < codeAt ? at : NO;
}

/**
 * An underscore joins something to the code that is no label which could be read: its value would stand
 * behind the rest of one, however that is written.
 */
export const isJoined = (text: string, codeAt: number): boolean =>
  isUnderscore(text.charCodeAt(codeAt - 1)) ||
  ENCODED.some((encoded) => endsWithIgnoringCase(text, codeAt, encoded));

/**
 * Where the code behind a changed label at `from` begins or may yet begin; `PARTIAL` when all of
 * the text is such a label. The letters a code begins with look like the end of its label, so the
 * last underscore parts them.
 */
export function readForeignLabel(text: string, from: number): number {
  if (!isUpperCase(text, from)) return NO;
  let at = from;
  while (at < text.length && isForeign(text, at)) at++;
  const length = at - from + foreignRunBefore(text, from);
  if (length > FOREIGN_RUN_MAX) return NO;
  if (at === text.length) return PARTIAL;
  let codeAt = at;
  while (codeAt > from && !isUnderscore(text.charCodeAt(codeAt - 1))) codeAt--;
  return codeAt > from ? codeAt : NO;
}

function foreignRunBefore(text: string, end: number): number {
  let length = 0;
  while (length <= FOREIGN_RUN_MAX && end > length && isForeign(text, end - length - 1)) length++;
  return length;
}

function readSeparators(text: string, from: number): number {
  let at = from;
  for (let count = 0; count < SEPARATORS_MAX; count++) {
    const end = readSeparator(text, at);
    if (end === PARTIAL) return PARTIAL;
    if (end === NO) return count === 0 ? NO : at;
    at = end;
  }
  return at;
}

function readSeparator(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '<') return readTag(text, at);
  return DECORATIONS.has(char) ? at + 1 : readUnderscore(text, at);
}

function readTag(text: string, from: number): number {
  for (let at = from + 1; at < from + TAG_CHARS_MAX; at++) {
    if (at >= text.length) return PARTIAL;
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if (char === '<') return NO;
  }
  return NO;
}

function readUnderscore(text: string, at: number): number {
  if (at >= text.length) return PARTIAL;
  if (isUnderscore(text.charCodeAt(at))) return at + 1;
  if (!ESCAPE_SIGNS.includes(text.charAt(at))) return NO;
  for (const encoded of ENCODED) {
    const part = text.slice(at, at + encoded.length).toUpperCase();
    if (part === encoded) return at + encoded.length;
    if (at + part.length === text.length && encoded.startsWith(part)) return PARTIAL;
  }
  return NO;
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !isAlphanumeric(text.charCodeAt(at - 1));

/** The others end in signs, behind which a word begins anyway. */
const ENCODED_IN_LETTERS = ENCODED.filter((encoded) => encoded.endsWith('5F'));

const isBehindEncoded = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) | 0x20) === 0x66 &&
  text.charCodeAt(at - 2) === 0x35 && // 5F
  ENCODED_IN_LETTERS.some((encoded) => endsWithIgnoringCase(text, at, encoded));

const endsWithIgnoringCase = (text: string, end: number, upper: string): boolean =>
  text.slice(Math.max(0, end - upper.length), end).toUpperCase() === upper;

const isForeign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return isUnderscore(code) || code === BACKSLASH || isUpperCase(text, at);
};

const UPPER_CASE = /\p{Lu}/u;

function isUpperCase(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code >= 0x41 && code <= 0x5a : UPPER_CASE.test(text.charAt(at));
}

const isUnderscore = (code: number): boolean =>
  code === UNDERSCORE || code === FULL_WIDTH_UNDERSCORE;

function isAlphanumeric(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x7a);
}
