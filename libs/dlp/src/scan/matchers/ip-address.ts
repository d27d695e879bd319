import { isIPv6 } from 'node:net';
import { findingOf, type Finding } from '../../kinds.js';
import { isDigit, isLetter } from '../fold.js';
import { NEAR_GAIN, SCORE_MAX } from '../surroundings.js';
import { scoreByCue, type CueReader } from '../words/cues.js';

const V4 = /(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/y;
const V6 = /[0-9a-f:]{2,39}(?:(?:\d{1,3}\.){3}\d{1,3})?(?![\w:]|\.\d)/iy;
const V6_CHARS_MAX = 39;

const SCORES = { v4: 0.7, v6: 0.85, private: 0.5, looksLikeVersion: 0.3, ofExamples: 0.3 } as const;

/** An IPv4 address in four decimal numbers. @param start of a run of digits */
export function findIpv4(text: string, start: number, cues: CueReader): Finding | undefined {
  const before = start > 0 ? text.charCodeAt(start - 1) : 0;
  if (isDigit(before) || isLetter(before) || PART_OF_NAME.has(before)) return undefined;
  if (!hasThreeDots(text, start)) return undefined;
  V4.lastIndex = start;
  const written = V4.exec(text)?.[0];
  if (!written) return undefined;
  const octets = written.split('.');
  const numbers = octets.map(Number);
  if (octets.some((octet) => octet.length > 1 && octet.startsWith('0'))) return undefined;
  if (numbers.some((octet) => octet > 255) || saysNothing(numbers)) return undefined;
  const end = start + written.length;
  const score = scoreOf(text, start, end, baseOf(numbers, written), cues);
  return findingOf('ip_address', start, end, { score, evidence: 'shape', subtype: 'ipv4' });
}

/** A cheap no for decimals and dates. */
function hasThreeDots(text: string, start: number): boolean {
  let at = start;
  for (let dots = 0; dots < DOTS; dots++) {
    const from = at;
    while (isDigit(text.charCodeAt(at))) if (++at - from > 3) return false;
    if (at === from || text.charCodeAt(at++) !== DOT) return false;
  }
  return isDigit(text.charCodeAt(at));
}

/** Unspecified, loopback, link-local of everyone, network masks and broadcast. */
const saysNothing = ([first, second, third, fourth]: readonly number[]): boolean =>
  first === 0 ||
  first === 127 ||
  (first === 255 && second === 255) ||
  isMask(first, second, third, fourth);

const isMask = (first = 0, second = 0, third = 0, fourth = 0): boolean =>
  first === 255 && second === 0 && third === 0 && fourth === 0;

/** Fewer digits in all are those of versions and of chapters: `1.2.3.4`, `4.0.1.12`. */
const DIGITS_MIN = 7;
const DOTS = 3;
const DOT = 0x2e;

function baseOf([first = 0, second = 0, third = 0]: readonly number[], written: string): number {
  if (isPrivate(first, second)) return SCORES.private;
  if (isOfExamples(first, second, third)) return SCORES.ofExamples;
  if (first === 1 && second === 3) return SCORES.looksLikeVersion; // Object identifiers: `1.3.101.110`.
  return written.length - DOTS < DIGITS_MIN ? SCORES.looksLikeVersion : SCORES.v4;
}

/** RFC 1918, and RFC 6598 for carriers. */
const isPrivate = (first: number, second: number): boolean =>
  first === 10 ||
  (first === 172 && second >= 16 && second <= 31) ||
  (first === 192 && second === 168) ||
  (first === 100 && second >= 64 && second <= 127);

/** RFC 5737. */
const isOfExamples = (first: number, second: number, third: number): boolean =>
  (first === 192 && second === 0 && third === 2) ||
  (first === 198 && second === 51 && third === 100) ||
  (first === 203 && second === 0 && third === 113);

/** An IPv6 address. @param start of the word that may be one */
export function findIpv6(text: string, start: number, cues: CueReader): Finding | undefined {
  V6.lastIndex = start;
  const written = V6.exec(text)?.[0];
  if (!written || written.length > V6_CHARS_MAX + '255.255.255.255'.length) return undefined;
  if (!isIPv6(written) || /^[:0]*:[01]?$/.test(written)) return undefined;
  const groups = written.split(':').filter((group) => group !== '');
  // `dead::beef` is a path in code; eight pairs are bytes.
  if (groups.length < 2 || !/\d/.test(written)) return undefined;
  if (groups.length === 8 && groups.every((group) => group.length === 2)) return undefined;
  const end = start + written.length;
  const isExample = /^2001:0?db8:/i.test(written);
  const base = isExample ? SCORES.ofExamples : groups.length < 3 ? SCORES.private : SCORES.v6;
  const score = scoreOf(text, start, end, base, cues);
  return findingOf('ip_address', start, end, { score, evidence: 'shape', subtype: 'ipv6' });
}

/** `from 81.2.3.4 port 22`: of an address the port says that it is one, of other numbers that they are none. */
const PORT = /^[,;:]? ?port\b/i;
const PORT_CHARS = 8;

function scoreOf(text: string, start: number, end: number, base: number, cues: CueReader): number {
  if (PORT.test(text.slice(end, end + PORT_CHARS))) return Math.min(SCORE_MAX, base + NEAR_GAIN);
  return scoreByCue(base, cues.around(start, end), 'network');
}

/** `.`, `-`, `_` and `+`. */
const PART_OF_NAME: ReadonlySet<number> = new Set([0x2e, 0x2d, 0x5f, 0x2b]);
