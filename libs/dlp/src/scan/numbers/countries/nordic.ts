import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import { isBirthDate, isShortBirthDate } from '../dates.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const CPR_WORDS = wordsOf(
  'cpr,cpr nummer,cpr nr,cprnr,personnummer,cpr nummeret,civil registration',
);
const CPR_WEIGHTS = [4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

export const NORDIC_NUMBERS: readonly NumberSpec[] = [
  {
    // Who has no number yet gets a samordningsnummer: 60 more days.
    kind: 'national_id',
    subtype: 'se_personnummer',
    forms: {
      '999999-9999': 0.7,
      '999999+9999': 0.7,
      '99999999-9999': 0.8,
      '99999999+9999': 0.8,
      '9999999999': 0.4,
      '999999999999': 0.6,
    },
    isValid: isSwedish,
    words: wordsOf(
      'personnummer,personnr,pnr,personnumret,samordningsnummer,person nr,personal identity number',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'dk_cpr',
    forms: { '999999-9999': 0.6, '999999 9999': 0.45, '9999999999': 0.3 },
    isValid: (digits) => isDanish(digits) && weightedSum(digits, CPR_WEIGHTS) % 11 === 0,
    words: CPR_WORDS,
  },
  {
    // Since 2007 the check digit is not kept where a day has used up its numbers.
    kind: 'national_id',
    subtype: 'dk_cpr',
    forms: { '999999-9999': 0.4, '999999 9999': 0.2, '9999999999': 0.15 },
    isValid: isDanish,
    isUnchecked: true,
    words: CPR_WORDS,
  },
  {
    // The sign of the century may be a dash, a plus or a letter.
    kind: 'national_id',
    subtype: 'fi_hetu',
    forms: { '999999-999X': 0.9, '999999+999X': 0.9, '999999A999X': 0.9 },
    isValid: isFinnish,
    isStrict: true,
    words: wordsOf(
      'henkilotunnus,henkilotunnuksen,henkilotunnukseni,henkilotunnuksesi,henkilotunnusta,henkilotunnuksella,hetu,hetun,sotu,sosiaaliturvatunnus,personbeteckning,personal identity code',
    ),
  },
  {
    // Who stays a while gets a D-nummer: 40 more days.
    kind: 'national_id',
    subtype: 'no_fodselsnummer',
    forms: { '999999 99999': 0.8, '99999999999': 0.75 },
    isValid: isNorwegian,
    words: wordsOf(
      'fødselsnummer,fodselsnummer,fnr,personnummer,d nummer,fødselsnr,fodselsnr,national identity number',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'is_kennitala',
    forms: { '999999-9999': 0.55, '9999999999': 0.45 },
    isValid: isIcelandic,
    words: wordsOf('kennitala,kt,kennitolu,kennitalan,kennitolur'),
  },
];

function isSwedish(digits: string): boolean {
  const from = digits.length - 10;
  const [year, month, day] = [
    numberAt(digits, from, 2),
    numberAt(digits, from + 2, 2),
    numberAt(digits, from + 4, 2) % 60,
  ];
  const isBorn =
    from === 0
      ? isShortBirthDate(year, month, day)
      : isBirthDate(numberAt(digits, 0, 4), month, day);
  return isBorn && passesLuhn(digits.slice(from));
}

/** The seventh digit and the year tell the century. */
function isDanish(digits: string): boolean {
  const [day, month, year] = [
    numberAt(digits, 0, 2),
    numberAt(digits, 2, 2),
    numberAt(digits, 4, 2),
  ];
  const seventh = valueAt(digits, 6);
  const isLate = seventh >= 4 && (seventh === 4 || seventh === 9 ? year < 37 : year < 58);
  const isOld = seventh >= 5 && seventh <= 8 && year >= 58; // Born in the 19th century.
  return !isOld && isBirthDate((isLate ? 2000 : 1900) + year, month, day);
}

const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const HETU_SIGNS = /[A-FUVWXY]/;

function isFinnish(id: string): boolean {
  const isLettered = id.length === 11;
  if (isLettered && !HETU_SIGNS.test(id.charAt(6))) return false;
  const at = isLettered ? 7 : 6;
  const [day, month, year] = [numberAt(id, 0, 2), numberAt(id, 2, 2), numberAt(id, 4, 2)];
  if (!isShortBirthDate(year, month, day)) return false;
  const checked = numberAt(id, 0, 6) * 1_000 + numberAt(id, at, 3);
  return HETU_LETTERS.charAt(checked % 31) === id.charAt(at + 3);
}

/** The year and the three digits behind it tell the century. */
function isNorwegian(digits: string): boolean {
  const day = numberAt(digits, 0, 2);
  const year = numberAt(digits, 4, 2);
  const order = numberAt(digits, 6, 3);
  const isOld = order >= 500 && order < 900 && year >= 40; // Born in the 19th century.
  const century = order >= 500 && year < 40 ? 2000 : 1900;
  return (
    !isOld &&
    isBirthDate(century + year, numberAt(digits, 2, 2), day > 40 ? day - 40 : day) &&
    weightedSum(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

/** The tenth digit is the century: 9 for 1900, 0 for 2000. */
function isIcelandic(digits: string): boolean {
  const century = valueAt(digits, 9);
  if (century !== 9 && century !== 0) return false;
  const year = numberAt(digits, 4, 2) + (century === 9 ? 1900 : 2000);
  return (
    isBirthDate(year, numberAt(digits, 2, 2), numberAt(digits, 0, 2)) &&
    weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}
