import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';
import type { Finding } from '../../kinds.js';
import { scanRange } from '../anchors.js';

function scan(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  scanRange(text, 0, text.length, findings);
  return findings;
}

const found = (kind: string, text: string): string[] =>
  scan(text)
    .filter((finding) => finding.kind === kind && finding.score >= 0.5)
    .map(({ start, end }) => text.slice(start, end));

const changed = (text: string, at: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + 1);

/** The specimens of ICAO 9303. */
const PASSPORT =
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
const SMALL_CARD =
  'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<';
const CARD = 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6';
const VISA =
  'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<';

describe('machine readable zones', () => {
  it.each([
    ['passport', PASSPORT],
    ['passport', PASSPORT.replace('\n', '\r\n    ')],
    ['passport', PASSPORT.replace('\n', '')],
    ['passport', PASSPORT.split('\n')[1] ?? ''],
    ['id_card', SMALL_CARD],
    ['id_card', CARD],
    ['id_card', VISA],
  ])('are found: %s %j', (kind, zone) => {
    expect(new Set(found(kind, `MRZ:\n${zone}\nend`))).toEqual(new Set([zone]));
  });

  it.each([PASSPORT, SMALL_CARD, CARD])('are none with a digit changed: %j', (zone) => {
    for (const match of zone.matchAll(/[0-9]/g)) {
      const near = changed(zone, match.index, String((Number(match[0]) + 1) % 10));
      expect([...found('passport', near), ...found('id_card', near)]).toEqual([]);
    }
  });

  it.each(['a << 2', 'cat <<EOF\nX\nEOF', '<<<<<<< HEAD', 'std::cout << "1" << x'])(
    'stand in no %j',
    (text) => {
      expect(scan(text)).toEqual([]);
    },
  );
});

describe('addresses of wallets', () => {
  const valid = [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  ];

  it.each([
    ...valid,
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ])('are found: %s', (address) => {
    expect(found('crypto_wallet', `Send it to ${address}, please.`)).toEqual([address]);
    expect(found('crypto_wallet', `bitcoin:${address}?amount=1`)).toEqual([address]);
  });

  it.each(valid)('are none with a character changed or two swapped: %s', (address) => {
    for (const at of [5, 11, 20]) {
      const other = address.charAt(at) === '7' ? '8' : '7';
      expect(found('crypto_wallet', changed(address, at, other))).toEqual([]);
      const [one, two] = [address.charAt(at), address.charAt(at + 1)];
      if (one === two) continue;
      const swapped = changed(changed(address, at, two), at + 1, one);
      expect(found('crypto_wallet', swapped)).toEqual([]);
    }
  });

  it.each([
    '0x0000000000000000000000000000000000000000',
    '0xffffffffffffffffffffffffffffffffffffffff',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '1111111111111111111111111111111111',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4x9',
  ])('are not %s', (text) => {
    expect(found('crypto_wallet', text)).toEqual([]);
  });
});

describe('codes of banks', () => {
  it.each([
    ['BIC: DEUTDEFF', 'DEUTDEFF'],
    ['SWIFT COBADEFFXXX', 'COBADEFFXXX'],
    ['{"bic":"BPKOPLPW"}', 'BPKOPLPW'],
    ['code BIC : BNPAFRPPXXX', 'BNPAFRPPXXX'],
  ])('are found in %s', (text, code) => {
    expect(found('bic', text)).toEqual([code]);
  });

  it.each(['HAMBURGS', 'IMPORTANT', 'BIC: HAMBURGS', 'swift INTERNAL', 'DEUTDEFF'])(
    'are not seen in %s',
    (text) => {
      expect(found('bic', text)).toEqual([]);
    },
  );
});

describe('what stands beside the number of a card', () => {
  it.each([
    ['4111 1111 1111 1111 12/27 123', '123'],
    ['4111111111111111, exp 01/2028, CVC 1234', '1234'],
    ['4111111111111111;CVV: 987', '987'],
    ['The CVV is 321.', '321'],
    ['"cvc": "456"', '456'],
    ['Kartenprüfnummer: 111', '111'],
    ['código de seguridad 222', '222'],
  ])('is its code in %s', (text, code) => {
    expect(found('card_security_code', text)).toEqual([code]);
  });

  it.each([
    '4111 1111 1111 1111 and 123 others',
    'CVV',
    'in 123 days',
    '4111111111111111, 500 EUR',
    'CID: 12345',
    'abcid 123',
    'cvc 3.14',
  ])('is no code in %s', (text) => {
    expect(found('card_security_code', text)).toEqual([]);
  });

  it('is the end of its validity', () => {
    expect(found('card_expiry', '4111 1111 1111 1111 12/27')).toEqual(['12/27']);
    expect(found('card_expiry', '4111 1111 1111 1111 valid thru: 01 / 2029')).toEqual([
      '01 / 2029',
    ]);
    expect(found('card_expiry', '4111 1111 1111 1111 13/27')).toEqual([]);
  });
});

it.each([
  ['<<'],
  ['A<<'],
  [`${'A'.repeat(43)}<`],
  ['<A'],
  ['P<<\n'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa '],
  ['bc1q'],
  ['ABCDEF'],
  ['SWIFT DEUTDEFF '],
  ['cvc 123 '],
  ['4111 1111 1111 1111 12/27 '],
])('takes time in proportion to the text, up to 64 kB of %j', (piece) => {
  expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
});
