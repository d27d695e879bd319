import { foldUnit, IGNORED, isAccountSign, isDigit, isLetter, isSeparator } from './fold.js';
import { ASCII, tableOf } from './unit-table.js';

/** Who may know a run of digits, one bit each. */
export const IBAN = 1;
export const CARD = 1 << 1;
export const SECURITY_CODE = 1 << 2;
export const IPV4 = 1 << 3;
export const HEX = 1 << 4;
/** A phone number that tells itself: by a sign, by its zero, by three, three and four digits. */
const PHONE_BY_SIGN = 1 << 5;
const PHONE_BY_ZERO = 1 << 6;
const PHONE_BY_GROUPS = 1 << 7;
export const PHONE = PHONE_BY_SIGN | PHONE_BY_ZERO | PHONE_BY_GROUPS;
/** One that a word tells. */
export const PHONE_BY_WORD = 1 << 8;
export const DATE = 1 << 9;
export const AGE = 1 << 10;
export const HOUSE = 1 << 11;
export const COORDINATES = 1 << 12;
export const GERMAN_PLATE = 1 << 13;
export const BEFORE_CITY = 1 << 14;
export const WALLET = 1 << 15;
/** Of a number of some country or company, that no word stands beside. */
const NUMBER = 1 << 16;
const ALL = (1 << 17) - 1;
/** What longer runs than those of most kinds may be. */
const LONG_MIN = 17;
const OF_LONG = IBAN | CARD | WALLET | NUMBER;

/** Longer runs are all alike. */
const RUN_MAX = 20;

/** Signs that parts of a number may stand between, beside those that part the groups of an account. */
const PHONE_SIGNS = ' ()-./';
const between = (low: number, value: number, high: number): boolean =>
  value >= low && value <= high;

