import { findingOf, type Evidence, type Finding } from '../../../kinds.js';
import { foldedAt, isDigit, isLetter, stepBack } from '../../fold.js';
import { isNamed, says, scoreByCue, type CueReader, type Cues } from '../../words/cues.js';
import { isValidAmerican, isValidNational, validityOfInternational } from './numbering-plans.js';
import { digitsOf, endOfPhone, isTooLong, readPhone, shorten } from './written-phone.js';
import { ASCII, unitsOf } from '../../unit-table.js';

/** Shorter ones are numbers of services and extensions. */
const NATIONAL_DIGITS_MIN = 6;
/** From here on nobody counts, and a plus sign is no sum. */
const LONG_DIGITS_MIN = 11;
/** With the trunk prefix; longer ones have a country in front. */
const NATIONAL_DIGITS_MAX = 12;

interface Reading {
  readonly score: number;
  readonly evidence: Evidence;
}

/** @param firstDigit of a run of digits */
export function findPhone(
  text: string,
  firstDigit: number,
  runLength: number,
  cueReader: CueReader,
): Finding | undefined {
  const hasSign = isSignBefore(text, firstDigit);
  const isTold =
    hasSign ||
    mayTellItself(text, firstDigit, runLength) ||
    (mayBegin(text, firstDigit, runLength) && cueReader.mayStandNear(firstDigit, 'phone'));
  if (!isTold) return undefined;
  const start = startOf(text, firstDigit, runLength);
  const written = start === undefined ? undefined : readPhone(text, start);
  if (start === undefined || !written || isOther(written.text)) return undefined;
  let beginning: string | undefined = written.text;
  for (; beginning; beginning = shorten(beginning)) {
    const digits = digitsOf(beginning);
    if (digits.length < NATIONAL_DIGITS_MIN) return undefined;
    if (isTooLong(digits)) continue;
    const end = endOfPhone(text, written.endOf(beginning.length - 1));
    if (end === undefined) continue;
    const reading = readingOf(beginning, digits, cueReader.around(start, end));
    if (reading) return findingOf('phone', start, end, reading);
  }
  return undefined;
}

const INTERNATIONAL = /^\(?\+/;
const GROUPED = /\d[ ./()-]+\d/;
const BY_DOUBLE_ZERO = /^00[1-9]/;
const AMERICAN = /^(?:1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])\d{3}[-. ]\d{4}$/;
const FRENCH_PAIRS = /^0[1-9](?:([ .-])\d\d)(?:\1\d\d){3}$/;
const AREA_IN_PARENTHESES = /^\(0\d{1,4}\) ?\d/;
const TRUNK = /^\(?0/;

/** How sure each way of writing is, without a word beside it. */
const SCORES = {
  international: 0.85,
  internationalPossible: 0.55,
  internationalInOnePiece: 0.5,
  doubleZero: 0.5,
  doubleZeroInOnePiece: 0.4,
  areaInParentheses: 0.55,
  frenchPairs: 0.55,
  american: 0.5,
  national: 0.4,
  possible: 0.2,
  short: 0.1,
} as const;

function readingOf(beginning: string, digits: string, cues: Cues): Reading | undefined {
  const base = baseOf(beginning, digits, cues);
  if (base === undefined) return undefined;
  const score = scoreByCue(base, cues, 'phone');
  const evidence = INTERNATIONAL.test(beginning) ? 'prefix' : score > base ? 'cue' : 'shape';
  return { score, evidence };
}

function baseOf(beginning: string, digits: string, cues: Cues): number | undefined {
  const isGrouped = GROUPED.test(beginning);
  if (INTERNATIONAL.test(beginning)) {
    const validity = validityOfInternational(digits);
    if (validity === 'valid') return SCORES.international;
    if (validity === 'possible' && isGrouped) return SCORES.internationalPossible;
    const isLong = validity === 'possible' && digits.length >= LONG_DIGITS_MIN;
    if (isLong) return SCORES.internationalInOnePiece;
    return says(cues, 'phone') ? SCORES.possible : undefined;
  }
  if (BY_DOUBLE_ZERO.test(digits) && validityOfInternational(digits.slice(2)) === 'valid') {
    return isGrouped ? SCORES.doubleZero : SCORES.doubleZeroInOnePiece;
  }
  if (digits.length > NATIONAL_DIGITS_MAX && !beginning.startsWith('001')) return undefined;
  if (AMERICAN.test(beginning) && isValidAmerican(digits.slice(-10))) {
    return beginning.startsWith('(') ? SCORES.areaInParentheses : SCORES.american;
  }
  if (TRUNK.test(beginning) && isGrouped && isValidNational(digits)) {
    if (FRENCH_PAIRS.test(beginning)) return SCORES.frenchPairs;
    return AREA_IN_PARENTHESES.test(beginning) ? SCORES.areaInParentheses : SCORES.national;
  }
  return says(cues, 'phone') ? baseByWord(digits, isGrouped, cues) : undefined;
}

/** Numbers that are only phone numbers because somebody says so. */
function baseByWord(digits: string, isGrouped: boolean, cues: Cues): number {
  if (isNamed(cues, 'phone') || isGrouped) return SCORES.possible;
  return isValidNational(digits) ? SCORES.possible : SCORES.short;
}

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
  `^(?:${DAY}([./-])${DAY}\\1(?:19|20)?\\d\\d|(?:19|20)\\d\\d([./-])${DAY}\\2${DAY})(?![./-]?\\d)`,
);
const ADDRESS_OF_HOST = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const DECIMAL = /^\d\.\d+$|^\d+\.\d{1,2}$/;
/** In base64, rather than in anything that somebody wrote. */
const ENCODED = /^\+\d\//;
const BOOK = /^97[89][- ]\d/;

