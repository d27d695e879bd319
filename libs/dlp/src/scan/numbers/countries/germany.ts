import { crossSum, icaoCheckDigit, numberAt, passesMod11And10, valueAt } from '../check-digits.js';
import { isShortBirthDate } from '../dates.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const CARD_WORDS = wordsOf(
  'personalausweis,personalausweisnummer,ausweisnummer,ausweisnr,ausweis nr,ausweis,id card,identity card,personalausweises',
);
const PASSPORT_WORDS = wordsOf(
  'reisepass,reisepassnummer,passnummer,pass nr,passnr,passport,passport number,passport no,reisepasses',
);
const TAX_WORDS = wordsOf(
  'steuernummer,steuernr,steuer nr,st nr,stnr,finanzamt,einkommensteuernummer,tax number,tax no',
);

export const GERMAN_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'tax_id',
    subtype: 'de_tax_id',
    forms: { '99999999999': 0.55, '99 999 999 999': 0.6 },
    isValid: (digits) => isTaxId(digits) && passesMod11And10(digits),
    words: wordsOf(
      'steuer id,steuerid,idnr,id nr,identifikationsnummer,steuerliche identifikationsnummer,steueridentifikationsnummer,steuer identifikationsnummer,steuer idnr,tax id,tin,tax identification number',
    ),
  },
  {
    // Each state has its own groups; none of the parts proves another.
    kind: 'tax_id',
    subtype: 'de_tax_number',
    forms: {
      '99/999/99999': 0.3,
      '999/999/99999': 0.3,
      '999/9999/9999': 0.3,
      '99999/99999': 0.15,
      '99 999 99999': 0.15,
      '999 999 99999': 0.15,
      '9999999999': 0.15,
      '99999999999': 0.15,
      '9999999999999': 0.15,
    },
    words: TAX_WORDS,
  },
  {
    // § 147 SGB VI, VKVV § 2: the letter counts as its place in the alphabet, in two digits.
    kind: 'social_security_number',
    subtype: 'de_social_security',
    forms: { '99999999A999': 0.7, '99 999999 A 999': 0.7, '99 999999A999': 0.7 },
    isValid: isSocialSecurityNumber,
    words: wordsOf(
      'sozialversicherungsnummer,sv nummer,svnr,sv nr,rentenversicherungsnummer,rvnr,rv nummer,versicherungsnummer,sozialversicherung,rentenversicherung,social security',
    ),
  },
  {
    // § 290 SGB V; the letter counts as above.
    kind: 'health_insurance_id',
    subtype: 'de_health_insurance',
    forms: { A999999999: 0.4, 'A 999 999 999': 0.4 },
    isValid: (id) => {
      const digits = withLetterAsDigits(id, 0);
      return crossSum(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) % 10 === valueAt(digits, 10);
    },
    words: wordsOf(
      'krankenversichertennummer,kvnr,kv nummer,krankenversicherungsnummer,versichertennummer,versicherten nr,krankenkasse,gesundheitskarte,egk,krankenversicherung,health insurance',
    ),
  },
  {
    kind: 'id_card',
    subtype: 'de_id_card',
    forms: { AXXXXXXXX9: 0.3 },
    isValid: (id) => isSerial(id, /^[LMNPRTVWXY]/) && passesIcao(id),
    words: CARD_WORDS,
  },
  {
    kind: 'id_card',
    subtype: 'de_id_card',
    forms: { AXXXXXXXX: 0.2 },
    isValid: (id) => isSerial(id, /^[LMNPRTVWXY]/),
    isUnchecked: true,
    words: CARD_WORDS,
  },
  {
    kind: 'passport',
    subtype: 'de_passport',
    forms: { AXXXXXXXX9: 0.3 },
    isValid: (id) => isSerial(id, /^[CFGHJK]/) && passesIcao(id),
    words: PASSPORT_WORDS,
  },
  {
    kind: 'passport',
    subtype: 'de_passport',
    forms: { AXXXXXXXX: 0.2 },
    isValid: (id) => isSerial(id, /^[CFGHJK]/),
    isUnchecked: true,
    words: PASSPORT_WORDS,
  },
  {
    kind: 'driver_licence',
    subtype: 'de_driver_licence',
    // Authority, number, check digit, number of the copy.
    forms: { AXXXXXXXX9X: 0.2 },
    isValid: (id) => /^[A-Z][0-9A-Z]\d[0-9A-Z]{6}\d[0-9A-Z]$/.test(id) && /(?:\d.*){4}/.test(id),
    isUnchecked: true,
    words: wordsOf('fuhrerschein,fuhrerscheinnummer,fahrerlaubnis,driving licence,driver license'),
  },
];

/** Of the first ten digits one is there twice or three times, no other more than once. */
function isTaxId(digits: string): boolean {
  if (digits.startsWith('0')) return false;
  const counts = new Uint8Array(10);
  for (let index = 0; index < 10; index++) {
    const digit = valueAt(digits, index);
    counts[digit] = (counts[digit] as number) + 1;
  }
  let repeated = 0;
  for (const count of counts) {
    if (count > 3) return false;
    if (count > 1) repeated++;
  }
  return repeated === 1;
}

function isSocialSecurityNumber(id: string): boolean {
  const area = numberAt(id, 0, 2);
  if (area < 2 || area > 89) return false;
  const day = numberAt(id, 2, 2);
  // A day that is used up already gets 32 and more added.
  if (!isShortBirthDate(numberAt(id, 6, 2), numberAt(id, 4, 2), day > 32 ? day - 32 : day)) {
    return false;
  }
  const digits = withLetterAsDigits(id, 8);
  return crossSum(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === valueAt(digits, 12);
}

function withLetterAsDigits(id: string, place: number): string {
  const letter = String(valueAt(id, place) - 9).padStart(2, '0');
  return id.slice(0, place) + letter + id.slice(place + 1);
}

/** No vowels and no letters that look like digits; a word in capitals has no digits. */
const isSerial = (id: string, first: RegExp): boolean =>
  first.test(id) && /^[0-9CFGHJKLMNPRTVWXYZ]{9}/.test(id) && /\d.*\d/.test(id.slice(0, 9));

const passesIcao = (id: string): boolean => icaoCheckDigit(id.slice(0, 9)) === valueAt(id, 9);
