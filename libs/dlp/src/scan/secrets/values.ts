import { ASCII, unitsOf } from '../unit-table.js';

/** A value as it is written behind a name. */
export interface WrittenValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** Longer ones are data, or have a shape of their own. */
const VALUE_CHARS_MAX = 512;
/** Without quotes nothing says where a value ends but a blank. */
const UNQUOTED_CHARS_MAX = 512;
const BLANKS_MAX = 16;
/** A letter or two in front of a quote, as programs have for the kind of a string, and escaped quotes. */
const OPENING = /(?:[bBrRuUfFLN@$]{0,2})(\\{0,3}["'`“”„«‚‘]|&quot;)/y;
const CLOSING: Readonly<Record<string, string>> = {
  '„': '“',
  '“': '”',
  '«': '»',
  '‚': '‘',
  '‘': '’',
};
const BACKSLASH = 0x5c;
const LESS = 0x3c;
const AMPERSAND = 0x26;
const ENDS = unitsOf(/[\s"'`\\<&]/, ASCII);
const OTHER_ENDS = /[\s“”«»]/;
/** Where another pair begins: `;Database=`, `, user:`, `&next=`. */
const NEXT_PAIR = /[,;&][ \t]{0,3}[\w.-]{1,40}[ \t]{0,2}[=:]/;
/** What ends a sentence, a list, a call or a tag; a mark of exclamation may well be part of a password. */
const TRAILING = /(?:[.,;:]|[)\]}>]+|<\/?[\w-]{0,40})+$/;

export function skipBlanks(text: string, at: number): number {
  let next = at;
  while (next < at + BLANKS_MAX && (text[next] === ' ' || text[next] === '\t')) next++;
  return next;
}

/**
 * The value that stands at `at`, in quotes or up to the next blank.
 *
 * @returns undefined where there is none, or where it is longer than what is looked for
 */
export function readValue(text: string, at: number): WrittenValue | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  return opening ? readQuoted(text, OPENING.lastIndex, opening[1] ?? '') : readUnquoted(text, at);
}

function readQuoted(text: string, start: number, quote: string): WrittenValue | undefined {
  const closing = CLOSING[quote] ?? quote;
  const window = text.slice(start, start + VALUE_CHARS_MAX);
  let length = window.indexOf(closing);
  // A backslash before the quote belongs to the value, unless the opening quote had one.
  while (length > 0 && closing.length === 1 && window[length - 1] === '\\') {
    length = window.indexOf(closing, length + 1);
  }
  if (length <= 0) return undefined;
  const value = window.slice(0, length);
  if (/[\r\n]/.test(value)) return undefined;
  return { text: value, start, end: start + length, isQuoted: true };
}

function readUnquoted(text: string, start: number): WrittenValue | undefined {
  const limit = Math.min(text.length, start + UNQUOTED_CHARS_MAX);
  let end = start;
  while (end < limit && !endsUnquoted(text, end)) end++;
  if (end === start || (end === limit && limit < text.length)) return undefined;
  const whole = text.slice(start, end);
  const next = whole.search(NEXT_PAIR);
  const value = (next < 0 ? whole : whole.slice(0, next)).replace(TRAILING, '');
  if (value === '') return undefined;
  return { text: value, start, end: start + value.length, isQuoted: false };
}

/** Blanks and quotes, also such as are escaped, and the end of an element. */
function endsUnquoted(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128 ? ENDS[code] === 0 : !OTHER_ENDS.test(text[at] ?? '')) return false;
  if (code === BACKSLASH) return /["'nrt]/.test(text[at + 1] ?? '');
  if (code === LESS) return text[at + 1] === '/';
  return code !== AMPERSAND || text.startsWith('&quot;', at);
}
