import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import { isBirthDate } from '../dates.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const POLISH_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'pl_pesel',
    forms: { '99999999999': 0.55, '999999 99999': 0.55 },
    isValid: (digits) => {
      const month = numberAt(digits, 2, 2);
      // The century is in the month; nobody lives who was born in another.
      const year = numberAt(digits, 0, 2) + (month > 20 ? 2000 : 1900);
      return (
        isBirthDate(year, month > 20 ? month - 20 : month, numberAt(digits, 4, 2)) &&
        weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
      );
    },
    words: wordsOf('pesel,peselu,peselem,numer pesel,nr pesel,ewidencyjny'),
  },
  {
    kind: 'tax_id',
    subtype: 'pl_nip',
    forms: {
      '9999999999': 0.35,
      '999-999-99-99': 0.6,
      '999-99-99-999': 0.6,
      '999 999 99 99': 0.4,
      '999 99 99 999': 0.4,
    },
    isValid: (digits) =>
      !digits.startsWith('00') &&
      weightedSum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === valueAt(digits, 9),
    words: wordsOf('nip,nipu,nr nip,numer nip,identyfikacji podatkowej,podatnik,vat'),
  },
  {
    kind: 'company_id',
    subtype: 'pl_regon',
    forms: { '999999999': 0.2, '99999999999999': 0.3 },
    isValid: (digits) =>
      isChecked(digits, [8, 9, 2, 3, 4, 5, 6, 7]) &&
      (digits.length === 9 || isChecked(digits, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8])),
    words: wordsOf('regon,nr regon,numer regon,regonu'),
  },
  {
    // The fourth of the nine is the check digit; its weight makes the whole divisible.
    kind: 'id_card',
    subtype: 'pl_id_card',
    forms: { AAA999999: 0.4, 'AAA 999999': 0.4 },
    isValid: (id) => weightedSum(id, [7, 3, 1, 9, 7, 3, 1, 7, 3]) % 10 === 0,
    words: wordsOf(
      'dowod,dowodu,dowod osobisty,dowodu osobistego,dowodem osobistym,seria i numer,nr dowodu,numer dowodu,id card',
    ),
  },
  {
    kind: 'passport',
    subtype: 'pl_passport',
    forms: { AA9999999: 0.2, 'AA 9999999': 0.2 },
    words: wordsOf('paszport,paszportu,paszportem,nr paszportu,numer paszportu,passport'),
  },
  {
    kind: 'driver_licence',
    subtype: 'pl_driver_licence',
    forms: { '99999/99/9999': 0.2 },
    words: wordsOf('prawo jazdy,prawa jazdy,nr prawa jazdy'),
  },
];

const isChecked = (digits: string, weights: readonly number[]): boolean =>
  (weightedSum(digits, weights) % 11) % 10 === valueAt(digits, weights.length);
