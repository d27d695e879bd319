import { numberAt, passesMod11And10, valueAt, weightedSum } from '../check-digits.js';
import { isBirthDate } from '../dates.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

const CZECH_WORDS = wordsOf('rodne cislo,rodneho cisla,rodnym cislem,rc,r c,birth number');
const SLOVAK_WORDS = wordsOf('rodne cislo,rodneho cisla,rodnym cislom,rc,r c,birth number');
const COMPANY_WORDS = wordsOf('ico,ic,i c o,identifikacni cislo,identifikacne cislo');

export const CENTRAL_EUROPEAN_NUMBERS: readonly NumberSpec[] = [
  ...birthNumbers('cz_rc', CZECH_WORDS),
  ...birthNumbers('sk_rc', SLOVAK_WORDS),
  {
    kind: 'company_id',
    subtype: 'cz_ico',
    forms: { '99999999': 0.2 },
    isValid: (digits) =>
      digits !== '00000000' &&
      (11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === valueAt(digits, 7),
    words: COMPANY_WORDS,
  },
  {
    kind: 'id_card',
    subtype: 'cz_id_card',
    forms: { '999999999': 0.15 },
    words: wordsOf('obcansky prukaz,cislo op,cislo obcanskeho prukazu,c op,obcanskeho prukazu'),
  },
  {
    kind: 'id_card',
    subtype: 'sk_id_card',
    forms: { AA999999: 0.2, 'AA 999999': 0.2 },
    words: wordsOf(
      'obciansky preukaz,cislo op,cislo obcianskeho preukazu,c op,obcianskeho preukazu',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'hu_tax_id',
    forms: { '9999999999': 0.3 },
    isValid: (digits) =>
      digits.startsWith('8') &&
      weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === valueAt(digits, 9),
    words: wordsOf('adoazonosito,adoazonosito jel,ado azonosito,adoazonositoja,adojel,tax id'),
  },
  {
    kind: 'health_insurance_id',
    subtype: 'hu_taj',
    forms: { '999 999 999': 0.3, '999999999': 0.25 },
    isValid: (digits) => weightedSum(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === valueAt(digits, 8),
    words: wordsOf('taj,taj szam,taj szama,tajszam,tarsadalombiztositasi,taj kartya'),
  },
  {
    kind: 'id_card',
    subtype: 'hu_id_card',
    forms: { '999999AA': 0.2, AA999999: 0.15 },
    words: wordsOf(
      'szemelyi igazolvany,szemelyi igazolvanyszam,szemelyazonosito igazolvany,okmanyazonosito,szig,szig szam',
    ),
  },
  {
    kind: 'national_id',
    subtype: 'hr_oib',
    forms: { '99999999999': 0.35 },
    isValid: passesMod11And10,
    words: wordsOf('oib,osobni identifikacijski broj,oib a,oibom'),
  },
  {
    kind: 'national_id',
    subtype: 'si_emso',
    forms: { '9999999999999': 0.75 },
    isValid: (digits) => isMasterNumber(digits) && digits.charAt(7) === '5',
    words: wordsOf('emso,enotna maticna stevilka,emso stevilka'),
  },
  {
    // Kept in Serbia, Bosnia and Herzegovina, Montenegro and North Macedonia; on old papers elsewhere.
    kind: 'national_id',
    subtype: 'rs_jmbg',
    forms: { '9999999999999': 0.75 },
    isValid: isMasterNumber,
    words: wordsOf(
      'jmbg,maticni broj,jedinstveni maticni broj,јмбг,матични број,embg,ембг,matični broj',
    ),
  },
  {
    kind: 'tax_id',
    subtype: 'si_tax_number',
    forms: { '99999999': 0.2 },
    isValid: (digits) =>
      !digits.startsWith('0') &&
      (11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === valueAt(digits, 7),
    words: wordsOf('davcna stevilka,davcna st,davcno stevilko,id za ddv'),
  },
];

/**
 * Women's months have 50 more, since 2004 some 20 more where a day has used up its numbers. Without check
 * digit until 1953.
 */
function birthNumbers(subtype: string, words: readonly string[]): readonly NumberSpec[] {
  return [
    {
      kind: 'national_id',
      subtype,
      forms: { '999999/9999': 0.75, '999999 9999': 0.4, '9999999999': 0.35 },
      isValid: isBirthNumber,
      words,
    },
    {
      kind: 'national_id',
      subtype,
      forms: { '999999/999': 0.4, '999999999': 0.15 },
      isValid: (digits) => numberAt(digits, 0, 2) < 54 && isBornInYear(digits, 1900),
      isUnchecked: true,
      words,
    },
  ];
}

function isBirthNumber(digits: string): boolean {
  const year = numberAt(digits, 0, 2);
  if (!isBornInYear(digits, year < 54 ? 2000 : 1900)) return false;
  const remainder = numberAt(digits, 0, 9) % 11;
  // Until 1985 some were given out whose remainder has two digits.
  const isOld = year >= 54 && year < 85;
  return remainder === valueAt(digits, 9) || (isOld && remainder === 10 && digits.endsWith('0'));
}

function isBornInYear(digits: string, century: number): boolean {
  const year = century + numberAt(digits, 0, 2);
  const month = numberAt(digits, 2, 2) % 50;
  const isOfLaterDay = month > 20 && year >= 2004;
  return isBirthDate(year, isOfLaterDay ? month - 20 : month, numberAt(digits, 4, 2));
}

/** Of Yugoslavia: day, month, last three digits of the year, region, order, check digit. */
function isMasterNumber(digits: string): boolean {
  const year = numberAt(digits, 4, 3);
  return (
    isBirthDate(
      year + (year >= 900 ? 1000 : 2000),
      numberAt(digits, 2, 2),
      numberAt(digits, 0, 2),
    ) && weightedSum(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}
