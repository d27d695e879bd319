import { digitsOf, luhnDigit } from './digits.js';
import type { KindSamples } from './samples.js';

function imei(random: () => number, isValid: boolean): string {
  const body = `35${digitsOf(random, 12)}`;
  const check = luhnDigit(body);
  return body + String(isValid ? check : (check + 3) % 10);
}

export const imeiSamples: KindSamples = {
  kind: 'imei',
  valid: (random) => imei(random, true),
  nearMiss: (random) => imei(random, false),
  contexts: ['IMEI: #.', 'imei #.', 'IMEI-Nummer #.'],
};
