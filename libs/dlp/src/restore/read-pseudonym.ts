import { FOREIGN_LABEL_CHARS_MAX, FORM_CHARS_MAX } from '../limits.js';
import { CODE_CHARS, valueAt } from '../pseudonyms/code.js';
import { namesOf } from '../pseudonyms/label-names.js';

/**
 * The forms in which models hand a pseudonym back: any case, and between the parts of the word a
 * space, a dash, an escaped, encoded or doubled underscore.
 *
 * Each reader returns where its part ends, `NO`, or `PARTIAL` when the text ended inside of it.
 */
export const NO = -1;
export const PARTIAL = -2;

const SEPARATORS_MAX = 6; // `EMAIL** \_P4TN8M`: bold, a space and an underscore.
/** What models put between the parts: blanks, dashes, emphasis, a full-width underscore, nothing visible. */
const DECORATIONS = new Set(
  ' \t\n-:*`~\uff3f\u00a0\u00ad\u2009\u200b\u200c\u200d\u2010\u2011\u2012\u2013\u2014\u202f\u2060\ufeff',
);
const ENCODED = ['\\_', '%5F', '\\U005F'] as const;
/** Where counting stops: longer is too long for a label, with or without its code. */
const FOREIGN_RUN_MAX = FOREIGN_LABEL_CHARS_MAX + CODE_CHARS;
const UNDERSCORE = 0x5f;
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
    } else if ((isAnyCase ? upperCode(text, at) : text.charCodeAt(at)) !== code) return NO;
    else at++;
  }
  return readSeparators(text, at);
}

/** The number of a spelling: `_2`. Only underscores, since `-2` is too likely to be the text's. */
export function readNumber(text: string, from: number): number {
  const at = readUnderscore(text, from);
  if (at < 0) return at;
  if (at >= text.length) return PARTIAL;
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 1 && digit <= 9 ? at + 1 : NO;
}

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
  const starts = namesOf(label)
    .map((name) => nameStart(text, codeAt, limit, name))
    .filter((start) => start !== NO);
  return starts.length === 0 ? NO : Math.min(...starts);
}

function nameStart(text: string, codeAt: number, limit: number, label: string): number {
  const first = label.charCodeAt(0);
  const from = Math.max(limit, codeAt - (FORM_CHARS_MAX - 2 * CODE_CHARS));
  for (let at = codeAt - 2; at >= from; at--) {
    if (upperCode(text, at) === first && readLabel(text, at, label) === codeAt) return at;
  }
  return NO;
}

/**
 * Where a changed or translated label before the code begins (`IMIĘ_7KQ2MZ`), or `NO`. The code
 * proves itself, so any upper-case word joined to it by an underscore is taken for its label.
 */
export function foreignLabelStart(text: string, codeAt: number, limit: number): number {
  if (text.charCodeAt(codeAt - 1) !== UNDERSCORE) return NO;
  const length = foreignRunBefore(text, codeAt);
  if (length > FOREIGN_LABEL_CHARS_MAX) return NO;
  let at = Math.max(limit, codeAt - length);
  while (at < codeAt && !isUpperCase(text, at)) at++;
  return at < codeAt ? at : NO;
}

/** A word of another kind is joined to the code: its value would stand behind half of a name. */
export const isBehindWord = (text: string, codeAt: number): boolean =>
  text.charCodeAt(codeAt - 1) === UNDERSCORE && LETTER.test(text.charAt(codeAt - 2));

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
  const codeAt = text.lastIndexOf('_', at - 1) + 1;
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
  return DECORATIONS.has(char) ? at + 1 : readUnderscore(text, at);
}

function readUnderscore(text: string, at: number): number {
  if (at >= text.length) return PARTIAL;
  const code = text.charCodeAt(at);
  if (code === UNDERSCORE) return at + 1;
  if (code !== BACKSLASH && code !== 0x25) return NO;
  for (const encoded of ENCODED) {
    const part = text.slice(at, at + encoded.length).toUpperCase();
    if (part === encoded) return at + encoded.length;
    if (at + part.length === text.length && encoded.startsWith(part)) return PARTIAL;
  }
  return NO;
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !isAlphanumeric(text.charCodeAt(at - 1));

/** Both encodings of the underscore end in F. */
const isBehindEncoded = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) | 0x20) === 0x66 &&
  (endsWithIgnoringCase(text, at, '%5F') || endsWithIgnoringCase(text, at, '\\U005F'));

const endsWithIgnoringCase = (text: string, end: number, upper: string): boolean =>
  text.slice(Math.max(0, end - upper.length), end).toUpperCase() === upper;

const isForeign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === UNDERSCORE || code === BACKSLASH || isUpperCase(text, at);
};

const LETTER = /\p{L}/u;
const UPPER_CASE = /\p{Lu}/u;

function isUpperCase(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code >= 0x41 && code <= 0x5a : UPPER_CASE.test(text.charAt(at));
}

/** Upper case for ASCII only: labels and codes have no other letters. */
function upperCode(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
}

function isAlphanumeric(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}
