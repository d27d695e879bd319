import { numberAt, passesVerhoeff, valueAt, weightedSum } from '../check-digits.js';
import { isShortBirthDate } from '../dates.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const SSN_WORDS = wordsOf('ssn,social security,social security number,social security no,soc sec');

export const OVERSEAS_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'social_security_number',
    subtype: 'us_ssn',
    forms: { '999-99-9999': 0.6, '999 99 9999': 0.3, '999999999': 0.15 },
    isValid: (digits) =>
      /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) &&
      // Printed on cards that came with wallets, and in advertisements.
      digits !== '078051120' &&
      digits !== '219099999',
    isUnchecked: true,
    words: SSN_WORDS,
  },
  {
    kind: 'tax_id',
    subtype: 'us_itin',
    forms: { '999-99-9999': 0.6, '999 99 9999': 0.3, '999999999': 0.15 },
    isValid: (digits) => /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits),
    isUnchecked: true,
    words: wordsOf('itin,individual taxpayer,taxpayer identification,tin,tax id,ssn'),
  },
  {
    // CMS: Luhn with the prefix of health applications in the United States in front.
    kind: 'health_insurance_id',
    subtype: 'us_npi',
    forms: { '9999999999': 0.25 },
    isValid: (digits) => /^[12]/.test(digits) && passesLuhn(`80840${digits}`),
    words: wordsOf('npi,national provider identifier,provider id,npi number'),
  },
  {
    kind: 'passport',
    subtype: 'us_passport',
    forms: { A99999999: 0.2 },
    words: wordsOf('passport,passport number,passport no,pasaporte'),
  },
  {
    kind: 'social_security_number',
    subtype: 'ca_sin',
    forms: { '999-999-999': 0.4, '999 999 999': 0.3, '999999999': 0.25 },
    isValid: (digits) => !/^[08]/.test(digits) && passesLuhn(digits),
    words: wordsOf(
      'sin,social insurance,social insurance number,nas,numero d assurance sociale,assurance sociale',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'au_tfn',
    forms: { '999 999 999': 0.3, '999999999': 0.25 },
    isValid: (digits) =>
      digits > '000000009' && weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    words: wordsOf('tfn,tax file number,tax file no'),
  },
  {
    // The tenth digit counts the cards, an eleventh the people on one.
    kind: 'health_insurance_id',
    subtype: 'au_medicare',
    forms: {
      '9999 99999 9': 0.4,
      '9999999999': 0.25,
      '9999 99999 9 9': 0.4,
      '9999 99999 9/9': 0.4,
    },
    isValid: (digits) =>
      /^[2-6]/.test(digits) &&
      weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === valueAt(digits, 8),
    words: wordsOf('medicare,medicare number,medicare card,medicare no'),
  },
  {
    kind: 'national_id',
    subtype: 'in_aadhaar',
    forms: { '9999 9999 9999': 0.45, '999999999999': 0.3 },
    isValid: (digits) => /^[2-9]/.test(digits) && passesVerhoeff(digits),
    words: wordsOf('aadhaar,aadhar,uid,uidai,adhaar,आधार,aadhaar number'),
  },
  {
    // The fourth letter is what the holder is, a person or one of nine bodies; no check is published.
    kind: 'tax_id',
    subtype: 'in_pan',
    forms: { AAAAA9999A: 0.5 },
    isValid: (id) => /^[A-Z]{3}[ABCFGHJLPT][A-Z](?!0000)\d{4}[A-Z]$/.test(id),
    isUnchecked: true,
    words: wordsOf('pan,pan number,pan card,pan no,permanent account number,income tax'),
  },
  {
    kind: 'tax_id',
    subtype: 'br_cpf',
    forms: {
      '999.999.999-99': 0.85,
      '999 999 999 99': 0.5,
      '999999999-99': 0.7,
      '99999999999': 0.45,
    },
    isValid: (digits) =>
      isCpfDigit(digits, 9) && isCpfDigit(digits, 10) && new Set(digits).size > 1,
    words: wordsOf(
      'cpf,cadastro de pessoas fisicas,cadastro de pessoa fisica,n cpf,inscrito no cpf',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'tr_tckn',
    forms: { '99999999999': 0.45 },
    isValid: isTckn,
    words: wordsOf(
      'tc kimlik,tc kimlik no,t c kimlik,tckn,kimlik no,kimlik numarasi,tc no,kimlik numaram,tc kimlik numarasi',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'ua_rnokpp',
    forms: { '9999999999': 0.3 },
    isValid: (digits) => {
      const sum = weightedSum(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]);
      return (((sum % 11) + 11) % 11) % 10 === valueAt(digits, 9) && new Set(digits).size > 1;
    },
    words: wordsOf('рнокпп,іпн,ідентифікаційний код,ідентифікаційний номер,rnokpp,ipn,инн'),
  },
  {
    // Birth, order, citizenship, a digit that once told the race, check digit.
    kind: 'national_id',
    subtype: 'za_id',
    forms: { '9999999999999': 0.65, '999999 9999 999': 0.7, '999999 9999 99 9': 0.7 },
    isValid: (digits) =>
      isShortBirthDate(numberAt(digits, 0, 2), numberAt(digits, 2, 2), numberAt(digits, 4, 2)) &&
      valueAt(digits, 10) <= 2 &&
      passesLuhn(digits),
    words: wordsOf(
      'sa id,south african id,id number,identity number,id no,rsa id,identiteitsnommer',
    ),
  },
];

/** Weights from the length down to 2; a remainder of one digit's complement to 11, or 0. */
function isCpfDigit(digits: string, at: number): boolean {
  let sum = 0;
  for (let index = 0; index < at; index++) sum += valueAt(digits, index) * (at + 1 - index);
  return ((sum * 10) % 11) % 10 === valueAt(digits, at);
}

function isTckn(digits: string): boolean {
  if (digits.startsWith('0')) return false;
  const odd = weightedSum(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weightedSum(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  return (
    (((odd * 7 - even) % 10) + 10) % 10 === valueAt(digits, 9) &&
    (odd + even + valueAt(digits, 9)) % 10 === valueAt(digits, 10)
  );
}
