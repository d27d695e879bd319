import { mod97, numberAt, passesVerhoeff, weightedSum } from '../check-digits.js';
import { isBirthDate } from '../dates.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const BENELUX_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'national_id',
    subtype: 'nl_bsn',
    forms: {
      '999999999': 0.3,
      '9999.99.999': 0.5,
      '9999 99 999': 0.35,
      '999 999 999': 0.3,
      '99999999': 0.2,
    },
    isValid: (digits) => {
      const padded = digits.padStart(9, '0');
      const sum = weightedSum(padded, [9, 8, 7, 6, 5, 4, 3, 2, -1]);
      return sum % 11 === 0 && /[1-9]/.test(padded.slice(0, 8));
    },
    words: wordsOf(
      'bsn,burgerservicenummer,sofinummer,sofi nummer,bsn nummer,persoonsnummer,citizen service number',
    ),
  },
  {
    kind: 'id_card',
    subtype: 'nl_id_card',
    forms: { AAXXXXXX9: 0.2 },
    isValid: isDutchDocument,
    isUnchecked: true,
    words: wordsOf('identiteitskaart,id kaart,documentnummer,identiteitsbewijs,id bewijs'),
  },
  {
    kind: 'passport',
    subtype: 'nl_passport',
    forms: { AAXXXXXX9: 0.2 },
    isValid: isDutchDocument,
    isUnchecked: true,
    words: wordsOf('paspoort,paspoortnummer,paspoort nr,passport'),
  },
  {
    kind: 'driver_licence',
    subtype: 'nl_driver_licence',
    forms: { '9999999999': 0.15 },
    words: wordsOf('rijbewijs,rijbewijsnummer,rijbewijs nr'),
  },
  {
    kind: 'national_id',
    subtype: 'be_national_number',
    forms: {
      '99.99.99-999.99': 0.9,
      '99 99 99 999 99': 0.8,
      '999999-999-99': 0.85,
      '999999 999 99': 0.8,
      '99999999999': 0.7,
    },
    isValid: isBelgianNumber,
    words: wordsOf(
      'rijksregisternummer,rijksregister,rijksregisternr,insz,numero national,registre national,numero de registre national,niss,nrn,numero bis,bis nummer,nationalregisternummer,nationalnummer',
    ),
  },
  {
    kind: 'passport',
    subtype: 'be_passport',
    forms: { AA999999: 0.15 },
    words: wordsOf('paspoort,paspoortnummer,passeport,numero de passeport,reisepass'),
  },
  {
    // Two check digits over the same eleven, by different algorithms.
    kind: 'national_id',
    subtype: 'lu_national_id',
    forms: {
      '9999999999999': 0.8,
      '99999999 99999': 0.8,
      '9999 99 99 99999': 0.8,
      '9999 99 99 999 99': 0.8,
    },
    isValid: (digits) =>
      isBirthDate(numberAt(digits, 0, 4), numberAt(digits, 4, 2), numberAt(digits, 6, 2)) &&
      passesLuhn(digits.slice(0, 12)) &&
      passesVerhoeff(digits.slice(0, 11) + digits.charAt(12)),
    words: wordsOf(
      'matricule,numero matricule,matricule nationale,numero d identification,identification nationale,matrikel,sozialversicherungsnummer,cns,ccss',
    ),
  },
];

function isDutchDocument(id: string): boolean {
  return /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/.test(id);
}

/** People born from 2000 on have a 2 in front of what is checked; BIS numbers 20 or 40 more months. */
function isBelgianNumber(digits: string): boolean {
  const month = numberAt(digits, 2, 2) % 20;
  if (numberAt(digits, 2, 2) > 52) return false;
  const key = 97 - numberAt(digits, 9, 2);
  const year = numberAt(digits, 0, 2);
  const day = numberAt(digits, 4, 2);
  // The day of birth may be unknown.
  const isBorn = (century: number): boolean =>
    month === 0 || day === 0 || isBirthDate(century + year, month, day);
  const checked = digits.slice(0, 9);
  if (/^0+$/.test(checked)) return false;
  return (mod97(checked) === key && isBorn(1900)) || (mod97(`2${checked}`) === key && isBorn(2000));
}
