import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import { isBirthDate, isShortBirthDate } from '../dates.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const SOUTH_EASTERN_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'ro_cnp',
    forms: { '9999999999999': 0.75, '9 999999 999999': 0.75 },
    isValid: isCnp,
    words: wordsOf('cnp,cod numeric personal,codul numeric personal,cnp ul'),
  },
  {
    kind: 'id_card',
    subtype: 'ro_id_card',
    forms: { AA999999: 0.15, 'AA 999999': 0.15 },
    words: wordsOf(
      'buletin,carte de identitate,cartea de identitate,seria,seria si numarul,ci seria,ci',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'bg_egn',
    forms: { '9999999999': 0.45 },
    isValid: isEgn,
    words: wordsOf('егн,egn,единен граждански номер,edinen grazhdanski nomer'),
  },
  {
    kind: 'national_id',
    subtype: 'bg_pnf',
    forms: { '9999999999': 0.2 },
    isValid: (digits) =>
      weightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === valueAt(digits, 9),
    words: wordsOf('лнч,lnch,личен номер на чужденец'),
  },
  {
    kind: 'social_security_number',
    subtype: 'gr_amka',
    forms: { '99999999999': 0.45, '999999 99999': 0.5 },
    isValid: (digits) =>
      isShortBirthDate(numberAt(digits, 4, 2), numberAt(digits, 2, 2), numberAt(digits, 0, 2)) &&
      passesLuhn(digits),
    words: wordsOf('αμκα,amka,α μ κ α,αριθμος μητρωου κοινωνικης ασφαλισης,a m k a'),
  },
  {
    kind: 'tax_id',
    subtype: 'gr_afm',
    forms: { '999999999': 0.3, '999 999 999': 0.3 },
    isValid: (digits) =>
      !digits.startsWith('0000') &&
      (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === valueAt(digits, 8),
    words: wordsOf('αφμ,afm,α φ μ,φορολογικου μητρωου,a f m'),
  },
  {
    kind: 'tax_id',
    subtype: 'cy_tic',
    forms: { '99999999A': 0.4 },
    isValid: (id) => {
      let sum = 0;
      for (let index = 0; index < 8; index++) {
        const digit = valueAt(id, index);
        sum += index % 2 === 0 ? (CYPRIOT_VALUES[digit] as number) : digit;
      }
      return valueAt(id, 8) - 10 === sum % 26;
    },
    words: wordsOf('tic,tax identification code,αφτ,φορολογικης ταυτοτητας,cyprus vat,φπα'),
  },
  {
    kind: 'id_card',
    subtype: 'mt_id',
    forms: { '9999999A': 0.2, '999999A': 0.15 },
    isValid: (id) => /[MGAPLHBZ]$/.test(id),
    isUnchecked: true,
    words: wordsOf(
      'id card,identity card,karta tal identita,karta ta l identita,id number,maltese id',
    ),
  },
];

/** What a digit counts at an odd place. */
const CYPRIOT_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

const CNP_WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** Sex and century, birth, county, order, check digit. */
function isCnp(digits: string): boolean {
  const first = valueAt(digits, 0);
  if (first === 0 || first === 3 || first === 4) return false; // 3 and 4: the 19th century.
  const county = numberAt(digits, 7, 2);
  if (county < 1 || (county > 48 && county !== 51 && county !== 52 && county !== 70)) return false;
  const [year, month, day] = [1, 3, 5].map((from) => numberAt(digits, from, 2)) as [
    number,
    number,
    number,
  ];
  const century = first === 5 || first === 6 ? 2000 : 1900;
  // Residents, 7 to 9, have the century of their birth left out.
  const isBorn =
    first > 6 ? isShortBirthDate(year, month, day) : isBirthDate(century + year, month, day);
  const remainder = weightedSum(digits, CNP_WEIGHTS) % 11;
  return isBorn && (remainder === 10 ? 1 : remainder) === valueAt(digits, 12);
}

/** The month has 40 more from 2000 on, and 20 more before 1900. */
function isEgn(digits: string): boolean {
  const month = numberAt(digits, 2, 2);
  const year = numberAt(digits, 0, 2) + (month > 40 ? 2000 : 1900);
  return (
    isBirthDate(year, month > 40 ? month - 40 : month, numberAt(digits, 4, 2)) &&
    (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === valueAt(digits, 9)
  );
}
