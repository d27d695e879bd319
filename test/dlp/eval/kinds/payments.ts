import { createHash } from 'node:crypto';
import { icaoCheckDigit } from '../../../../libs/dlp/src/scan/numbers/check-digits.js';
import { between, charsOf, DIGITS, HEX, padded, pick, UPPER } from './draw.js';
import type { KindSamples } from './samples.js';

export const bicSamples: KindSamples = {
  kind: 'bic',
  valid: (random) =>
    `${charsOf(random, 4, UPPER)}${pick(['DE', 'FR', 'ES', 'IT', 'PL', 'NL'], random)}${charsOf(random, 2, UPPER)}${pick(['', 'XXX'], random)}`,
  nearMiss: (random) =>
    pick(
      [
        `${charsOf(random, 4, UPPER)}QQ${charsOf(random, 2, UPPER)}`,
        charsOf(random, 9, UPPER),
        charsOf(random, 6, UPPER),
      ],
      random,
    ),
  contexts: ['BIC: #', 'SWIFT #', 'BIC/SWIFT: #', 'code BIC #', 'código SWIFT: #', '"bic": "#"'],
};

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** An address of Bitcoin over a random hash; its checksum is moved where it is to fail. */
function bitcoin(random: () => number, shift: number): string {
  const body = Buffer.from([0, ...Array.from({ length: 20 }, () => between(random, 0, 255))]);
  const check = Buffer.from(sha256(sha256(body)).subarray(0, 4));
  check[3] = ((check[3] ?? 0) + shift) & 0xff;
  let value = BigInt(`0x${Buffer.concat([body, check]).toString('hex')}`);
  let address = '';
  for (; value > 0n; value /= 58n) address = BASE58.charAt(Number(value % 58n)) + address;
  return `1${address}`;
}

export const walletSamples: KindSamples = {
  kind: 'crypto_wallet',
  valid: (random) => (random() < 0.7 ? bitcoin(random, 0) : `0x${charsOf(random, 40, HEX)}`),
  nearMiss: (random) => (random() < 0.7 ? bitcoin(random, 7) : `0x${charsOf(random, 38, HEX)}`),
  contexts: ['send it to #', 'wallet: #', 'Adresse: #', '"to": "#"', 'mon portefeuille #'],
};

export const securityCodeSamples: KindSamples = {
  kind: 'card_security_code',
  valid: (random) => padded(between(random, 100, 999), 3),
  nearMiss: (random) =>
    pick([`${between(random, 10, 99)}`, charsOf(random, 6, DIGITS), 'n/a'], random),
  contexts: [
    'CVV: #',
    'CVC #',
    'Kartenprüfnummer: #',
    'cryptogramme : #',
    'código de seguridad: #',
    '"cvv": "#"',
    'CVC2 is #',
  ],
};

export const expirySamples: KindSamples = {
  kind: 'card_expiry',
  valid: (random) => `${padded(between(random, 1, 12))}/${between(random, 26, 35)}`,
  nearMiss: (random) =>
    pick(
      [`${between(random, 13, 40)}/${between(random, 26, 35)}`, charsOf(random, 4, DIGITS), 'n/a'],
      random,
    ),
  contexts: [
    '5500 0000 0000 0004 exp #',
    '4111111111111111, #',
    '4111 1111 1111 1111 valid thru #',
    '4111111111111111 gültig bis #',
  ],
};

/** The second line of a passport: number, country, birth, sex, end, with their check digits (ICAO 9303-4). */
function passportLine(random: () => number, shift: number): string {
  const checked = (field: string): string => field + String(icaoCheckDigit(field));
  const number = checked(`${charsOf(random, 1, 'CFGHJKL')}${charsOf(random, 8, DIGITS)}`);
  const birth = checked(
    `${padded(between(random, 40, 99))}${padded(between(random, 1, 12))}${padded(between(random, 1, 28))}`,
  );
  const end = checked(
    `${between(random, 26, 35)}${padded(between(random, 1, 12))}${padded(between(random, 1, 28))}`,
  );
  const rest = `${'<'.repeat(14)}0`;
  const all = String((icaoCheckDigit(number + birth + end + rest) + shift) % 10);
  return `${number}D<<${birth}F${end}${rest}${all}`;
}

export const zoneSamples: KindSamples = {
  kind: 'passport',
  name: 'passport, machine readable',
  valid: (random) => passportLine(random, 0),
  nearMiss: (random) => passportLine(random, 1),
  contexts: ['MRZ:\n#\n', 'scan: #', 'Pass\n#\nEnde'],
};