/** A date, a decimal, an address of a host. */
const isOther = (written: string): boolean =>
  DATE.test(written) ||
  ADDRESS_OF_HOST.test(written) ||
  DECIMAL.test(written) ||
  BOOK.test(written) ||
  ENCODED.test(written);

const PLUS = 0x2b;
const PARENTHESIS = 0x28;
const CLOSING = 0x29;
const ZERO = 0x30;
const SPACE = 0x20;
/** What a number may be glued to: quotes, brackets, `:`, `=`, `,`, `;`, `|`, `>`, `*`, `/` is a path. */
const GLUED = /[\s"'`([{<>,;:|=*~„“”«»‘’\u2022]/u;

const GLUES = unitsOf(GLUED, ASCII);

const isGlue = (code: number): boolean =>
  code < ASCII ? GLUES[code] === 1 : GLUED.test(String.fromCharCode(code));

/** Of the number: the `+` and the parenthesis before the digit are its own. */
function startOf(text: string, firstDigit: number, runLength: number): number | undefined {
  let start = firstDigit;
  let before = stepBack(text, start);
  const isClosed = isAreaClosed(text, firstDigit + runLength);
  for (const sign of [PARENTHESIS, PLUS, PARENTHESIS]) {
    if (before < 0 || foldedAt(text, before) !== sign) continue;
    if (sign === PARENTHESIS && !isClosed) continue;
    start = before;
    before = stepBack(text, start);
  }
  if (before < 0) return start;
  const code = foldedAt(text, before);
  if (isDigit(code) || isLetter(code)) return undefined;
  const isFree = isGlue(code) || isPointAfterWord(text, before, code);
  if (!isFree) return undefined;
  if (start < firstDigit && foldedAt(text, start) === PLUS) return start;
  // A group in the middle of a number begins nothing.
  const further = foldedAt(text, stepBack(text, before));
  const isInside = isDigit(further) || further === CLOSING;
  return before > 0 && isInside && code !== 0x0a ? undefined : start;
}

/** A parenthesis around the area alone is the number's own. */
function isAreaClosed(text: string, end: number): boolean {
  if (foldedAt(text, end) !== CLOSING) return false;
  const next = foldedAt(text, end + 1);
  return isDigit(next) || (PARTING.has(next) && isDigit(foldedAt(text, end + 2)));
}

/** `Tel.030 …`. */
const isPointAfterWord = (text: string, before: number, code: number): boolean =>
  code === 0x2e && before > 0 && isLetter(foldedAt(text, before - 1));

const isSignBefore = (text: string, firstDigit: number): boolean => {
  const code = foldedAt(text, stepBack(text, firstDigit));
  return firstDigit > 0 && (code === PLUS || code === PARENTHESIS);
};

const AMERICAN_START = /(?:1[-. ])?[2-9]\d\d[-.]\d{3}[-. ]\d{4}(?!\d)/y;

/** Without a word beside it: by its zero, or by its three, three and four digits. */
function mayTellItself(text: string, firstDigit: number, runLength: number): boolean {
  if (foldedAt(text, firstDigit) === ZERO) return mayBegin(text, firstDigit, runLength);
  if (runLength !== 3 && runLength !== 1) return false;
  const next = text.charCodeAt(firstDigit + runLength);
  if (next !== SPACE && next !== 0x2d && next !== 0x2e) return false;
  AMERICAN_START.lastIndex = firstDigit;
  return AMERICAN_START.test(text);
}

/** Most numbers are told by their first characters. */
function mayBegin(text: string, firstDigit: number, runLength: number): boolean {
  if (runLength >= NATIONAL_DIGITS_MIN) return true;
  const next = firstDigit + runLength;
  const code = foldedAt(text, next);
  if (!PARTING.has(code)) return false;
  const further = foldedAt(text, next + 1);
  return isDigit(further) || PARTING.has(further);
}

/** Blank, `(`, `)`, `-`, `.` and `/`. */
const PARTING: ReadonlySet<number> = new Set([SPACE, PARENTHESIS, CLOSING, 0x2d, 0x2e, 0x2f]);
