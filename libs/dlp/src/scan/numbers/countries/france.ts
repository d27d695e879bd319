import { mod97, numberAt } from '../check-digits.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

export const FRENCH_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'social_security_number',
    subtype: 'fr_nir',
    forms: {
      '999999X99999999': 0.9,
      '9 99 99 9X 999 999 99': 0.9,
      '999999X999999 99': 0.9,
      '9 99 99 9X 999 999/99': 0.9,
    },
    isValid: isNir,
    words: wordsOf(
      'nir,securite sociale,numero de securite sociale,no de securite sociale,n secu,numero secu,num secu,secu,carte vitale,ameli,cpam,social security,nss,numero d assure',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'fr_nif',
    forms: { '99 99 999 999 999': 0.5, '9999999999999': 0.4 },
    isValid: (digits) => {
      const reference = numberAt(digits, 0, 10);
      return reference > 0 && digits < '4' && reference % 511 === numberAt(digits, 10, 3);
    },
    words: wordsOf(
      'numero fiscal,no fiscal,n fiscal,numero spi,spi,nif,reference fiscale,identifiant fiscal,impots,tax id,tin',
    ),
  },
  {
    kind: 'id_card',
    subtype: 'fr_cni',
    forms: { '999999999999': 0.15 },
    isValid: (digits) => numberAt(digits, 2, 2) >= 1 && numberAt(digits, 2, 2) <= 12,
    isUnchecked: true,
    words: wordsOf(
      'cni,carte d identite,carte nationale d identite,carte identite,numero de carte d identite,piece d identite',
    ),
  },
  {
    kind: 'id_card',
    subtype: 'fr_cni',
    forms: { AXXXXXXX9: 0.15 },
    isValid: (id) => /^[A-Z][0-9A-Z]{3}(?=[0-9A-Z]*\d)[0-9A-Z]{4}\d$/.test(id) && /\d.*\d/.test(id),
    isUnchecked: true,
    words: wordsOf(
      'cni,carte d identite,carte nationale d identite,carte identite,piece d identite',
    ),
  },
  {
    kind: 'passport',
    subtype: 'fr_passport',
    forms: { '99AA99999': 0.3 },
    words: wordsOf('passeport,numero de passeport,passeport n,passport,passport number'),
  },
  {
    kind: 'driver_licence',
    subtype: 'fr_driver_licence',
    forms: { '999999999999': 0.15, '99AA99999': 0.2 },
    words: wordsOf('permis de conduire,numero de permis,permis n,driving licence'),
  },
];

/** Sex, year, month, department of birth, commune, order, key. Corsica's 2A and 2B count as 19 and 18. */
function isNir(id: string): boolean {
  if (!/^[123478]/.test(id)) return false;
  const month = numberAt(id, 3, 2);
  // From 20 on the month is not known, or the number was given provisionally.
  if (month === 0 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false;
  const letter = id.charAt(6);
  const isCorsican = id.charAt(5) === '2' && (letter === 'A' || letter === 'B');
  if (letter > '9' && !isCorsican) return false;
  const department = letter === 'A' ? '19' : letter === 'B' ? '18' : id.slice(5, 7);
  if (department === '00') return false;
  return 97 - mod97(id.slice(0, 5) + department + id.slice(7, 13)) === numberAt(id, 13, 2);
}
