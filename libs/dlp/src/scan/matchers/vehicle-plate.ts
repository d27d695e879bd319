import { findingOf, type Finding } from '../../kinds.js';
import { GERMAN_DISTRICTS } from './german-districts.js';
import { says, scoreByCue, type CueReader } from '../words/cues.js';

/** Shapes by country; each stands at the beginning of a word and has nothing behind it. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['de', /[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2}[- ]?[1-9]\d{0,3}[EH]?/y],
  ['fr', /[A-HJ-NP-TV-Z]{2}[- ]\d{3}[- ][A-HJ-NP-TV-Z]{2}/y],
  ['it', /[A-HJ-NP-TV-Z]{2} ?\d{3} ?[A-HJ-NP-TV-Z]{2}/y],
  ['es', /\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}/y],
  ['gb', /[A-Z]{2}\d{2} ?[A-HJ-PR-Z]{3}/y],
  ['pl', /[A-Z]{2,3} ?(?:\d{5}|\d{4}[A-Z]|\d{3}[A-Z]{2}|[A-Z]\d{3}|\d{2}[A-Z]{2})/y],
  ['nl', /(?:[A-Z]{1,2}|\d{1,2})-(?:[A-Z]{2,3}|\d{2,3})-(?:[A-Z]{1,2}|\d{1,2})/y],
  ['at', /[A-Z]{1,2}[- ]\d{3,5} ?[A-Z]{1,3}/y],
  ['pt', /(?:\d{2}|[A-Z]{2})-(?:\d{2}|[A-Z]{2})-(?:\d{2}|[A-Z]{2})/y],
  ['se', /[A-Z]{3} ?\d{2}[A-Z\d]/y],
  ['cz', /\d[A-Z][A-Z\d] ?\d{4}/y],
  ['be', /\d-[A-Z]{3}-\d{3}/y],
  ['ro', /[A-Z]{1,2} ?\d{2,3} ?[A-Z]{3}/y],
  ['hu', /[A-Z]{3,4}-\d{3}/y],
  ['no', /[A-Z]{2} ?\d{5}/y],
];
/** As far as a plate begins before its first digit. */
const BEFORE_MAX = 7;
/** Letters and digits stand together everywhere: but for German ones, only a word makes them a plate. */
const BASE = 0.2;

/** @param at of the first digit of a run */
export function findVehiclePlate(text: string, at: number, cues: CueReader): Finding | undefined {
  if (!cues.mayStandNear(at, 'plate')) return findGerman(text, at);
  for (let start = Math.max(0, at - BEFORE_MAX); start <= at; start++) {
    if (/[\p{L}\p{N}_-]/u.test(text.charAt(start - 1))) continue;
    if (/\d/.test(text.slice(start, at))) continue; // Found at that digit.
    const shape = longestAt(text, start, at);
    if (!shape) continue;
    const around = cues.around(start, shape.end);
    if (!says(around, 'plate')) return findGerman(text, at);
    const score = scoreByCue(BASE, around, 'plate');
    return findingOf('vehicle_plate', start, shape.end, {
      score,
      evidence: 'cue',
      subtype: shape.subtype,
    });
  }
  return undefined;
}

/** `B-AB 1234`: the one way of writing that is a plate's alone, where the district is one. */
const GERMAN = /(?<![\p{L}\p{N}_-])([A-ZÄÖÜ]{1,3})-([A-Z]{1,2}) $/u;
const GERMAN_NUMBER = /[1-9]\d{0,3}[EH]?(?![\p{L}\p{N}_]|[.,/-]\d|-)/uy;
const GERMAN_SCORE = 0.5;
/** `A-B 12` may be anything. */
const GERMAN_CHARS_MIN = 6;
/** Systems and standards. */
const NO_PLATE = /^(?:HP-UX|EN-US|ES-ES|DE-DE|GT-R) /;

function findGerman(text: string, at: number): Finding | undefined {
  if (text[at - 1] !== ' ' || !isCapitalAt(text, at - 2)) return undefined;
  const written = GERMAN.exec(text.slice(Math.max(0, at - BEFORE_MAX - 1), at));
  const [, district = '', letters = ''] = written ?? [];
  if (!GERMAN_DISTRICTS.has(district)) return undefined;
  GERMAN_NUMBER.lastIndex = at;
  const number = GERMAN_NUMBER.exec(text)?.[0];
  if (number === undefined) return undefined;
  const chars = district.length + letters.length + number.length;
  const start = at - district.length - letters.length - 2;
  if (chars < GERMAN_CHARS_MIN || NO_PLATE.test(text.slice(start, at))) return undefined;
  const grounds = { score: GERMAN_SCORE, evidence: 'shape', subtype: 'de_plate' } as const;
  return findingOf('vehicle_plate', start, at + number.length, grounds);
}

function isCapitalAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x41 && code <= 0x5a;
}

/** The country whose shape takes most of the word; others may write the same. */
function longestAt(
  text: string,
  start: number,
  at: number,
): { end: number; subtype: string } | undefined {
  let longest: { end: number; subtype: string } | undefined;
  for (const [country, shape] of SHAPES) {
    shape.lastIndex = start;
    if (!shape.test(text) || shape.lastIndex <= at) continue;
    const end = shape.lastIndex;
    if (/^(?:[\p{L}\p{N}_]|-[\p{L}\p{N}])/u.test(text.slice(end, end + 2))) continue;
    if (!/[A-Z]/.test(text.slice(start, end))) continue;
    if (!longest || end > longest.end) longest = { end, subtype: `${country}_plate` };
  }
  return longest;
}
