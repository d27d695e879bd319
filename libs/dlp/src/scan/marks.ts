import { foldUnit, isDigit } from './fold.js';
import { unitsOf } from './unit-table.js';
import type { Decoding } from './view.js';

/** Tags of HTML, and what Markdown emphasises with. */
const TAG = String.raw`<\/?[a-zA-Z][a-zA-Z0-9]{0,9}(?:\s[^<>]{0,48})?\/?>|<!--[^<>]{0,48}-->`;
const PARTING_TAG = /^<\/?(?:br|p|div|li|td|th|tr|h\d)\b/i;

/** A text as it is shown: without marks, and with blanks where tags part it. */
export const MARKS: Decoding = {
  pattern: new RegExp(String.raw`${TAG}|[*\x60~]{1,3}`, 'y'),
  begins: unitsOf(/[<*\x60~]/),
  mayJoin: joinsValues,
  decode: (mark) => (PARTING_TAG.test(mark) ? ' ' : ''),
};

/** Nearest to a mark, on either side, where a number that it stands within has its digits. */
const DIGITS_REACH = 40;
const IN_TOKEN = /[\p{L}\p{N}@.:/=_+%&?#-]/u;

/**
 * Whether a value may go over a mark: what it parts are pieces of one token, or digits stand near, since
 * no value of words alone has marks between them that a number would not be a part of.
 */
function joinsValues(text: string, from: number, to: number): boolean {
  if (IN_TOKEN.test(text.charAt(from - 1)) && IN_TOKEN.test(text.charAt(to))) return true;
  const end = Math.min(text.length, to + DIGITS_REACH);
  for (let at = Math.max(0, from - DIGITS_REACH); at < end; at++) {
    if (isDigit(foldUnit(text.charCodeAt(at)))) return true;
  }
  return false;
}
