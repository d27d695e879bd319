import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import { isBirthDate } from '../dates.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const LATVIAN_WORDS = wordsOf('personas kods,personas kodu,personas koda,p k,pk,personal code');

export const BALTIC_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'ee_ik',
    forms: { '99999999999': 0.65 },
    isValid: isPersonalCode,
    words: wordsOf('isikukood,isikukoodi,isikukoodiga,ik,personal code'),
  },
  {
    kind: 'national_id',
    subtype: 'lt_asmens',
    forms: { '99999999999': 0.65 },
    isValid: isPersonalCode,
    words: wordsOf('asmens kodas,asmens kodo,asmens koda,a k,ak,personal code'),
  },
  {
    // Until 2017 a date of birth, with a check digit that not all of them keep.
    kind: 'national_id',
    subtype: 'lv_pk',
    forms: { '999999-99999': 0.6, '999999 99999': 0.4, '99999999999': 0.4 },
    isValid: (digits) => isLatvianBirth(digits) && hasLatvianCheckDigit(digits),
    words: LATVIAN_WORDS,
  },
  {
    kind: 'national_id',
    subtype: 'lv_pk',
    forms: { '999999-99999': 0.4, '99999999999': 0.15 },
    isValid: (digits) => isLatvianBirth(digits) || digits.startsWith('32'),
    isUnchecked: true,
    words: LATVIAN_WORDS,
  },
];

/** Sex and century, birth, order, check digit; the weights begin anew at 1, and at 3 in a second pass. */
function isPersonalCode(digits: string): boolean {
  const first = valueAt(digits, 0);
  if (first < 3 || first > 6) return false; // 1 and 2: the 19th century.
  const year = numberAt(digits, 1, 2) + (first < 5 ? 1900 : 2000);
  if (!isBirthDate(year, numberAt(digits, 3, 2), numberAt(digits, 5, 2))) return false;
  const once = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const twice = once === 10 ? weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 : once;
  return twice % 10 === valueAt(digits, 10);
}

/** The seventh digit is the century: 0 for the 19th, 1, 2. */
function isLatvianBirth(digits: string): boolean {
  const century = valueAt(digits, 6);
  if (century > 2) return false;
  const year = 1800 + century * 100 + numberAt(digits, 4, 2);
  return isBirthDate(year, numberAt(digits, 2, 2), numberAt(digits, 0, 2));
}

const hasLatvianCheckDigit = (digits: string): boolean =>
  ((1 + weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === valueAt(digits, 10);
