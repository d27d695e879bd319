import { letterAt, NO_LETTER } from '../words/letters.js';
import { monthOf } from '../words/months.js';
import { LATIN, unitsOf } from '../unit-table.js';

/** A date as it stands in a text. */
export interface WrittenDate {
  readonly start: number;
  readonly end: number;
  readonly year: number;
  /** `19800305`. */
  readonly isInOnePiece: boolean;
}

/** 12.03.1980, 12/3/80, 5. 3. 1980, and 1980-03-12, 1980. 03. 12. */
const IN_NUMBERS = /(\d{1,4})(\. ?|[/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d.,/-]?\d)/y;
/** 12 March 1980, 12th of March, 1980, 5. března 1980, 12 de marzo de 1980, 12-Mar-1980. */
const DAY_FIRST =
  /(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.-?)?[ \u00a0-]{1,2}(?:de |of |di |d['’]|ta['’] )?(\p{L}{3,14})[.,]{0,2}[ \u00a0-]{1,2}(?:de |del |of )?(\d{4})(?!\d)/uy;
/** What follows the month in March 12, 1980. */
const MONTH_FIRST = /(\d{1,2})(?:st|nd|rd|th)?,? {1,2}(\d{4})(?!\d)/y;
/** 1980. március 12., 1980 m. kovo 12 d., 1980. gada 12. martā. */
const YEAR_FIRST =
  /(\d{4})\.? ?(?:m\. |metų |gada )?(?:(\p{L}{3,14}) (\d{1,2})|(\d{1,2})\. (\p{L}{3,14}))(?!\d)/uy;
const IN_ONE_PIECE = /(\d{4})(\d{2})(\d{2})(?!\d)/y;
const MONTH_CHARS_MAX = 14;

/** What may follow a day or a month, and a year in front: blanks, signs, `12th`, `5er`, `12º`, `1980 m.`, `1980 gada`. */
const BEHIND_DAY = /[-./ ,\u00a0snrteºª]/;
const BEHIND_YEAR = /[-./ mg\p{L}]/u;
const MAY_FOLLOW_DAY = unitsOf(BEHIND_DAY, LATIN);
const MAY_FOLLOW_YEAR = unitsOf(BEHIND_YEAR, LATIN);

/** A cheap no for most numbers. @param at of the first digit, `runLength` of them in a row */
export function mayBeDate(text: string, at: number, runLength: number): boolean {
  if (runLength === 8) return true;
  const next = text.charCodeAt(at + runLength);
  if (runLength === 4) return next >= LATIN || MAY_FOLLOW_YEAR[next] === 1;
  return runLength <= 2 && MAY_FOLLOW_DAY[next] === 1;
}

/** @param at of the first digit, `runLength` of them in a row */
export function readDate(text: string, at: number, runLength: number): WrittenDate | undefined {
  if (runLength === 8) return readOnePiece(text, at);
  if (runLength === 4) return readNumbers(text, at) ?? readYearFirst(text, at);
  if (runLength > 2) return undefined;
  return readNumbers(text, at) ?? readDayFirst(text, at) ?? readMonthFirst(text, at);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const dated = (
  start: number,
  end: number,
  [year, month, day]: readonly [number, number | undefined, number],
  isInOnePiece = false,
): WrittenDate | undefined =>
  month !== undefined && isDay(year, month, day) ? { start, end, year, isInOnePiece } : undefined;

function readNumbers(text: string, at: number): WrittenDate | undefined {
  const found = match(IN_NUMBERS, text, at);
  if (!found) return undefined;
  const [written, first = '', , second = '', third = ''] = found;
  const end = at + written.length;
  if (first.length === 4) return dated(at, end, [Number(first), Number(second), Number(third)]);
  if (first.length > 2) return undefined;
  const year = fullYear(third);
  const [one, two] = [Number(first), Number(second)];
  return dated(at, end, [year, two, one]) ?? dated(at, end, [year, one, two]);
}

function readDayFirst(text: string, at: number): WrittenDate | undefined {
  const found = match(DAY_FIRST, text, at);
  if (!found) return undefined;
  const [written, day, month = '', year] = found;
  return dated(at, at + written.length, [Number(year), monthOf(month), Number(day)]);
}

function readYearFirst(text: string, at: number): WrittenDate | undefined {
  const found = match(YEAR_FIRST, text, at);
  if (!found) return undefined;
  const [written, year, monthA, dayA, dayB, monthB] = found;
  const month = monthOf(monthA ?? monthB ?? '');
  return dated(at, at + written.length, [Number(year), month, Number(dayA ?? dayB)]);
}

function readMonthFirst(text: string, at: number): WrittenDate | undefined {
  let end = at;
  if (text[end - 1] === ' ') end--;
  if (text[end - 1] === '.') end--;
  let start = end;
  while (end - start < MONTH_CHARS_MAX && letterAt(text, start - 1) !== NO_LETTER) start--;
  if (start === end) return undefined;
  const month = monthOf(text.slice(start, end));
  const found = month === undefined ? null : match(MONTH_FIRST, text, at);
  return found
    ? dated(start, at + found[0].length, [Number(found[2]), month, Number(found[1])])
    : undefined;
}

function readOnePiece(text: string, at: number): WrittenDate | undefined {
  const found = match(IN_ONE_PIECE, text, at);
  if (!found) return undefined;
  const [written, year, month, day] = found;
  return dated(at, at + written.length, [Number(year), Number(month), Number(day)], true);
}

/** Of two digits: nobody is born ahead of now, and who is named so is mostly no child. */
function fullYear(written: string): number {
  const year = Number(written);
  if (written.length === 4) return year;
  return 2000 + year > new Date().getFullYear() ? 1900 + year : 2000 + year;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month <= 12;
}
