import { CITY, COUNTRY, FUNCTION } from '../../names/lexicon.js';
import { shippedModel } from '../../names/model.js';
import { hashOf } from '../../names/tokens.js';

/** What stands between the parts of an address: blanks, commas, points and up to three ends of lines. */
const PARTING = /[ \t]{0,4}[,.]?[ \t]{0,4}(?:\r?\n[ \t]{0,8}){0,3},?[ \t]{0,4}/uy;
/** `Apt. 656`, `Suite 084`, also on a line of its own. */
const FLAT =
  /(?:apt|apartment|suite|ste|unit|flat|floor)\b\.? ?#? ?\d{1,5}[A-Za-z]?(?![\p{L}\d])/iuy;
const WORD = /\p{Lu}[\p{L}'’-]{1,24}(?![\p{L}\d])/uy;
const STATE = /[A-Z]{2}(?![\p{L}\d])/uy;
const CODE =
  /(?:\d{4,6}(?:-\d{4})?|\d{2}-\d{3}|\d{3} \d{2}|[A-Z]\d[A-Z] \d[A-Z]\d)(?![\p{L}\d]|[.,]\d)/uy;
/** A flat, a city of four words, a state, a code and a country of three. */
const PARTS_MAX = 10;

/**
 * Where the city, the state, the country and the code end that follow a street, on the same line or on lines of
 * their own; `at` where nothing follows that is known as one. The last part that is a code behind a city, a country,
 * or a city of the list ends it: words in capitals behind it may be anything.
 *
 * @param at behind the street and its number
 */
export function regionEnd(text: string, at: number): number {
  const { lexicon } = shippedModel();
  let end = at;
  let next = at;
  let isPlace = false;
  for (let parts = 0; parts < PARTS_MAX; parts++) {
    const from = endOf(PARTING, text, next) ?? next;
    const flatEnd = endOf(FLAT, text, from);
    if (flatEnd !== undefined) {
      end = next = flatEnd;
      continue;
    }
    const codeEnd = endOf(CODE, text, from);
    if (codeEnd !== undefined) {
      if (!isPlace) return end;
      end = next = codeEnd;
      continue;
    }
    if (from === next) return end;
    const stateEnd = endOf(STATE, text, from);
    const wordEnd = stateEnd ?? endOf(WORD, text, from);
    if (wordEnd === undefined) return end;
    const flags = lexicon.flagsOf(hashOf(text.slice(from, wordEnd)));
    const isKnown = (flags & (CITY | COUNTRY)) !== 0 && (flags & FUNCTION) === 0;
    isPlace ||= isKnown || stateEnd !== undefined;
    next = wordEnd;
    if (isKnown) end = wordEnd;
  }
  return end;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
