import { wordsOf } from '../surroundings.js';
import { passesLuhn } from './luhn.js';
import type { NumberSpec } from './number-spec.js';

const ONE_DIGIT = /^(.)\1*$/;
/** ISO/IEC 7812: 3 travel, 4 to 6 banks, 1, 2 and 8 airlines, fuel and telecommunications. */
const FIRST_DIGIT = /^[1-68]/;

/** Cards of issuers that `findCreditCard` does not know by their ranges, or of lengths no longer given out: a word tells them. */
export const PAYMENT_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'credit_card',
    forms: {
      '9999999999999': 0.2,
      '999999999999999': 0.2,
      '9999999999999999': 0.2,
      '9999 9999 9999 9999': 0.2,
      '9999 999999 99999': 0.2,
    },
    isValid: (digits) => FIRST_DIGIT.test(digits) && passesLuhn(digits) && !ONE_DIGIT.test(digits),
    words: wordsOf(
      'card,cards,cc,card number,credit card,debit card,card no,visa,mastercard,amex,american express,maestro,jcb,diners,kreditkarte,kartennummer,karte,carte,carte bancaire,numero de carte,tarjeta,carta,numero di carta,cartao,karta,karty,numer karty,kort,kortnummer,kaart,kaartnummer,kartti,kartya',
    ),
  },
];