/** What a phone number may be glued to, its own signs, and the point behind a word. */
const PHONE_BEGINS = /[\s"'`([{<>,;:|=*~.+]/;

type Tells = (char: string, unit: number) => boolean;
const isHex = (char: string): boolean => /[0-9a-f:.-]/i.test(char);

/** By what stands right before a run; who is not named here does not mind. */
const BEFORE: readonly (readonly [matcher: number, may: Tells])[] = [
  [IBAN, (_, unit) => isLetter(unit) || isSeparator(unit)],
  [PHONE_BY_SIGN, (char) => char === '+' || char === '('],
  [SECURITY_CODE, (_, unit) => !isLetter(unit)],
  [IPV4, (char) => !/[A-Za-z._+-]/.test(char)],
  [HOUSE, (char) => /[\s,./([>"']/.test(char)],
  [PHONE_BY_ZERO | PHONE_BY_GROUPS | PHONE_BY_WORD, (char) => PHONE_BEGINS.test(char)],
  [AGE, (char) => !/[\w.,-]/.test(char)],
  [GERMAN_PLATE, (char) => char === ' '],
];

type Follows = (length: number, char: string, unit: number) => boolean;

/** By how many digits there are and what stands right behind them. */
const BEHIND: readonly (readonly [matcher: number, may: Follows])[] = [
  [
    CARD,
    (length, char, unit) => {
      if (length >= 14) return length <= 19;
      if (length <= 3 && char === ',') return true;
      if (length === 1) return char === ' ' || char === '-';
      return [4, 6, 8].includes(length) && (isSeparator(unit) || isAccountSign(unit));
    },
  ],
  [SECURITY_CODE, (length) => between(3, length, 4)],
  [IPV4, (length, char) => length <= 3 && char === '.'],
  [PHONE_BY_ZERO, (length, char) => length >= 6 || PHONE_SIGNS.includes(char)],
  [
    PHONE_BY_GROUPS,
    (length, char) =>
      (length === 1 && ' -.'.includes(char)) || (length === 3 && '-.'.includes(char)),
  ],
  [PHONE_BY_WORD, (length, char) => length >= 6 || PHONE_SIGNS.includes(char)],
  [
    DATE,
    (length, char) => {
      if (length === 4) return /[-./ mg\p{L}]/u.test(char);
      return length === 8 || (length <= 2 && /[-./ ,snrte]/.test(char));
    },
  ],
  [AGE, (length, char) => length <= 3 && (char === ' ' || char === '-')],
  [HOUSE, (length) => length <= 5],
  [COORDINATES, (length, char) => length <= 3 && char === '.'],
  [GERMAN_PLATE, (length) => length <= 4],
  [BEFORE_CITY, (length, char) => between(2, length, 5) && (char === ' ' || char === '-')],
  [WALLET, (length, _, unit) => length >= 14 || isLetter(unit)],
];

/** By the first digit. */
const FIRST: readonly (readonly [matcher: number, may: (digit: number) => boolean])[] = [
  [CARD, (digit) => between(2, digit, 6)],
  [HOUSE, (digit) => digit !== 0],
  [PHONE_BY_ZERO, (digit) => digit === 0],
  [PHONE_BY_GROUPS, (digit) => digit !== 0],
];

/** 1 for what says by itself what it is. */
const IS_PLAIN = tableOf((_, unit) => Number(foldUnit(unit) !== IGNORED), ASCII);

const bitsBy = (length: number, bitsAt: (place: number) => number): Int32Array =>
  Int32Array.from({ length }, (_, place) => bitsAt(place));

/** All but those that one of the rules rules out. */
const ruled = <Rule>(
  rules: readonly (readonly [matcher: number, may: Rule])[],
  allows: (may: Rule) => boolean,
): number => rules.reduce((bits, [matcher, may]) => (allows(may) ? bits : bits & ~matcher), ALL);

const BY_BEFORE = bitsBy(ASCII, (unit) =>
  ruled(BEFORE, (may) => may(String.fromCharCode(unit), foldUnit(unit))),
);
const BY_BEHIND = bitsBy((RUN_MAX + 1) * ASCII, (place) => {
  const length = Math.floor(place / ASCII);
  const unit = place % ASCII;
  const bits = ruled(BEHIND, (may) => may(length, String.fromCharCode(unit), foldUnit(unit)));
  return length < LONG_MIN ? bits : bits & OF_LONG;
});
const BY_FIRST = bitsBy(10, (digit) => ruled(FIRST, (may) => may(digit)));
/** Hexadecimal digits on either side. */
const HEX_AT = bitsBy(ASCII, (unit) => (isHex(String.fromCharCode(unit)) ? HEX : 0));

/** Behind the run of digits of ASCII that begins at an index, no more than `RUN_MAX` further. */
export function endOfRun(text: string, at: number): number {
  let end = at + 1;
  while (end - at < RUN_MAX && isDigit(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Who may know a run of digits: its length, its first digit and what stands right beside it tell, by tables that are
 * made once. Where it is not of ASCII, or at an end of the text, all may.
 */
export function matchersOf(text: string, at: number, end: number): number {
  if (at === 0 || end >= text.length) return ALL;
  const first = text.charCodeAt(at) - ZERO;
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(end);
  if (first > 9 || before >= ASCII || behind >= ASCII) return ALL;
  if (IS_PLAIN[before] === 0 || IS_PLAIN[behind] === 0) return ALL;
  const length = end - at;
  let bits =
    (BY_BEFORE[before] as number) &
    (BY_BEHIND[length * ASCII + behind] as number) &
    (BY_FIRST[first] as number);
  if ((bits & IBAN) !== 0 && isPartOfNoAccount(text.charCodeAt(at - 2))) bits &= ~IBAN;
  if ((bits & HOUSE) !== 0 && isDecimal(behind, text.charCodeAt(end + 1))) bits &= ~HOUSE;
  const isHexBehind = length <= 4 ? (HEX_AT[behind] as number) : 0;
  const hex = length < LONG_MIN ? (HEX_AT[before] as number) | isHexBehind : 0;
  return (bits & ~HEX) | hex;
}

/** Of what stands before a letter or a sign in front of an account: its country is of letters. */
const isPartOfNoAccount = (unit: number): boolean =>
  unit < ASCII && IS_PLAIN[unit] === 1 && !isLetter(unit) && !isSeparator(unit);

/** `12.5`, `12:30`: no house has such a number. */
const isDecimal = (behind: number, further: number): boolean =>
  (behind === 0x2e || behind === 0x2c || behind === 0x3a) && isDigit(further);

const ZERO = 0x30;
