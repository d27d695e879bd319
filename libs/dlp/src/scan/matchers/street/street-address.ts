import { findingOf, type Finding } from '../../../kinds.js';
import { isUpperAt, letterAt, NO_LETTER } from '../../words/letters.js';
import { says, scoreByCue, type CueReader } from '../../words/cues.js';
import { streetBefore } from './read-back.js';
import { streetAfter } from './read-on.js';
import { regionEnd } from './read-region.js';
import { cityEnd, numberTailEnd } from './read-tail.js';

const NUMBER_DIGITS_MAX = 5;
const SCORES = { withCity: 0.9, street: 0.6, weak: 0.45, nameWithCity: 0.6, name: 0.2 } as const;

/** A street and a house number, with what follows of its address. @param at of the house number */
export function findStreetAddress(
  text: string,
  at: number,
  runLength: number,
  cues: CueReader,
): Finding | undefined {
  if (runLength > NUMBER_DIGITS_MAX || text.charCodeAt(at) === 0x30) return undefined;
  const numberEnd = at + runLength;
  if (!mayBeHouse(text, at, numberEnd)) return undefined;
  return findNumberLast(text, at, numberEnd, cues) ?? findNumberFirst(text, at, numberEnd, cues);
}

function findNumberLast(
  text: string,
  at: number,
  numberEnd: number,
  cues: CueReader,
): Finding | undefined {
  const street = streetBefore(text, at);
  const end = street || isAfterName(text, at) ? numberTailEnd(text, numberEnd) : numberEnd;
  if (street) {
    return addressOf(text, street.start, end, street.isSure ? SCORES.street : SCORES.weak, cues);
  }
  const name = nameBefore(text, at);
  if (name === undefined) return undefined;
  const start = withNumber(text, name);
  const withCity = placeEnd(text, end);
  const around = cues.around(start, end);
  if (withCity !== undefined && hasParting(text, end)) {
    const score = scoreByCue(SCORES.nameWithCity, around, 'address');
    return findingOf('street_address', start, withCity, { score, evidence: 'shape' });
  }
  if (!says(around, 'address')) return undefined;
  const score = scoreByCue(SCORES.name, around, 'address');
  return findingOf('street_address', start, end, { score, evidence: 'cue' });
}

function findNumberFirst(
  text: string,
  at: number,
  numberEnd: number,
  cues: CueReader,
): Finding | undefined {
  const streetEnd = streetAfter(text, at, numberEnd);
  if (streetEnd === undefined) return undefined;
  return addressOf(text, at, numberTailEnd(text, streetEnd), SCORES.street, cues);
}

function addressOf(
  text: string,
  start: number,
  end: number,
  base: number,
  cues: CueReader,
): Finding {
  const withCity = placeEnd(text, end);
  const from = withNumber(text, start);
  if (withCity !== undefined) {
    return findingOf('street_address', from, withCity, {
      score: SCORES.withCity,
      evidence: 'structure',
    });
  }
  const score = scoreByCue(base, cues.around(start, end), 'address');
  return findingOf('street_address', from, end, { score, evidence: 'cue' });
}

/** Behind the postal code and the city, or the flat, the city and the country that follow; undefined without any. */
function placeEnd(text: string, end: number): number | undefined {
  const near = cityEnd(text, end);
  const far = regionEnd(text, near ?? end);
  return far > end ? far : near;
}

/** `4844 Søndergade 52`, `PSC 1437, Box 3833`: what stands before the street or the number of a box as well. */
const NUMBER_BEFORE = /(?:^|[\s:>"])((?:\d{2,5}|PSC|Unit|CMR) )$/;
const NUMBER_BEFORE_CHARS = 7;

function withNumber(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - NUMBER_BEFORE_CHARS), start);
  const number = NUMBER_BEFORE.exec(before)?.[1];
  return start - (number?.length ?? 0);
}

