import { findingOf, type Finding, type Grounds } from '../../kinds.js';
import { SEPARATORS_MAX } from '../../limits.js';
import {
  foldedAt,
  IGNORED,
  isDigit,
  isAccountSign,
  isLetter,
  isLoneLetter,
  isSeparator,
  joinsNoId,
  stepBack,
} from '../fold.js';
import { mod97 } from '../numbers/check-digits.js';

const GROUNDS: Grounds = { score: 0.95, evidence: 'checksum' };

/**
 * The account part of each country (ISO 13616): runs of digits (n), letters (a) or either (c).
 * The shape matters as much as the checksum: one in 97 random texts passes mod 97, and "be 12
 * months old and" has the length of a Belgian account.
 */
const ACCOUNTS: Readonly<Record<string, string>> = {
  AD: '8n12c',
  AE: '19n',
  AL: '8n16c',
  AT: '16n',
  AZ: '4a20c',
  BA: '16n',
  BE: '12n',
  BG: '4a6n8c',
  BH: '4a14c',
  BI: '23n',
  BR: '23n1a1c',
  BY: '4c4n16c',
  CH: '5n12c',
  CR: '18n',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DJ: '23n',
  DK: '14n',
  DO: '4c20n',
  EE: '16n',
  EG: '25n',
  ES: '20n',
  FI: '14n',
  FK: '2a12n',
  FO: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GE: '2a16n',
  GI: '4a15c',
  GL: '14n',
  GR: '7n16c',
  GT: '24c',
  HN: '4a20n',
  HR: '17n',
  HU: '24n',
  IE: '4a14n',
  IL: '19n',
  IQ: '4a15n',
  IS: '22n',
  IT: '1a10n12c',
  JO: '4a4n18c',
  KW: '4a22c',
  KZ: '3n13c',
  LB: '4n20c',
  LC: '4a24c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  LY: '21n',
  MC: '10n11c2n',
  MD: '20c',
  ME: '18n',
  MK: '3n10c2n',
  MN: '16n',
  MR: '23n',
  MT: '4a5n18c',
  MU: '4a19n3a',
  NI: '4a20n',
  NL: '4a10n',
  NO: '11n',
  OM: '3n16c',
  PK: '4a16c',
  PL: '24n',
  PS: '4a21c',
  PT: '21n',
  QA: '4a21c',
  RO: '4a16c',
  RS: '18n',
  RU: '14n15c',
  SA: '2n18c',
  SC: '4a20n3a',
  SD: '14n',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  SO: '19n',
  ST: '21n',
  SV: '4a20n',
  TL: '19n',
  TN: '20n',
  TR: '6n16c',
  UA: '6n19c',
  VA: '18n',
  VG: '4a16n',
  XK: '16n',
  YE: '4a4n18c',
};

const SHAPES: ReadonlyMap<string, string> = new Map(
  Object.entries(ACCOUNTS).map(([country, account]) => [
    country,
    // One letter per character: '2n1a' becomes 'nna'. The two check digits come first.
    `nn${account.replace(/(\d+)([nac])/g, (_, count: string, type: string) => type.repeat(Number(count)))}`,
  ]),
);

/** People write capitals, small letters or `West`; a capital right behind a small letter is base64. */
const IN_TURNS = /[a-z][A-Z]/;

/** @param firstDigit index of the first digit behind the country code */
export function findIban(text: string, firstDigit: number): Finding | undefined {
  const country = countryBefore(text, firstDigit);
  if (!country) return undefined;
  const shape = SHAPES.get(country.code);
  if (!shape) return undefined;
  const account = readShape(text, firstDigit, shape);
  if (!account || !isValidIban(country.code + account.value)) return undefined;
  return findingOf('iban', country.start, account.end, GROUNDS);
}

function countryBefore(
  text: string,
  firstDigit: number,
): { readonly code: string; readonly start: number } | undefined {
  let second = stepBack(text, firstDigit);
  if (second < 1 || !isBeforeAccount(foldedAt(text, second))) return undefined;
  for (let count = 0; count < SEPARATORS_MAX && second >= 0; count++) {
    if (!isSeparator(foldedAt(text, second))) break;
    second = stepBack(text, second);
  }
  if (second < 1 || !isLetter(foldedAt(text, second))) return undefined;
  let start = stepBack(text, second);
  // Read out, each character stands alone: the two letters, too.
  const isSpelled = start > 0 && isBlankAround(text, start, second, firstDigit);
  if (isSpelled) start = stepBack(text, start);
  if (start < 0 || !isLetter(foldedAt(text, start))) return undefined;
  const code = codeOf(foldedAt(text, start), foldedAt(text, second));
  if (code === undefined) return undefined;
  const before = stepBack(text, start);
  if (before >= 0 && !joinsNoId(text, before, -1)) return undefined;
  return { code, start };
}

const isBeforeAccount = (code: number): boolean => isLetter(code) || isSeparator(code);

/** The country of two letters, in either case. */
const codeOf = (first: number, second: number): string | undefined =>
  CODES[((first & LETTER_MASK) << LETTER_BITS) | (second & LETTER_MASK)];

const LETTER_BITS = 5;
const LETTER_MASK = (1 << LETTER_BITS) - 1;
const CODES: readonly (string | undefined)[] = Array.from(
  { length: 1 << (2 * LETTER_BITS) },
  (_, place) => {
    const letters = [place >> LETTER_BITS, place & LETTER_MASK].map((letter) => letter + 0x40);
    const code = String.fromCharCode(...letters);
    return SHAPES.has(code) ? code : undefined;
  },
);

const isBlankAround = (text: string, blank: number, letter: number, digit: number): boolean =>
  isSeparator(foldedAt(text, blank)) && digit - letter > 1;

/** Reads as many characters as the country's shape has, over separators. */
function readShape(
  text: string,
  from: number,
  shape: string,
): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let separators = 0;
  for (let index = from; index < text.length; index++) {
    const code = foldedAt(text, index);
    if (code === IGNORED) continue;
    if (isSeparator(code) || isAccountSign(code)) {
      if (++separators > SEPARATORS_MAX) return undefined;
      continue;
    }
    separators = 0;
    if (!fits(code, shape.charAt(value.length))) return undefined;
    value += String.fromCharCode(code);
    if (value.length < shape.length) continue;
    const isWhole = joinsNoId(text, index + 1, 1) || isLoneLetter(text, index + 1);
    return !isWhole || IN_TURNS.test(value)
      ? undefined
      : { value: value.toUpperCase(), end: index + 1 };
  }
  return undefined;
}

function fits(code: number, type: string): boolean {
  if (type === 'n') return isDigit(code);
  if (type === 'a') return isLetter(code);
  return isAlphanumeric(code);
}

/** ISO 7064 mod 97-10 over an IBAN without separators, in upper case. */
function isValidIban(iban: string): boolean {
  const check = Number(iban.slice(2, 4));
  if (check < 2 || check > 98) return false; // The check digits are computed as 98 minus 0 to 96.
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

const isAlphanumeric = (code: number): boolean => isLetter(code) || isDigit(code);
