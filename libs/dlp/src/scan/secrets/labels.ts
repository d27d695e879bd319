import { isWordCode } from './shape.js';
import { ASCII, isIn, unitsOf } from '../unit-table.js';

/** A name with the words before it. */
const LABEL_CHARS_MAX = 60;
/** Between `name: DB_PASSWORD` and its `value:`. */
const SIBLING_CHARS_MAX = 120;

/** A name ends at these, seen from the sign between it and its value. */
const ENDS_LABEL = unitsOf(/[\n\r,;{}()<>&?|"'`\\[\]=]/, ASCII);
/** What may stand between a name and the sign: `||=`, `?:`, `!==`. */
const BEFORE_SIGN = unitsOf(/[:?|!=]/, ASCII);
const QUOTES = unitsOf(/["'`]/, ASCII);
const BLANKS = unitsOf(/[ \t]/, ASCII);
const IN_TAG = unitsOf(/[.:-]/, ASCII);

const VALUE_OF_SIBLING = /^(?:value|val|content|default)$/i;
/** Another member says what this one is called: `{ name: 'DB_PASSWORD', value: '…' }`. */
const SIBLING =
  /(?:name|key)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([\w.-]{2,60})["']?[ \t\r\n,-]{1,20}(?:["']?)$/i;

/** `variable "db_password" { default = "…" }`, with a type or a description between. */
const VARIABLE = /variable[ \t]+"([\w-]{2,60})"[ \t]*\{[^{}]{0,80}$/;

/** Where a name stands that a sign gives a value to. */
export interface Label {
  readonly start: number;
  readonly end: number;
}

/**
 * What the sign gives a value to, as far as it may be a name: with the blanks, quotes and brackets that part
 * them, as in `headers['x-api-key'] = `, left out.
 *
 * @param sign index of `=`, `:`, `>`, `,` or `(`
 */
export function labelBefore(text: string, sign: number): Label | undefined {
  const char = text[sign];
  if (char === '>' && text[sign - 1] !== '=') return tagBefore(text, sign);
  if (char === ',' && !isIn(QUOTES, text, sign - 1)) return undefined;
  if (char === '(' && !isWordCode(text.charCodeAt(sign - 1))) return undefined;
  const from = Math.max(0, sign - LABEL_CHARS_MAX);
  let end = sign;
  while (end > from && isIn(BEFORE_SIGN, text, end - 1)) end--;
  while (end > from && isIn(BLANKS, text, end - 1)) end--;
  if (text[end - 1] === ']') end--;
  if (isIn(QUOTES, text, end - 1)) end--;
  while (end > from && text[end - 1] === '\\') end--;
  let start = end;
  // `password: string = …` has a type between; what stands before another colon is another member.
  const inner = char === ':' ? ':' : '';
  while (start > from && !isIn(ENDS_LABEL, text, start - 1) && text[start - 1] !== inner) start--;
  while (start < end && isIn(BLANKS, text, start)) start++;
  return start < end ? { start, end } : undefined;
}

/** The name of the element that `>` opens: `<password>`. */
function tagBefore(text: string, sign: number): Label | undefined {
  const from = Math.max(0, sign - LABEL_CHARS_MAX);
  let start = sign;
  while (start > from && isInTag(text, start - 1)) start--;
  return start < sign && text[start - 1] === '<' ? { start, end: sign } : undefined;
}

/** The label as a name; that of the member beside it, where it only says that it is a value. */
export function nameOf(text: string, { start, end }: Label): string {
  const label = text.slice(start, end);
  if (!VALUE_OF_SIBLING.test(label)) return label;
  const before = text.slice(Math.max(0, start - SIBLING_CHARS_MAX), start);
  return SIBLING.exec(before)?.[1] ?? VARIABLE.exec(before)?.[1] ?? label;
}

const isInTag = (text: string, at: number): boolean =>
  isWordCode(text.charCodeAt(at)) || isIn(IN_TAG, text, at);
