import { numberAt, valueAt } from '../check-digits.js';
import { isShortBirthDate } from '../dates.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const PASSPORT_WORDS = wordsOf('passaporto,numero di passaporto,passaporto n,passport');

export const ITALIAN_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'tax_id',
    subtype: 'it_codice_fiscale',
    forms: { AAAAAAXXAXXAXXXA: 0.95, 'AAA AAA XXAXX AXXXA': 0.95, 'AAAAAA XXAXX AXXXA': 0.95 },
    isValid: isCodiceFiscale,
    words: wordsOf('codice fiscale,c f,cf,cod fiscale,cod fisc,codicefiscale,tax code'),
  },
  {
    kind: 'id_card',
    subtype: 'it_id_card',
    forms: { AA99999AA: 0.3, AA9999999: 0.15, 'AA 9999999': 0.15 },
    words: wordsOf(
      'carta d identita,carta di identita,carta identita,cie,documento di identita,numero documento',
    ),
  },
  {
    kind: 'passport',
    subtype: 'it_passport',
    forms: { AA9999999: 0.2, A999999: 0.15 },
    words: PASSPORT_WORDS,
  },
  {
    kind: 'driver_licence',
    subtype: 'it_driver_licence',
    forms: { AA9999999A: 0.2, AXXXXXXXXA: 0.15 },
    isValid: (id) => /^(?:[A-Z]{2}\d{7}[A-Z]|U1[0-9A-Z]{7}[A-Z])$/.test(id),
    isUnchecked: true,
    words: wordsOf('patente,patente di guida,numero patente,patente n,driving licence'),
  },
];

/** DM 23 December 1976, art. 3 to 7: where two people would share one, letters stand for digits. */
const SHAPE = /^[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]$/;
const DIGIT_LETTERS = 'LMNPQRSTUV';
/** The months in order. */
const MONTHS = 'ABCDEHLMPRST';
/** What a digit, or the letter at its place in the alphabet, counts at the 1st, 3rd, 5th … place. */
const ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function isCodiceFiscale(id: string): boolean {
  if (!SHAPE.test(id)) return false;
  const digits = id.replaceAll(/[LMNP-V]/g, (letter) => String(DIGIT_LETTERS.indexOf(letter)));
  const day = numberAt(digits, 9, 2);
  const month = MONTHS.indexOf(id.charAt(8)) + 1;
  if (!isShortBirthDate(numberAt(digits, 6, 2), month, day > 40 ? day - 40 : day)) return false;
  let sum = 0;
  for (let index = 0; index < 15; index++) {
    const value = valueAt(id, index);
    const place = value > 9 ? value - 10 : value;
    sum += index % 2 === 0 ? (ODD[place] as number) : place;
  }
  return sum % 26 === valueAt(id, 15) - 10;
}
