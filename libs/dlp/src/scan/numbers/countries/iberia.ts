import { numberAt, valueAt, weightedSum } from '../check-digits.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const NIE_FIRST = 'XYZ';

export const IBERIAN_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'es_dni',
    forms: {
      '99999999A': 0.7,
      '99999999-A': 0.75,
      '99999999 A': 0.4,
      '99.999.999-A': 0.8,
      '99.999.999 A': 0.8,
    },
    isValid: (id) => hasDniLetter(numberAt(id, 0, 8), id.charAt(8)),
    words: wordsOf(
      'dni,nif,d n i,n i f,documento nacional de identidad,numero de identidad,identidad',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'es_nie',
    forms: { A9999999A: 0.7, 'A-9999999-A': 0.8, 'A9999999-A': 0.75, 'A 9999999 A': 0.5 },
    isValid: (id) => {
      const first = NIE_FIRST.indexOf(id.charAt(0));
      return first >= 0 && hasDniLetter(first * 10_000_000 + numberAt(id, 1, 7), id.charAt(8));
    },
    words: wordsOf('nie,n i e,nif,numero de identidad de extranjero,extranjero,extranjeria,tie'),
  },
  {
    kind: 'social_security_number',
    subtype: 'es_nss',
    forms: {
      '99/99999999/99': 0.5,
      '99 9999999999': 0.45,
      '99 99999999 99': 0.5,
      '999999999999': 0.4,
    },
    isValid: (digits) => {
      const province = numberAt(digits, 0, 2);
      const isProvince = (province >= 1 && province <= 53) || province === 66;
      return isProvince && numberAt(digits, 0, 10) % 97 === numberAt(digits, 10, 2);
    },
    words: wordsOf(
      'nss,naf,seguridad social,numero de la seguridad social,afiliacion,numero de afiliacion,num seg social,social security',
    ),
  },
  {
    kind: 'passport',
    subtype: 'es_passport',
    forms: { AAA999999: 0.2, AA999999: 0.15 },
    words: wordsOf('pasaporte,numero de pasaporte,pasaporte n,passport'),
  },
  {
    kind: 'tax_id',
    subtype: 'pt_nif',
    forms: { '999999999': 0.3, '999 999 999': 0.3 },
    isValid: (digits) =>
      /^(?:[1235689]|45|7[0124579])/.test(digits) &&
      ((11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 ===
        valueAt(digits, 8),
    words: wordsOf(
      'nif,contribuinte,numero de contribuinte,n contribuinte,numero de identificacao fiscal,nipc,identificacao fiscal,tax id',
    ),
  },
  {
    // Number of the card: the number of the holder, a check digit, version and one more check digit.
    kind: 'id_card',
    subtype: 'pt_cc',
    forms: { '999999999XX9': 0.7, '99999999 9 XX9': 0.7, '99999999 9XX9': 0.7 },
    isValid: isCitizenCard,
    words: wordsOf(
      'cartao de cidadao,cartao do cidadao,cc,n cc,numero do cc,bilhete de identidade,bi,documento de identificacao,cartao cidadao',
    ),
  },
  {
    kind: 'passport',
    subtype: 'pt_passport',
    forms: { A999999: 0.15, AA999999: 0.15 },
    words: wordsOf('passaporte,numero do passaporte,passaporte n'),
  },
];

const hasDniLetter = (number: number, letter: string): boolean =>
  DNI_LETTERS.charAt(number % 23) === letter;

/** Luhn over digits and letters, these from A = 10 on, all twelve. */
function isCitizenCard(id: string): boolean {
  if (!/^\d{9}[A-Z]{2}\d$/.test(id)) return false;
  let sum = 0;
  for (let index = 0; index < id.length; index++) {
    const value = valueAt(id, index) * (index % 2 === 0 ? 2 : 1);
    sum += index % 2 === 0 && value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
