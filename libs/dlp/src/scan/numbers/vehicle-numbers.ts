import { wordsOf } from '../surroundings.js';
import type { NumberSpec } from './number-spec.js';

const WORDS = wordsOf(
  'vin,fin,fahrgestellnummer,fahrgestell nr,vehicle identification,chassis,chassis number,telaio,numero de serie,bastidor,nadwozia,chassisnummer,podvozku',
);

/** ISO 3779: no I, O and Q; the maker numbers its cars, in three digits or more at the end. */
const SHAPE = /^[A-HJ-NPR-Z0-9]{14}\d{3}$/;
const HAS_LETTER = /[A-Z]/;
const CHECK_AT = 8;
/** Of the letters from A on; I, O and Q have none. */
const LETTER_VALUES = '12345678.12345.7.923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const ELEVEN = 11;

const isVin = (compact: string): boolean => SHAPE.test(compact) && HAS_LETTER.test(compact);

/** 49 CFR 565.15: the ninth character of cars for North America. */
function hasCheckDigit(compact: string): boolean {
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    const code = compact.charCodeAt(index);
    const value = code >= 0x41 ? LETTER_VALUES[code - 0x41] : compact[index];
    sum += Number(value) * weight;
  }
  const rest = sum % ELEVEN;
  return compact[CHECK_AT] === (rest === 10 ? 'X' : String(rest));
}

const WRITTEN = 'XXXXXXXXXXXXXXXXX';
const OF_NORTH_AMERICA = /^[1-5]/;

export const VEHICLE_NUMBERS: readonly NumberSpec[] = [
  {
    kind: 'vin',
    forms: { [WRITTEN]: 0.8 },
    isValid: (compact) =>
      OF_NORTH_AMERICA.test(compact) && isVin(compact) && hasCheckDigit(compact),
    words: WORDS,
  },
  {
    kind: 'vin',
    forms: { [WRITTEN]: 0.2 },
    isValid: (compact) => !OF_NORTH_AMERICA.test(compact) && isVin(compact),
    isUnchecked: true,
    words: WORDS,
  },
];
