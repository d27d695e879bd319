import { numberAt, passesEan, valueAt, weightedSum } from '../check-digits.js';
import { isShortBirthDate } from '../dates.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const ALPINE_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'social_security_number',
    subtype: 'at_social_security',
    forms: { '9999 999999': 0.6, '9999999999': 0.45 },
    isValid: (digits) =>
      !digits.startsWith('0') &&
      isShortBirthDate(numberAt(digits, 8, 2), numberAt(digits, 6, 2), numberAt(digits, 4, 2)) &&
      weightedSum(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === valueAt(digits, 3),
    words: wordsOf(
      'sozialversicherungsnummer,sv nummer,svnr,sv nr,vnr,versicherungsnummer,e card,sozialversicherung,social security',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'at_tax_number',
    forms: { '99-999/9999': 0.4, '99 999/9999': 0.4, '999999999': 0.2 },
    isValid: (digits) => passesLuhn(digits),
    words: wordsOf(
      'steuernummer,abgabenkontonummer,st nr,stnr,steuernr,finanzamt,finanzamtsnummer,tax number',
    ),
  },
  {
    kind: 'passport',
    subtype: 'at_passport',
    forms: { A9999999: 0.2, 'A 9999999': 0.2 },
    words: wordsOf('reisepass,reisepassnummer,passnummer,pass nr,passport,passport number'),
  },
  {
    kind: 'social_security_number',
    subtype: 'ch_ahv',
    forms: { '999.9999.9999.99': 0.85, '999 9999 9999 99': 0.85, '9999999999999': 0.85 },
    isValid: (digits) => digits.startsWith('756') && passesEan(digits),
    words: wordsOf(
      'ahv,ahv nummer,ahv nr,ahvn13,avs,numero avs,no avs,avs n,sozialversicherungsnummer,versichertennummer,numero d assure,nss',
    ),
  },
  {
    kind: 'passport',
    subtype: 'ch_passport',
    forms: { A9999999: 0.2, X9999999: 0.2 },
    words: wordsOf('schweizer pass,passnummer,pass nr,passeport suisse,passaporto svizzero'),
  },
];
