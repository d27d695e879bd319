import { isDigit } from '../fold.js';
import { findingOf, type Finding } from '../../kinds.js';
import { CITY, COMMON, FUNCTION } from '../names/lexicon.js';
import { shippedModel } from '../names/model.js';
import { hashOf } from '../names/tokens.js';
import { says, scoreByCue, type CueReader } from '../words/cues.js';

/** `28016`, `110 00`, `00-950`, `1200-195`, `1015 CN`, `62704-1234`, with the country before it or not. */
const IN_DIGITS =
  /(?:\d{5}-\d{4}|\d{6}|\d{5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4}(?: ?[A-Z]{2}\b)?)(?![\d.,]*\d|\p{L})/uy;
/** `SW1A 2AA`, and Irish ones. */
const WITH_LETTERS = /[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|[A-Z]\d[\dW] ?[A-Z\d]{4}\b/y;
/** `capped at 30000 ms`, `wait 5000-300000`: `cap` is a postal code in Italy only. */
const AMOUNT_BEHIND =
  /^(?: ?(?:ms|s|sec|seconds|[kmg]i?b|bytes|tokens|characters|chars|lines|px)\b| ?%|-\d{5})/i;
/** `D-10115`. */
const COUNTRY = /(?<![A-Z])[A-Z]{1,2}-$/;
const BASE = 0.2;

/** A number that a word says to be a postal code, or that a city follows; within an address it is found with that. */
export function findPostalCode(text: string, at: number, cues: CueReader): Finding | undefined {
  return findSaid(text, at, cues) ?? findBeforeCity(text, at);
}

function findSaid(text: string, at: number, cues: CueReader): Finding | undefined {
  if (!cues.mayStandNear(at, 'postcode')) return undefined;
  const letters = /(?<![\p{L}\p{N}])[A-Z]{0,2}$/u.exec(text.slice(Math.max(0, at - 3), at))?.[0];
  const pattern = letters ? WITH_LETTERS : IN_DIGITS;
  const start = at - (letters?.length ?? 0);
  if (
    /[\w.-]/.test(text.charAt(start - 1)) &&
    !COUNTRY.test(text.slice(Math.max(0, start - 4), start))
  ) {
    return undefined;
  }
  pattern.lastIndex = start;
  if (!pattern.test(text)) return undefined;
  const end = pattern.lastIndex;
  if (AMOUNT_BEHIND.test(text.slice(end, end + 12))) return undefined;
  const around = cues.around(start, end);
  if (!says(around, 'postcode')) return undefined;
  const score = scoreByCue(BASE, around, 'postcode');
  return findingOf('postal_code', start, end, { score, evidence: 'cue' });
}

/** `10115 Berlin`, `00-950 Warszawa`, `110 00 Praha`, `1015 CN Amsterdam`, `A-1010 Wien`; four digits are a year, too. */
const WITH_CITY =
  /(?:\d{5}|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}|\d{4} [A-Z]{2}) (?=\p{Lu}\p{L}{2})|\d{4} (?=\p{Lu}\p{L}{2})/uy;
const NUMBER_BEFORE = /[\p{L}\p{N}_.,:/$€£#-]$/u;
const PLAIN = /^\d{4,5} $/;
const CITY_WORDS_MAX = 2;
const CITY_WORD = /[\p{L}'’]{3,24}(?:-[\p{L}]{2,24})?/uy;
const CITY_SCORE = 0.5;

function findBeforeCity(text: string, at: number): Finding | undefined {
  if (!mayPrecedeCity(text, at)) return undefined;
  WITH_CITY.lastIndex = at;
  const written = WITH_CITY.exec(text)?.[0];
  if (written === undefined) return undefined;
  const hasCountry = COUNTRY.test(text.slice(Math.max(0, at - 4), at));
  if (written.length <= 5 && !hasCountry) return undefined;
  if (!hasCountry && NUMBER_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  // `12345 Nice` may be things; with a country, or parted as codes are, it is a place.
  const isSure = hasCountry || !PLAIN.test(written);
  if (!isCityAt(text, at + written.length, isSure ? FUNCTION : COMMON | FUNCTION)) return undefined;
  const grounds = { score: CITY_SCORE, evidence: 'cue' } as const;
  return findingOf('postal_code', at, at + written.length - 1, grounds);
}

/** A cheap no for most numbers: digits that go on behind a dash, or a blank and what may begin a city's name. */
function mayPrecedeCity(text: string, at: number): boolean {
  let end = at + 1;
  while (end - at < 6 && isDigit(text.charCodeAt(end))) end++;
  if (end - at < 2 || end - at > 5) return false;
  const next = text.charCodeAt(end);
  const further = text.charCodeAt(end + 1);
  if (next === 0x2d) return isDigit(further) && isDigit(text.charCodeAt(end + 3));
  return next === 0x20 && (isDigit(further) || isCapital(further));
}

/** Beyond ASCII the pattern tells. */
const isCapital = (unit: number): boolean => (unit >= 0x41 && unit <= 0x5a) || unit > 0x7f;

/**
 * Whether one of the next words is on the list of cities: `Bad Homburg`.
 *
 * @param others flags of the lists that it must not be on
 */
function isCityAt(text: string, at: number, others: number): boolean {
  const { lexicon } = shippedModel();
  let next = at;
  for (let words = 0; words < CITY_WORDS_MAX; words++) {
    CITY_WORD.lastIndex = next;
    const word = CITY_WORD.exec(text)?.[0];
    if (word === undefined) return false;
    const flags = lexicon.flagsOf(hashOf(word));
    if ((flags & CITY) !== 0 && (flags & others) === 0) return true;
    next += word.length + 1;
  }
  return false;
}
