import { mod97, valueAt, weightedSum } from '../check-digits.js';
import type { NumberSpec } from '../number-spec.js';
import { wordsOf } from '../../surroundings.js';

/** Accounts as banks of a country number them, without the IBAN around it. */
export const BANK_ACCOUNTS: readonly NumberSpec[] = [
  {
    // Three weights in turn over nine digits; the first two are of a district of the Federal Reserve.
    kind: 'bank_account',
    subtype: 'us_aba',
    forms: { '999999999': 0.2, '9999-9999-9': 0.3 },
    isValid: (digits) =>
      /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) &&
      weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 &&
      digits !== '000000000',
    words: wordsOf('routing,routing number,aba,aba number,rtn,transit number,routing no'),
  },
  {
    kind: 'bank_account',
    subtype: 'gb_account',
    forms: {
      '99-99-99 99999999': 0.5,
      '99 99 99 99999999': 0.3,
      '999999 99999999': 0.15,
      '99999999999999': 0.1,
    },
    words: wordsOf('sort code,sortcode,account number,account no,bank account,bacs,s c'),
  },
  {
    // Bank, branch, two check digits, account; each half has its own.
    kind: 'bank_account',
    subtype: 'es_ccc',
    forms: { '9999 9999 99 9999999999': 0.7, '99999999999999999999': 0.5 },
    isValid: (digits) =>
      cccDigit(`00${digits.slice(0, 8)}`) === valueAt(digits, 8) &&
      cccDigit(digits.slice(10)) === valueAt(digits, 9) &&
      /[1-9]/.test(digits),
    words: wordsOf('ccc,cuenta,cuenta corriente,numero de cuenta,cuenta bancaria,cta'),
  },
  {
    kind: 'bank_account',
    subtype: 'pl_nrb',
    forms: { '99 9999 9999 9999 9999 9999 9999': 0.9, '99999999999999999999999999': 0.85 },
    isValid: (digits) => mod97(`${digits.slice(2)}PL${digits.slice(0, 2)}`) === 1,
    words: wordsOf('nrb,konto,rachunek,rachunku,nr konta,numer konta,nr rachunku,numer rachunku'),
  },
  {
    kind: 'bank_account',
    subtype: 'no_konto',
    forms: { '9999.99.99999': 0.6, '9999 99 99999': 0.4, '99999999999': 0.2 },
    isValid: (digits) => weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    words: wordsOf('kontonummer,kontonr,konto,bankkonto,kto,kontonummeret'),
  },
  {
    // Banks check these in their own ways, and some not at all.
    kind: 'bank_account',
    subtype: 'se_konto',
    forms: {
      '9999-9999999': 0.2,
      '9999-99 999 99': 0.3,
      '9999 9999999': 0.15,
      '9999-9999999999': 0.15,
    },
    isStrict: true,
    words: wordsOf('kontonummer,kontonr,clearing,clearingnummer,bankkonto,konto,clearingnr'),
  },
  ...['cz', 'sk'].map((country): NumberSpec => ({
    kind: 'bank_account',
    subtype: `${country}_account`,
    forms: czechForms(),
    isValid: isCzechAccount,
    words: wordsOf(
      'ucet,cislo uctu,cislo uctu,bankovni ucet,bankovy ucet,c u,uctu,bankovni spojeni,na ucet',
    ),
  })),
];

/** One of the two check digits of a CCC. @param half ten digits */
function cccDigit(half: string): number {
  const check = 11 - (weightedSum(half, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
  return check === 11 ? 0 : check === 10 ? 1 : check;
}

/** Number and bank, with a prefix in front where the number has all its digits. */
function czechForms(): Record<string, number> {
  const forms: Record<string, number> = {};
  for (let length = 6; length <= 10; length++) forms[`${'9'.repeat(length)}/9999`] = 0.4;
  for (let length = 2; length <= 6; length++) forms[`${'9'.repeat(length)}-9999999999/9999`] = 0.7;
  return forms;
}

function isCzechAccount(digits: string): boolean {
  const account = digits.slice(0, -4).padStart(16, '0');
  return (
    isCzechPart(`0000${account.slice(0, 6)}`) &&
    isCzechPart(account.slice(6)) &&
    /[1-9].*[1-9]/.test(account.slice(6))
  );
}

const isCzechPart = (ten: string): boolean =>
  weightedSum(ten, [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0;
