import { mod97, numberAt, passesMod11And10, valueAt, weightedSum } from '../check-digits.js';
import { passesLuhn } from '../luhn.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';
import { BENELUX_NUMBERS } from './benelux.js';
import { CENTRAL_EUROPEAN_NUMBERS } from './central-europe.js';
import { IBERIAN_NUMBERS } from './iberia.js';
import { POLISH_NUMBERS } from './poland.js';
import { SOUTH_EASTERN_NUMBERS } from './south-east.js';

type Check = (number: string) => boolean;

/** Digits that the last one, or the last of a longer weighted sum, brings to a multiple of 11. */
const isMod11 =
  (...weights: readonly number[]): Check =>
  (digits) =>
    weightedSum(digits, weights) % 11 === 0;

const VAT_WORDS = wordsOf(
  'vat,vat id,vat no,vat number,ust id,ust idnr,ustid,ustidnr,umsatzsteuer id,umsatzsteuer identifikationsnummer,uid,uid nummer,tva,n tva,no tva,numero de tva,tva intracommunautaire,iva,partita iva,p iva,nif iva,btw,btw nr,btw nummer,btw id,moms,momsnr,momsnummer,vat reg,nip ue,alv,alv numero,dic,ic dph,dph,pdv,afm,αφμ,cif,kmkr,pvn,pvm,adoszam,kozossegi adoszam,ддс',
);

