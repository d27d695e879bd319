import { digitsOf, inFours, luhnDigit } from './digits.js';
import type { KindSamples } from './samples.js';

function card(random: () => number, isValid: boolean): string {
  const front = (random() < 0.6 ? '4' : '52') + digitsOf(random, 15);
  const body = front.slice(0, 15);
  const check = luhnDigit(body);
  const number = body + String(isValid ? check : (check + 1 + Math.floor(random() * 8)) % 10);
  return random() < 0.6 ? inFours(number) : number;
}

export const creditCardSamples: KindSamples = {
  kind: 'credit_card',
  valid: (random) => card(random, true),
  nearMiss: (random) => card(random, false),
  contexts: ['Card: #.', 'paid with #.', 'Kreditkarte #.', 'Numéro de carte : #.', 'Tarjeta: #.'],
};
