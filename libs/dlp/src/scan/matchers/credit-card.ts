import { findingOf, type Finding } from '../../kinds.js';
import { SEPARATORS_MAX } from '../../limits.js';
import {
  foldedAt,
  IGNORED,
  isDigit,
  isGroupSign,
  joinsNoId,
  isLineBreak,
  skipIgnored,
  skipSeparators,
  stepBack,
} from '../fold.js';

const DIGITS_MIN = 14;
const DIGITS_MAX = 19;

/** How cards are written in groups, as lengths. Other groupings are phone or account numbers. */
const GROUPINGS: ReadonlySet<string> = new Set([
  '4-4-4-4',
  '4-6-5', // American Express
  '4-6-4', // Diners
  '4-4-4-4-3',
  '4-4-4-4-2',
  '4-4-4-4-1',
  '6-13',
  '8-8',
]);
const GROUPS_MAX = 5;

/** Kinds of what parts two groups, beside the characters themselves. */
const NONE = 0;
const LINE = -1;

interface Issuer {
  /** First digits, from and to, both of the same length. */
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

const FROM_16: readonly number[] = [16, 17, 18, 19];

// Visa's old cards of 13 digits and Maestro's of 12 are left out: they are long gone, while every
// tenth article number and every tenth part of a longer number would be one.
const ISSUERS: readonly Issuer[] = [
  { from: 4, to: 4, lengths: [16, 19] }, // Visa
  { from: 51, to: 55, lengths: [16] }, // Mastercard
  { from: 2221, to: 2720, lengths: [16] },
  { from: 34, to: 34, lengths: [15] }, // American Express
  { from: 37, to: 37, lengths: [15] },
  { from: 6011, to: 6011, lengths: FROM_16 }, // Discover
  { from: 644, to: 659, lengths: FROM_16 },
  { from: 300, to: 305, lengths: [14, 16, 19] }, // Diners
  { from: 36, to: 36, lengths: [14, 16, 19] },
  { from: 38, to: 39, lengths: [14, 16, 19] },
  { from: 3528, to: 3589, lengths: FROM_16 }, // JCB
  { from: 62, to: 62, lengths: FROM_16 }, // UnionPay
  { from: 50, to: 50, lengths: [16, 18, 19] }, // Maestro
  { from: 56, to: 69, lengths: [16, 18, 19] },
];

/** @param firstDigit index of a digit that no digit stands before */
export function findCreditCard(text: string, firstDigit: number): Finding | undefined {
  const first = foldedAt(text, firstDigit) - 0x30;
  if (first < 2 || first > 6 || !isFree(text, firstDigit)) return undefined;
  if (!isDigit(foldedAt(text, firstDigit + 1))) {
    const spelled = findSpelled(text, firstDigit);
    if (spelled) return spelled;
  }
  const grouped = findInThousands(text, firstDigit);
  if (grouped) return grouped;
  const groups = readGroups(text, firstDigit);
  // The longest run first: a last group may belong to the card or be what stands behind it.
  for (let count = groups.length; count > 0; count--) {
    const run = groups.slice(0, count);
    const last = run[count - 1] as Group;
    const digits = run.map((group) => group.digits).join('');
    const isShaped =
      count === 1 || GROUPINGS.has(run.map((group) => group.digits.length).join('-'));
    if (isShaped && isCardNumber(digits) && endsClean(text, last.end)) {
      return findingOf('credit_card', firstDigit, decimalsEnd(text, last.end));
    }
  }
  return undefined;
}

interface Group {
  readonly digits: string;
  readonly end: number;
}

/** Groups of digits behind one another, all parted alike, or by the end of a line. */
function readGroups(text: string, from: number): Group[] {
  const groups: Group[] = [];
  let separator = LINE;
  let index = from;
  let total = 0;
  while (groups.length < GROUPS_MAX) {
    const group = readDigits(text, index);
    total += group.digits.length;
    if (group.digits === '' || total > DIGITS_MAX) break;
    // In nearly all numbers of a text the first group already tells that this is no card.
    if (groups.length === 0 && !mayStartCard(group.digits.length)) break;
    groups.push(group);
    index = skipPartings(text, group.end);
    const kind = separatorOf(text, group.end, index);
    if (kind === NONE || (kind !== LINE && separator !== LINE && kind !== separator)) break;
    if (kind !== LINE) separator = kind;
  }
  return groups;
}

/** What parts two groups: one kind of separator, or the end of a line with whatever indents the next. */
function separatorOf(text: string, from: number, to: number): number {
  let kind = NONE;
  let isMixed = false;
  for (let index = from; index < to; index++) {
    const code = foldedAt(text, index);
    if (code === IGNORED) continue;
    if (isLineBreak(code)) return LINE;
    isMixed ||= kind !== NONE && kind !== code;
    kind = code;
  }
  return isMixed ? NONE : kind;
}

function skipPartings(text: string, index: number): number {
  let at = skipIgnored(text, index);
  if (!isGroupSign(foldedAt(text, at))) return skipSeparators(text, index);
  for (let count = 0; count < SEPARATORS_MAX && isGroupSign(foldedAt(text, at)); count++) {
    at = skipIgnored(text, at + 1);
  }
  return at;
}

const mayStartCard = (length: number): boolean =>
  length === 4 || length === 6 || length === 8 || length >= DIGITS_MIN;

function readDigits(text: string, from: number): Group {
  let digits = '';
  let end = from;
  for (let index = from; index < text.length && digits.length <= DIGITS_MAX; index++) {
    const code = foldedAt(text, index);
    if (code === IGNORED) continue;
    if (!isDigit(code)) break;
    digits += String.fromCharCode(code);
    end = index + 1;
  }
  return { digits, end };
}

/** Digits one by one, as they are read out: all parted alike, and none before or behind them. */
function findSpelled(text: string, from: number): Finding | undefined {
  const sign = foldedAt(text, from + 1);
  if ((sign !== 0x20 && sign !== 0x2d) || (from > 1 && isDigit(foldedAt(text, from - 2)))) {
    return undefined;
  }
  let digits = '';
  let at = from;
  for (; isDigit(foldedAt(text, at)) && digits.length <= DIGITS_MAX; at += 2) {
    digits += String.fromCharCode(foldedAt(text, at));
    if (foldedAt(text, at + 1) !== sign) {
      const isWhole = isCardNumber(digits) && endsClean(text, at + 1);
      return isWhole ? findingOf('credit_card', from, at + 1) : undefined;
    }
  }
  // A dash or a space behind the last digit.
  const end = at - 1;
  return isCardNumber(digits) ? findingOf('credit_card', from, end) : undefined;
}

/** As programs write large numbers for people to read. */
const THOUSANDS = /\d{1,3}(?:,\d{3}){4,6}(?![\d,])/y;

function findInThousands(text: string, from: number): Finding | undefined {
  THOUSANDS.lastIndex = from;
  const number = THOUSANDS.exec(text)?.[0];
  if (number === undefined || !isCardNumber(number.replaceAll(',', ''))) return undefined;
  return findingOf('credit_card', from, from + number.length);
}

/** Not in the middle of a word, an id or a decimal fraction. */
function isFree(text: string, firstDigit: number): boolean {
  const before = stepBack(text, firstDigit);
  if (before < 0) return true;
  const code = foldedAt(text, before);
  if (isDigit(code) || !joinsNoId(text, before, -1)) return false;
  return !isPoint(code) || before === 0 || !isDigit(foldedAt(text, before - 1));
}

/** A word may stand right behind it (`EUR`), an id may not go on. */
function endsClean(text: string, end: number): boolean {
  const at = decimalsEnd(text, end);
  SECURITY_CODE.lastIndex = at;
  return !isDigit(foldedAt(text, at)) && (joinsNoId(text, at, 1) || SECURITY_CODE.test(text));
}

/** What stands on a card beside its number. */
const SECURITY_CODE = /(?:cvv2?|cvc2?|csc|cid|exp|pin)[:= ]?\d/iy;

/** Behind the decimals and the exponent of a number that JSON or a program wrote: `.5`, `e-1`. */
function decimalsEnd(text: string, end: number): number {
  DECIMALS.lastIndex = end;
  return DECIMALS.test(text) ? DECIMALS.lastIndex : end;
}

const DECIMALS = /(?:\.\d{1,17})?(?:e[+-]?\d{1,3})?(?![.\d]*\d)/iy;

/** A comma parts the columns of a table more often than it begins sixteen decimals. */
const isPoint = (code: number): boolean => code === 0x2e;

function isCardNumber(digits: string): boolean {
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return false;
  const isIssued = ISSUERS.some(({ from, to, lengths }) => {
    const prefix = Number(digits.slice(0, String(from).length));
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
  return isIssued && new Set(digits).size > 1 && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 0x30;
    const doubled = digit * 2;
    if (index % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
