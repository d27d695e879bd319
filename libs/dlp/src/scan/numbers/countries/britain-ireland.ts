import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const BRITISH_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'ie_pps',
    forms: { '9999999A': 0.7, '9999999AA': 0.75, '9999999 A': 0.4, '9999999 AA': 0.5 },
    isValid: isPps,
    words: wordsOf('pps,ppsn,pps number,pps no,personal public service,uimhir psp'),
  },
  {
    kind: 'social_security_number',
    subtype: 'gb_nino',
    forms: { AA999999A: 0.7, 'AA 99 99 99 A': 0.8, 'AA 999999 A': 0.75, 'AA 999999A': 0.7 },
    isValid: (id) =>
      /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PRSTW-Z][A-CEGHJ-NPRSTW-Z]\d{6}[A-D]$/.test(id),
    isUnchecked: true,
    words: wordsOf('nino,ni number,national insurance,national insurance number,ni no,nat ins'),
  },
  {
    kind: 'health_insurance_id',
    subtype: 'gb_nhs',
    forms: { '999 999 9999': 0.35, '9999999999': 0.3 },
    isValid: (digits) =>
      !digits.startsWith('0') &&
      weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 &&
      new Set(digits).size > 1,
    words: wordsOf('nhs,nhs number,nhs no,national health service'),
  },
  {
    kind: 'tax_id',
    subtype: 'gb_utr',
    forms: { '9999999999': 0.25, '99999 99999': 0.3 },
    isValid: (digits) =>
      UTR_CHECKS[weightedSum(digits, [6, 7, 8, 9, 10, 5, 4, 3, 2], 1) % 11] === digits.charAt(0),
    words: wordsOf('utr,unique taxpayer reference,taxpayer reference,self assessment'),
  },
  {
    // Five of the surname, date of birth with its tens apart, initials, two that nobody tells.
    kind: 'driver_licence',
    subtype: 'gb_driver_licence',
    forms: { AXXXX999999XX9AA: 0.7, 'AXXXX 999999 XX9AA': 0.7 },
    isValid: (id) => {
      const month = numberAt(id, 6, 2) % 50;
      const day = numberAt(id, 8, 2);
      return (
        /^[A-Z]{1,5}9{0,4}\d{6}[A-Z][A-Z9]\d[A-Z]{2}$/.test(id) &&
        month >= 1 &&
        month <= 12 &&
        day >= 1 &&
        day <= 31
      );
    },
    isUnchecked: true,
    words: wordsOf('driving licence,driver licence,driving license,dvla,licence number'),
  },
  {
    kind: 'passport',
    subtype: 'gb_passport',
    forms: { '999999999': 0.15 },
    words: wordsOf('passport,passport number,passport no'),
  },
];

/** By the remainder. */
const UTR_CHECKS = '21987654321';
const PPS_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

/** A second letter counts nine times its place in the alphabet; W, T and X were marks of husbands. */
function isPps(id: string): boolean {
  const second = id.charAt(8);
  if (second !== '' && !/[AHWTX]/.test(second)) return false;
  const extra = second === '' || /[WTX]/.test(second) ? 0 : valueAt(id, 8) - 9;
  const sum = weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra;
  return PPS_LETTERS.charAt(sum % 23) === id.charAt(7);
}
