import { passesLuhn } from '../numbers/luhn.js';
import { findingOf, type Finding, type Grounds } from '../../kinds.js';
import { SEPARATORS_MAX } from '../../limits.js';
import {
  foldedAt,
  IGNORED,
  isDigit,
  isAccountSign,
  isLoneLetter,
  joinsNoId,
  isLineBreak,
  isSeparator,
  stepBack,
} from '../fold.js';

/** One in ten numbers passes the checksum: issuer, length and grouping are what makes it sure. */
const GROUNDS: Grounds = { score: 0.9, evidence: 'checksum' };

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
/** What they begin with: a number that goes on otherwise is none. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  [...GROUPINGS].flatMap((grouping) =>
    [...grouping.matchAll(/-|$/g)].map(({ index }) => grouping.slice(0, index)),
  ),
);

/** Kinds of what parts two groups, beside the characters themselves. */
const NONE = 0;
const LINE = -1;
const BLANK = 0x20;
const TAB = 0x09;

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
  if (first < 2 || first > 6 || !mayGoOn(text, firstDigit)) return undefined;
  if (!isFree(text, firstDigit)) return undefined;
  if (!isDigit(foldedAt(text, firstDigit + 1))) {
    const spelled = findSpelled(text, firstDigit);
    if (spelled) return spelled;
  }
  const thousands = findInThousands(text, firstDigit);
  if (thousands) return thousands;
  const groups = readGroups(text, firstDigit);
  // The longest run first: a last group may belong to the card or be what stands behind it.
  for (let count = groups.length; count > 0; count--) {
    const run = groups.slice(0, count);
    const last = run[count - 1] as Group;
    const digits = run.map((group) => group.digits).join('');
    const isShaped =
      count === 1 || GROUPINGS.has(run.map((group) => group.digits.length).join('-'));
    if (!isShaped || !isCardNumber(digits) || !endsClean(text, last.end)) continue;
    if (isListed(text, (run[0] as Group).end) && isAmongOthers(text, firstDigit, last.end))
      continue;
    return findingOf('credit_card', firstDigit, decimalsEnd(text, last.end), GROUNDS);
  }
  return undefined;
}

/** A cheap no for nearly all numbers, by how many digits there are and what stands behind them. */
function mayGoOn(text: string, firstDigit: number): boolean {
  let end = firstDigit + 1;
  while (end - firstDigit <= DIGITS_MAX && isDigit(text.charCodeAt(end))) end++;
  const next = foldedAt(text, end);
  if (end < text.length && (next === IGNORED || isDigit(next))) return true; // Not only digits of ASCII.
  const length = end - firstDigit;
  if (length >= DIGITS_MIN) return length <= DIGITS_MAX;
  if (length <= 3 && next === COMMA) return true; // In thousands.
  if (length === 1) return next === 0x20 || next === 0x2d;
  return mayStartCard(length) && (isSeparator(next) || isAccountSign(next));
}

const COMMA = 0x2c;

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
  let grouping = '';
  while (groups.length < GROUPS_MAX) {
    const group = readDigits(text, index);
    total += group.digits.length;
    if (group.digits === '' || total > DIGITS_MAX) break;
    // In nearly all numbers of a text the first group already tells that this is no card.
    if (groups.length === 0 && !mayStartCard(group.digits.length)) break;
    grouping += groups.length === 0 ? group.digits.length : `-${group.digits.length}`;
    if (groups.length > 0 && !BEGINNINGS.has(grouping)) break;
    groups.push(group);
    if (!BEGINNINGS.has(grouping)) break; // A whole one in one piece.
    index = skipPartings(text, group.end);
    const kind = separatorOf(text, group.end, index);
    if (kind === NONE || (kind !== LINE && separator !== LINE && kind !== separator)) break;
    if (kind !== LINE) separator = kind;
  }
  return groups;
}

/** What parts two groups: one kind of sign, with blanks around it or none, or the end of a line. */
function separatorOf(text: string, from: number, to: number): number {
  let kind = NONE;
  let isMixed = false;
  for (let index = from; index < to; index++) {
    const code = foldedAt(text, index);
    if (code === IGNORED) continue;
    if (isLineBreak(code)) return LINE;
    if (code === BLANK || code === TAB) {
      if (kind === NONE) kind = BLANK;
      continue;
    }
    isMixed ||= kind !== NONE && kind !== BLANK && kind !== code;
    kind = code;
  }
  return isMixed ? NONE : kind;
}

function skipPartings(text: string, index: number): number {
  let at = index;
  for (let count = 0; at < text.length; at++) {
    const code = foldedAt(text, at);
    if (code === IGNORED) continue;
    if (!(isSeparator(code) || isAccountSign(code)) || ++count > SEPARATORS_MAX) break;
  }
  return at;
}

/** What parts the numbers of a list as well as the groups of one. */
const LISTING = /[ \t]{0,4}[,:;|*]/y;
const LISTED_CHARS = 16;
const LISTED_BEFORE = /\d{4}\s{0,4}[,:;|*]\s{0,4}$|\[\s{0,4}$/;
const LISTED_BEHIND = /^\s{0,4}(?:[,:;|*]\s{0,4}\d{4}(?!\d)|\])/;

function isListed(text: string, groupEnd: number): boolean {
  LISTING.lastIndex = groupEnd;
  return LISTING.test(text);
}

/** Four numbers of a longer list, or of an array: every tenth such four would be a card. */
const isAmongOthers = (text: string, start: number, end: number): boolean =>
  LISTED_BEFORE.test(text.slice(Math.max(0, start - LISTED_CHARS), start)) ||
  LISTED_BEHIND.test(text.slice(end, end + LISTED_CHARS));

const mayStartCard = (length: number): boolean =>
  length === 4 || length === 6 || length === 8 || length >= DIGITS_MIN;

function readDigits(text: string, from: number): Group {
  let end = from;
  while (end - from <= DIGITS_MAX && isDigit(text.charCodeAt(end))) end++;
  const next = end < text.length ? foldedAt(text, end) : BLANK;
  if (next !== IGNORED && !isDigit(next)) return { digits: text.slice(from, end), end };
  let digits = '';
  end = from;
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
      return isWhole ? findingOf('credit_card', from, at + 1, GROUNDS) : undefined;
    }
  }
  // A dash or a space behind the last digit.
  const end = at - 1;
  return isCardNumber(digits) ? findingOf('credit_card', from, end, GROUNDS) : undefined;
}

/** As programs write large numbers for people to read. */
const THOUSANDS = /\d{1,3}(?:,\d{3}){4,6}(?![\d,])/y;

function mayBeInThousands(text: string, from: number): boolean {
  for (let at = from + 1; at <= from + 3; at++) if (text.charCodeAt(at) === COMMA) return true;
  return false;
}

function findInThousands(text: string, from: number): Finding | undefined {
  if (!mayBeInThousands(text, from)) return undefined;
  THOUSANDS.lastIndex = from;
  const number = THOUSANDS.exec(text)?.[0];
  if (number === undefined || !isCardNumber(number.replaceAll(',', ''))) return undefined;
  return findingOf('credit_card', from, from + number.length, GROUNDS);
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
  if (isDigit(foldedAt(text, at))) return false;
  return joinsNoId(text, at, 1) || SECURITY_CODE.test(text) || isLoneLetter(text, at);
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