/** Behind the prefix of each country of the EU, and XI for Northern Ireland: shape and check. */
const VAT_IDS: readonly (readonly [prefix: string, shape: string, passes: Check])[] = [
  ['ATU', '99999999', isAustrian],
  ['BE', '9999999999', isBelgianCompany],
  ['BG', '999999999', isBulgarianCompany],
  ['CY', '99999999A', checkOf(SOUTH_EASTERN_NUMBERS, 'cy_tic')],
  ['CZ', '99999999', checkOf(CENTRAL_EUROPEAN_NUMBERS, 'cz_ico')],
  ['CZ', '9999999999', checkOf(CENTRAL_EUROPEAN_NUMBERS, 'cz_rc')],
  ['DE', '999999999', (digits) => !digits.startsWith('0') && passesMod11And10(digits)],
  ['DK', '99999999', isMod11(2, 7, 6, 5, 4, 3, 2, 1)],
  ['EE', '999999999', (digits) => weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0],
  ['EL', '999999999', checkOf(SOUTH_EASTERN_NUMBERS, 'gr_afm')],
  ['ES', 'A99999999', isSpanishCompany],
  ['ES', 'A9999999A', isSpanishCompany],
  ['ES', '99999999A', checkOf(IBERIAN_NUMBERS, 'es_dni')],
  ['FI', '99999999', isMod11(7, 9, 10, 5, 8, 4, 2, 1)],
  ['FR', '99999999999', isFrench],
  ['GB', '999999999', isBritish],
  ['HR', '99999999999', passesMod11And10],
  ['HU', '99999999', isHungarianCompany],
  ['IT', '99999999999', isItalianCompany],
  ['LU', '99999999', (digits) => numberAt(digits, 0, 6) % 89 === numberAt(digits, 6, 2)],
  ['MT', '99999999', (digits) => weightedSum(digits, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0],
  ['NL', '999999999A99', isDutchCompany],
  ['PL', '9999999999', checkOf(POLISH_NUMBERS, 'pl_nip')],
  ['PT', '999999999', checkOf(IBERIAN_NUMBERS, 'pt_nif')],
  ['SE', '999999999999', (digits) => digits.endsWith('01') && passesLuhn(digits.slice(0, 10))],
  ['SI', '99999999', checkOf(CENTRAL_EUROPEAN_NUMBERS, 'si_tax_number')],
  [
    'SK',
    '9999999999',
    (digits) => /^[1-9]\d[2-47-9]/.test(digits) && numberAt(digits, 0, 10) % 11 === 0,
  ],
  ['XI', '999999999', isBritish],
];

/** Numbers of companies, which for a person who trades alone are numbers of that person. */
export const COMPANY_NUMBERS: readonly NumberSpec[] = [
  ...VAT_IDS.map(([prefix, shape, passes]): NumberSpec => {
    const letters = 'A'.repeat(prefix.length);
    return {
      kind: 'vat_id',
      subtype: prefix === 'EL' ? 'gr_vat' : `${prefix.slice(0, 2).toLowerCase()}_vat`,
      forms: { [`${letters}${shape}`]: 0.8, [`${letters} ${shape}`]: 0.8 },
      isValid: (id) => id.startsWith(prefix) && passes(id.slice(prefix.length)),
      words: VAT_WORDS,
    };
  }),
  {
    kind: 'vat_id',
    subtype: 'it_vat',
    forms: { '99999999999': 0.25 },
    isValid: isItalianCompany,
    words: wordsOf('partita iva,p iva,piva,p i,iva'),
  },
  {
    kind: 'company_id',
    subtype: 'fr_siren',
    forms: { '999 999 999': 0.3, '999999999': 0.25 },
    isValid: passesLuhn,
    words: wordsOf('siren,n siren,numero siren,rcs'),
  },
  {
    // The post office has numbers of its own: the sum of all digits is divisible by 5.
    kind: 'company_id',
    subtype: 'fr_siret',
    forms: { '999 999 999 99999': 0.4, '99999999999999': 0.3 },
    isValid: (digits) =>
      passesLuhn(digits) ||
      (digits.startsWith('356000000') && weightedSum(digits, Array<number>(14).fill(1)) % 5 === 0),
    words: wordsOf('siret,n siret,numero siret'),
  },
  {
    kind: 'company_id',
    subtype: 'es_cif',
    forms: { A99999999: 0.4, 'A-99999999': 0.5, A9999999A: 0.4, 'A-9999999-A': 0.5 },
    isValid: isSpanishCompany,
    words: wordsOf('cif,c i f,nif'),
  },
  {
    kind: 'company_id',
    subtype: 'fi_ytunnus',
    forms: { '9999999-9': 0.4 },
    isValid: isMod11(7, 9, 10, 5, 8, 4, 2, 1),
    words: wordsOf('y tunnus,y tunnuksen,fo nummer,business id,ly tunnus'),
  },
  {
    kind: 'company_id',
    subtype: 'dk_cvr',
    forms: { '99999999': 0.2, '99 99 99 99': 0.2 },
    isValid: isMod11(2, 7, 6, 5, 4, 3, 2, 1),
    words: wordsOf('cvr,cvr nr,cvr nummer'),
  },
  {
    kind: 'company_id',
    subtype: 'no_orgnr',
    forms: { '999999999': 0.2, '999 999 999': 0.25 },
    isValid: isMod11(3, 2, 7, 6, 5, 4, 3, 2, 1),
    words: wordsOf('organisasjonsnummer,orgnr,org nr,foretaksregisteret'),
  },
  {
    kind: 'company_id',
    subtype: 'se_orgnr',
    forms: { '999999-9999': 0.3, '9999999999': 0.2 },
    isValid: (digits) => digits.charAt(2) >= '2' && passesLuhn(digits),
    words: wordsOf('organisationsnummer,orgnr,org nr'),
  },
  {
    kind: 'company_id',
    subtype: 'ch_uid',
    forms: { 'AAA-999.999.999': 0.9, 'AAA 999.999.999': 0.8, AAA999999999: 0.7 },
    isValid: (id) => id.startsWith('CHE') && isMod11(5, 4, 3, 2, 7, 6, 5, 4, 1)(id.slice(3)),
    words: wordsOf('uid,ide,idi,mwst,tva,iva,unternehmens identifikationsnummer'),
  },
];

/** Of a row of another table: what a country checks its people and its companies by alike. */
function checkOf(specs: readonly NumberSpec[], subtype: string): Check {
  const check = specs.find((spec) => spec.subtype === subtype)?.isValid;
  if (!check) throw new Error(`Nothing checks ${subtype}.`);
  return check;
}

function isAustrian(digits: string): boolean {
  let sum = 4;
  for (let index = 0; index < 7; index++) {
    const value = valueAt(digits, index) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10 === valueAt(digits, 7);
}

function isBelgianCompany(digits: string): boolean {
  return digits < '2' && 97 - mod97(digits.slice(0, 8)) === numberAt(digits, 8, 2);
}

/** Where the first remainder has two digits a second sum decides. */
function isBulgarianCompany(digits: string): boolean {
  const once = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = once === 10 ? (weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : once;
  return check === valueAt(digits, 8);
}

/** Luhn over seven digits; some kinds of companies write it as a letter. */
function isSpanishCompany(id: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]/.test(id)) return false;
  let check = 0;
  while (check < 10 && !passesLuhn(`${id.slice(1, 8)}${check}`)) check++;
  const last = id.charAt(8);
  if (/[PQRSNW]/.test(id.charAt(0))) return last === CIF_LETTERS.charAt(check);
  return last === String(check) || (last === CIF_LETTERS.charAt(check) && /[CDFGJUV]/.test(id));
}

const CIF_LETTERS = 'JABCDEFGHI';

/** The key in front of the SIREN; those of Monaco begin with zeros and have no check digit of their own. */
function isFrench(digits: string): boolean {
  const siren = numberAt(digits, 2, 9);
  if ((12 + 3 * (siren % 97)) % 97 !== numberAt(digits, 0, 2)) return false;
  return digits.startsWith('000', 2) || passesLuhn(digits.slice(2));
}

/** The last two are what is missing to a multiple of 97, since 2010 with 55 added. */
function isBritish(digits: string): boolean {
  const sum = weightedSum(digits, [8, 7, 6, 5, 4, 3, 2, 10, 1]);
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

function isHungarianCompany(digits: string): boolean {
  return weightedSum(digits, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0;
}

/** Seven digits, the office of the province, Luhn. */
function isItalianCompany(digits: string): boolean {
  const office = numberAt(digits, 7, 3);
  const isOffice = (office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office);
  return isOffice && numberAt(digits, 0, 7) > 0 && passesLuhn(digits);
}

/** People who trade have numbers of their own since 2020; companies those of before. */
function isDutchCompany(id: string): boolean {
  if (id.charAt(9) !== 'B') return false;
  return mod97(`NL${id}`) === 1 || isDutchNumber(id.slice(0, 9));
}

const isDutchNumber = checkOf(BENELUX_NUMBERS, 'nl_bsn');
