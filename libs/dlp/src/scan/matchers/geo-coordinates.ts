import { findingOf, type Finding } from '../../kinds.js';
import { isDigit } from '../fold.js';
import { isNamed, scoreByCue, type CueReader } from '../words/cues.js';

/** 52.520008, 13.404954 with what points to the sky around it. */
const PAIR =
  /[+-]?(\d{1,3}\.\d{4,15})°? ?([NSns]\b)?[,;/]? {0,2}[+-]?(\d{1,3}\.\d{4,15})°? ?([EWOewo]\b)?(?![\d.]|[,;] ?-?\d)/y;
/** 52°31′12.0″ N 13°24′17.8″ E. */
const DEGREES =
  /(\d{1,2})° ?(\d{1,2})['’′] ?(?:(\d{1,2}(?:\.\d{1,4})?)(?:["”″]|''|′′) ?)?[NSns],? {0,2}(\d{1,3})° ?(\d{1,2})['’′] ?(?:(\d{1,2}(?:\.\d{1,4})?)(?:["”″]|''|′′) ?)?[EWOewo]\b/y;
/** One of the two, as a member of its own. */
const SINGLE = /(\d{1,3}\.\d{4,15})(?![\d.])/y;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** Pairs of decimals stand in every matrix: only a word, or the quarters of the sky, make them a place. */
const SCORES = { degrees: 0.85, quarters: 0.6, pair: 0.3, single: 0.2 } as const;

/** @param at of the first digit of a run, `runLength` of them */
export function findCoordinates(
  text: string,
  at: number,
  runLength: number,
  cues: CueReader,
): Finding | undefined {
  const next = text.charCodeAt(at + runLength);
  if (runLength > 3 || !(next === 0x2e || next === 0xb0)) return undefined;
  if (next === 0x2e && !hasDecimals(text, at + runLength + 1)) return undefined;
  const start = isSign(text, at - 1) ? at - 1 : at;
  if (/[\w.]/.test(text.charAt(start - 1))) return undefined;
  if (next === 0xb0) {
    const degrees = placed(match(DEGREES, text, at), 1, 4);
    if (degrees) return findingOf('geo_coordinates', start, at + degrees, grounds(SCORES.degrees));
  }
  const found = match(PAIR, text, at);
  const length = placed(found, 1, 3);
  if (found && length !== undefined) {
    const hasQuarters = found[2] !== undefined && found[4] !== undefined;
    if (/[,;] ?$/.test(text.slice(Math.max(0, start - 2), start)) && !hasQuarters) return undefined;
    const around = cues.around(start, at + length);
    const score = scoreByCue(hasQuarters ? SCORES.quarters : SCORES.pair, around, 'geo');
    return findingOf('geo_coordinates', start, at + length, grounds(score));
  }
  return findSingle(text, start, at, cues);
}

/** As many as any form has at least. */
function hasDecimals(text: string, at: number): boolean {
  for (let index = at; index < at + DECIMALS_MIN; index++) {
    if (!isDigit(text.charCodeAt(index))) return false;
  }
  return true;
}

const DECIMALS_MIN = 4;

function findSingle(text: string, start: number, at: number, cues: CueReader): Finding | undefined {
  if (!cues.mayStandNear(at, 'geo')) return undefined;
  const found = match(SINGLE, text, at);
  if (!found || Number(found[1]) > LONGITUDE_MAX) return undefined;
  const end = at + found[0].length;
  const around = cues.around(start, end);
  if (!isNamed(around, 'geo') || isOtherMeasure(text, start, end)) return undefined;
  return findingOf(
    'geo_coordinates',
    start,
    end,
    grounds(scoreByCue(SCORES.single, around, 'geo')),
  );
}

/** `lat_ms` is a latency, and `long` a type or a word where no latitude stands beside it. */
function isOtherMeasure(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - NAME_CHARS), start);
  if (LATENCY.test(before)) return true;
  return LONG.test(before) && !/lat/i.test(before + text.slice(end, end + NAME_CHARS));
}

const NAME_CHARS = 64;
const LATENCY =
  /lat[_-]?(?:ms|us|µs|ns|s|secs?|avg|mean|min|max|p\d{2,3})["']?\s{0,2}[:=]\s{0,2}$/i;
const LONG = /(?<![\p{L}\d])long["']?\s{0,2}[:=]\s{0,2}$/iu;

const grounds = (score: number) => ({ score, evidence: 'shape' }) as const;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Its length, where its latitude and longitude are some. */
function placed(
  found: RegExpExecArray | null,
  latitude: number,
  longitude: number,
): number | undefined {
  if (!found) return undefined;
  const isPlace =
    Number(found[latitude]) <= LATITUDE_MAX && Number(found[longitude]) <= LONGITUDE_MAX;
  return isPlace ? found[0].length : undefined;
}

const isSign = (text: string, index: number): boolean =>
  text.charAt(index) === '-' || text.charAt(index) === '+';