/** Decimals, times, measures and money are no house numbers. */
const NO_HOUSE =
  /^(?:[.,:]\d|%| ?(?:€|\$|£|°|km\b|m\b|m²|kg\b|Uhr\b|h\b|EUR\b|USD\b|GB\b|MB\b|ms\b|Jahre|Mal\b|x\b|tys\b|mln\b|millions?\b))/u;

/** A word stands right before it or right behind it, and no unit. */
function mayBeHouse(text: string, at: number, numberEnd: number): boolean {
  const before = text.charCodeAt(at - 1);
  const mayEnd =
    BEFORE_NUMBER.has(before) &&
    (letterAt(text, at - 2) !== NO_LETTER || BEFORE_NUMBER.has(text.charCodeAt(at - 2)));
  const mayFollow =
    isOtherLetterAt(text, numberEnd) ||
    isOtherLetterAt(text, numberEnd + 1) ||
    isOtherLetterAt(text, numberEnd + 2);
  if (!mayEnd && !mayFollow) return false;
  if (at > 0 && !mayEnd && !/[\s([>"'/]/.test(text.charAt(at - 1))) return false;
  return !NO_HOUSE.test(text.slice(numberEnd, numberEnd + 9));
}

const isOtherLetterAt = (text: string, index: number): boolean => letterAt(text, index) > NINE;

const NINE = 0x39;
/** Blanks, comma, point, `°`, `º`, `/`. */
const BEFORE_NUMBER: ReadonlySet<number> = new Set([0x20, 0xa0, 0x2c, 0x2e, 0xb0, 0xba, 0x2f]);

const NAME_CHARS_MAX = 50;
const NAME = /(?:^|[^\p{L}\p{N}])(\p{Lu}[\p{L}.'’-]{2,24}(?: \p{Lu}?[\p{L}.'’-]{1,24}){0,3}),? $/u;

/** What is counted in books, plans and releases, whatever stands around it. */
const NUMBERED =
  /^(?:chapter|section|figure|table|page|version|step|part|item|abbildung|tabelle|kapitel|seite|abschnitt|schritt|teil|artikel|article|chapitre|tableau|étape|capítulo|sección|página|figura|tabla|paso|capitolo|sezione|pagina|passo|rozdział|strona|rysunek|tabela|hoofdstuk|stap|sida|steg|room|zimmer|raum|gate|gleis|level|phase) $/iu;

/** Standards and products: `ISO 27001`, `RTX 4090`. */
const DESIGNATED = /(?<!\p{L})\p{Lu}{2,4},? $/u;

const isAfterName = (text: string, at: number): boolean =>
  text.charAt(at - 1) === ' ' && letterAt(text, at - 2) !== NO_LETTER;

/** Whether there is one in the word that ends there: most are none of a name, which a pattern would tell later. */
function hasCapitalBefore(text: string, end: number): boolean {
  for (let at = end - 1; at >= 0 && end - at <= NAME_CHARS_MAX; at--) {
    if (isUpperAt(text, at)) return true;
    if (text.charCodeAt(at) === BLANK) return false;
  }
  return false;
}
const BLANK = 0x20;

/** A name in upper case right before the number, as streets are called without any word for it. */
function nameBefore(text: string, at: number): number | undefined {
  if (!isAfterName(text, at) || !hasCapitalBefore(text, at - 1)) return undefined;
  const from = Math.max(0, at - NAME_CHARS_MAX);
  const found = NAME.exec(text.slice(from, at));
  if (!found) return undefined;
  let start = from + found.index + found[0].indexOf(found[1] as string);
  // The words before the last one in upper case belong to the sentence.
  for (let index = start; index < at; index++) {
    if (text[index] === ' ' && index + 1 < at && !isUpperAt(text, index + 1)) start = index + 1;
  }
  const name = text.slice(start, at);
  return isUpperAt(text, start) && !NUMBERED.test(name) && !DESIGNATED.test(name)
    ? start
    : undefined;
}

/** A street without a word for it and a city stand on two lines, or with a comma between. */
const hasParting = (text: string, end: number): boolean =>
  /^[ \t]{0,2}[,;\n\r]/.test(text.slice(end, end + 3));
