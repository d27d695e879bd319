import type { Finding } from '../kinds.js';
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

const DOT = 0x2e;
const COLON = 0x3a;
const DASH = 0x2d;

/** Longer runs of digits are nothing that is looked for here. */
const RUN_MAX = 16;
/** As far as the first digit may stand in an address of hexadecimal digits. */
const HEX_BEFORE_MAX = 38;

/**
 * Adds what a run of digits may be a part of: its length and what stands right beside it tell which
 * matchers are asked.
 *
 * @param at index of a digit that no digit stands before
 * @param cues of the text
 */
export function findAtDigits(text: string, at: number, cues: CueReader, findings: Finding[]): void {
  const length = runLengthAt(text, at);
  if (length > RUN_MAX) return;
  const next = foldedAt(text, at + length);
  if (next === DOT && length <= 3) add(findings, findIpv4(text, at, cues));
  const hexStart = mayBeHex(text, at, length) ? hexStartOf(text, at) : undefined;
  if (hexStart !== undefined) add(findings, findHex(text, hexStart, cues));
  add(findings, findPhone(text, at, length, cues));
  add(findings, findDateOfBirth(text, at, length, cues));
  add(findings, findAge(text, at, length, cues));
  add(findings, findStreetAddress(text, at, length, cues));
  add(findings, findCoordinates(text, at, length, cues));
  add(findings, findVehiclePlate(text, at, cues));
  add(findings, findPostalCode(text, at, cues));
}

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
const IS_HEX = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[0-9a-f:.-]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Where no hexadecimal letter stands before it, the first group is of four characters at most. */
const mayBeHex = (text: string, at: number, length: number): boolean =>
  IS_HEX[text.charCodeAt(at - 1) & 0xffff] === 1 ||
  (length <= 4 && IS_HEX[text.charCodeAt(at + length) & 0xffff] === 1);

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
