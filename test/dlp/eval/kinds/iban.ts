import { digitsOf, inFours } from './digits.js';
import type { KindSamples } from './samples.js';

/** Countries whose accounts are digits alone, with their length. */
const COUNTRIES: Readonly<Record<string, number>> = {
  DE: 18,
  AT: 16,
  ES: 20,
  PL: 24,
  DK: 14,
  PT: 21,
};

function iban(random: () => number, isValid: boolean): string {
  const countries = Object.keys(COUNTRIES);
  const country = countries[Math.floor(random() * countries.length)] as string;
  const account = digitsOf(random, COUNTRIES[country] as number);
  const letters = [...country].map((letter) => String(Number.parseInt(letter, 36))).join('');
  const check = 98 - Number(BigInt(`${account}${letters}00`) % 97n);
  const shown = isValid ? check : 2 + ((check + 5) % 90);
  const value = `${country}${String(shown).padStart(2, '0')}${account}`;
  return random() < 0.6 ? inFours(value) : value;
}

export const ibanSamples: KindSamples = {
  kind: 'iban',
  valid: (random) => iban(random, true),
  nearMiss: (random) => iban(random, false),
  contexts: ['IBAN: #.', 'account #.', 'Konto #.', 'compte #.', 'cuenta #.'],
};
