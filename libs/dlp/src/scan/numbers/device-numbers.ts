import { wordsOf } from '../surroundings.js';
import { passesLuhn } from './luhn.js';
import type { NumberSpec } from './number-spec.js';

/** 3GPP TS 23.003: 14 digits and a check digit; no type allocation code begins with 00. */
/** Mobile country codes of ITU-T E.212, by their regions: 2 is Europe, 3 North America, and so on. */
const MOBILE_COUNTRY = /^(?:2[0-9]|3[0-7]|4[0-7]|5[0-5]|6[0-5]|7[0-5])/;

export const DEVICE_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'imei',
    forms: { '999999999999999': 0.2, '99 999999 999999 9': 0.2, '99999999 999999 9': 0.2 },
    isValid: (digits) => !digits.startsWith('00') && passesLuhn(digits),
    words: wordsOf('imei,imei1,imei2'),
  },
  {
    // The same: country, network and subscriber, without a check digit.
    kind: 'imsi',
    forms: { '999999999999999': 0.15 },
    isValid: (compact) => MOBILE_COUNTRY.test(compact),
    isUnchecked: true,
    words: wordsOf('imsi'),
  },
  {
    // ITU-T E.118: 89 is telecommunications.
    kind: 'iccid',
    forms: {
      '9999999999999999999': 0.4,
      '99999999999999999999': 0.4,
      '9999 9999 9999 9999 999': 0.4,
      '9999 9999 9999 9999 9999': 0.4,
    },
    isValid: (compact) => compact.startsWith('89') && passesLuhn(compact),
    words: wordsOf('iccid,sim,sim card,simkarte,simkaart,esim'),
  },
];
