import type { Finding } from '../kinds.js';
import {
  AGE,
  BEFORE_CITY,
  COORDINATES,
  DATE,
  GERMAN_PLATE,
  HEX,
  HOUSE,
  IPV4,
  PHONE,
  PHONE_BY_WORD,
} from './digit-runs.js';
import { foldedAt, IGNORED, isDigit } from './fold.js';
import { findAge } from './matchers/age.js';
import { findDateOfBirth } from './matchers/date-of-birth.js';
import { findCoordinates } from './matchers/geo-coordinates.js';
import { findIpv4, findIpv6 } from './matchers/ip-address.js';
import { findMacAddress } from './matchers/mac-address.js';
import { findPhone } from './matchers/phone/phone.js';
import { findPostalCode } from './matchers/postal-code.js';
import { findVehiclePlate } from './matchers/vehicle-plate.js';
import { findStreetAddress } from './matchers/street/street-address.js';
import type { CueReader } from './words/cues.js';
import { BITS } from './words/vocabulary.js';
import { ASCII, isIn, unitsOf } from './unit-table.js';

const DOT = 0x2e;
const COLON = 0x3a;
const DASH = 0x2d;

/** Longer runs of digits are nothing that is looked for here. */
const RUN_MAX = 16;
/** As far as the first digit may stand in an address of hexadecimal digits. */
const HEX_BEFORE_MAX = 38;

/**
 * Adds what a run of digits may be a part of.
 *
 * @param at index of a digit that no digit stands before
 * @param matchers who may know it, from `matchersOf`
 * @param cues of the text
 */
export function findAtDigits(
  text: string,
  at: number,
  matchers: number,
  cues: CueReader,
  findings: Finding[],
): void {
  const near = cues.bitsNear(at);
  const may = (matchers & KNOWN_HERE) | (near & TELLING);
  if (may === 0) return;
  const length = runLengthAt(text, at);
  if (length > RUN_MAX) return;
  if ((matchers & IPV4) !== 0 && length <= 3 && foldedAt(text, at + length) === DOT) {
    add(findings, findIpv4(text, at, cues));
  }
  if ((matchers & HEX) !== 0 && mayBeHex(text, at, length)) {
    const hexStart = hexStartOf(text, at);
    if (hexStart !== undefined) add(findings, findHex(text, hexStart, cues));
  }
  const isPhoneNear = (near & BITS.phone) !== 0 && (matchers & PHONE_BY_WORD) !== 0;
  if ((matchers & PHONE) !== 0 || isPhoneNear) add(findings, findPhone(text, at, length, cues));
  if ((matchers & DATE) !== 0 && (near & OF_BIRTHS) !== 0) {
    add(findings, findDateOfBirth(text, at, length, cues));
  }
  if ((matchers & AGE) !== 0) add(findings, findAge(text, at, length, cues));
  if ((matchers & HOUSE) !== 0) add(findings, findStreetAddress(text, at, length, cues));
  if ((matchers & COORDINATES) !== 0) add(findings, findCoordinates(text, at, length, cues));
  if ((matchers & GERMAN_PLATE) !== 0 || (near & BITS.plate) !== 0) {
    add(findings, findVehiclePlate(text, at, cues));
  }
  if ((matchers & BEFORE_CITY) !== 0 || (near & BITS.postcode) !== 0) {
    add(findings, findPostalCode(text, at, cues));
  }
}

/** Who need no word beside the run. */
const KNOWN_HERE = IPV4 | HEX | PHONE | AGE | HOUSE | COORDINATES | GERMAN_PLATE | BEFORE_CITY;
const OF_BIRTHS = BITS.birth | BITS.bornSign;
/** Words that make a run worth a look, whoever may know it. */
const TELLING = BITS.phone | OF_BIRTHS | BITS.plate | BITS.postcode;

function add(findings: Finding[], finding: Finding | undefined): void {
  if (finding) findings.push(finding);
}

/** Skipped characters between the digits count. */
function runLengthAt(text: string, at: number): number {
  let end = at;
  for (let to = at; to < text.length && to - at <= RUN_MAX; to++) {
    const code = foldedAt(text, to);
    if (isDigit(code)) end = to + 1;
    else if (code !== IGNORED) break;
  }
  return end - at;
}

/** Hexadecimal digits, `:` and `-` in an address; the dot parts fours. */
const IS_HEX = unitsOf(/[0-9a-f:.-]/i, ASCII);

/** Where no hexadecimal letter stands before it, the first group is of four characters at most. */
const mayBeHex = (text: string, at: number, length: number): boolean =>
  isIn(IS_HEX, text, at - 1) || (length <= 4 && isIn(IS_HEX, text, at + length));

/**
 * Of a word of hexadecimal digits in groups, of which this is the first digit that is decimal;
 * undefined where it is none, which its first group tells.
 */
function hexStartOf(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && at - start < HEX_BEFORE_MAX) {
    const code = text.charCodeAt(start - 1);
    if (IS_HEX[code] !== 1) break;
    if (isDigit(code)) return undefined;
    start--;
  }
  while (text.charCodeAt(start) === DASH || text.charCodeAt(start) === DOT) start++;
  if (start > at || /\w/.test(text.charAt(start - 1))) return undefined;
  for (let to = start; to <= start + 4; to++) {
    const code = text.charCodeAt(to);
    if (code === COLON) return start;
    if (code === DASH) return to === start + 2 ? start : undefined;
    if (code === DOT) return to === start + 4 ? start : undefined;
    if (IS_HEX[code] !== 1) return undefined;
  }
  return undefined;
}

function findHex(text: string, start: number, cues: CueReader): Finding | undefined {
  return findMacAddress(text, start) ?? findIpv6(text, start, cues);
}
