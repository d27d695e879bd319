import { findingOf, type Finding, type Grounds } from '../../kinds.js';
import { icaoCheckDigit, valueAt } from '../numbers/check-digits.js';

/** Three check digits, or four, over fields of a line whose length is fixed. */
const GROUNDS: Grounds = { score: 0.98, evidence: 'structure', subtype: 'mrz' };

/** Lengths of the lines of ICAO 9303 parts 4 to 7, and how many there are. */
const LINES: Readonly<Record<number, number>> = { 30: 3, 36: 2, 44: 2 };
const LINE_CHARS_MAX = 90; // Three lines without a break between them.
/** Indentation and the end of a line. */
const BREAK_CHARS_MAX = 12;

const MRZ_CHAR = /[A-Z0-9<]/;

/**
 * The machine readable zone of a passport, visa or identity card, that a filler stands in.
 *
 * @param filler index of the first of two or more `<`
 */
export function findMrz(text: string, filler: number): Finding | undefined {
  if (text.charAt(filler + 1) !== '<' || text.charAt(filler - 1) === '<') return undefined;
  const line = lineAround(text, filler);
  const lines = [line];
  for (let length = line.end - line.start; lines.length < (LINES[length] ?? 1);) {
    const before = lineBefore(text, (lines[0] as Line).start);
    if (!before || before.end - before.start !== length) break;
    lines.unshift(before);
  }
  for (let length = line.end - line.start; lines.length < (LINES[length] ?? 1);) {
    const behind = lineBehind(text, (lines.at(-1) as Line).end);
    if (!behind || behind.end - behind.start !== length) break;
    lines.push(behind);
  }
  const { start } = lines[0] as Line;
  const { end } = lines.at(-1) as Line;
  const zone = lines.map((one) => text.slice(one.start, one.end)).join('');
  if (!isZone(zone)) return undefined;
  return findingOf(
    zone.startsWith('P') || zone.length === 44 ? 'passport' : 'id_card',
    start,
    end,
    GROUNDS,
  );
}

interface Line {
  readonly start: number;
  readonly end: number;
}

function lineAround(text: string, index: number): Line {
  let start = index;
  while (start > 0 && index - start < LINE_CHARS_MAX && MRZ_CHAR.test(text.charAt(start - 1)))
    start--;
  let end = index;
  while (end < text.length && end - start <= LINE_CHARS_MAX && MRZ_CHAR.test(text.charAt(end)))
    end++;
  return { start, end };
}

function lineBefore(text: string, start: number): Line | undefined {
  let at = start;
  while (at > 0 && start - at < BREAK_CHARS_MAX && /\s/.test(text.charAt(at - 1))) at--;
  return at < start && at > 0 && text.slice(at, start).includes('\n')
    ? lineAround(text, at - 1)
    : undefined;
}

function lineBehind(text: string, end: number): Line | undefined {
  let at = end;
  while (at < text.length && at - end < BREAK_CHARS_MAX && /\s/.test(text.charAt(at))) at++;
  return at > end && at < text.length && text.slice(end, at).includes('\n')
    ? lineAround(text, at)
    : undefined;
}

/** Whole zones by their length, and the second line of a passport alone. */
function isZone(zone: string): boolean {
  switch (zone.length) {
    case 44:
      return isPassportLine(zone);
    case 72:
      return isCardLine(zone.slice(36)) || isVisaLine(zone, 36);
    case 88:
      return isPassportLine(zone.slice(44)) || isVisaLine(zone, 44);
    case 90:
      return isSmallCard(zone.slice(0, 30), zone.slice(30, 60));
    default:
      return false;
  }
}

const isPassportLine = (line: string): boolean =>
  hasPerson(line) &&
  isChecked(line.slice(28, 42), line, 42) &&
  isChecked(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43), line, 43);

const isCardLine = (line: string): boolean =>
  hasPerson(line) &&
  isChecked(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 35), line, 35);

const isVisaLine = (zone: string, at: number): boolean =>
  zone.startsWith('V') && hasPerson(zone.slice(at));

const isSmallCard = (first: string, second: string): boolean =>
  isChecked(first.slice(5, 14), first, 14) &&
  isChecked(second.slice(0, 6), second, 6) &&
  isChecked(second.slice(8, 14), second, 14) &&
  isChecked(
    first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29),
    second,
    29,
  );

/** Number of the document, date of birth, end of validity: each with its check digit. */
const hasPerson = (line: string): boolean =>
  isChecked(line.slice(0, 9), line, 9) &&
  isChecked(line.slice(13, 19), line, 19) &&
  isChecked(line.slice(21, 27), line, 27);

/** An empty field may have a filler for its check digit. */
function isChecked(field: string, line: string, at: number): boolean {
  const digit = line.charAt(at);
  if (digit === '<') return icaoCheckDigit(field) === 0 || at === 14;
  return digit <= '9' && icaoCheckDigit(field) === valueAt(line, at);
}
