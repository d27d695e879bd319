import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { timesBetween } from '../../../../test/support/growth.js';
import { scanText } from './scan-text.js';

const scan = (text: string) => runAtOnce(scanText(text, { terms: null })).findings;

const TIMES_MAX = 2; // Undoing it means to read it once more, and no more than that.
const FAR = 'words that say nothing and hold nothing, day after day\n'.repeat(80);
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAq1w2\n'.repeat(60)}`;
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJ${'c3ViIjoiMTIzNDU2'.repeat(150)}`;
const MANIFEST = `kind: Secret\nmetadata:\n${'  label: calm\n'.repeat(40)}data:\n  `;

/** What is found once something is undone, with that something at every distance that values know. */
const VALUES: Readonly<Record<string, readonly [kind: string, text: string]>> = {
  'an address of mail': ['email', 'canary.bird%40example.com'],
  'a long address of mail': ['email', `${'canary-'.repeat(30)}bird\\u0040example.com`],
  'a number in bold': ['iban', 'DE89 **3704 0044** 0532 0130 00'],
  'a number between tags': ['phone', '+49 <b>30</b> 901820'],
  'a number with an exponent': ['credit_card', '4.111111111111111e15'],
  'mathematical digits': ['iban', 'DE89 3704 0044 0532 \ud835\udfce130 00'],
  'a number behind a word that is escaped': ['imei', 'IM\\u0045I: 490154203237518'],
  'a key with its end escaped': ['private_key', `${KEY}=\n-----\\u0045ND RSA PRIVATE KEY-----`],
  'a token with its last dot escaped': ['jwt', `${TOKEN}%2Esignature-0123456789abcdef`],
  'a street in bold': ['street_address', '**Hauptstra\\u00dfe** 12, 10115 Berlin'],
  'a password in a manifest': ['generic_secret', `${MANIFEST}password: cGFzc3\\u0064vcmQxMjM`],
  'a name with escapes': ['person_name', 'Dear Mrs Anna Kowalsk\\u0061, thank you.'],
};

describe('what is undone in a long text', () => {
  it.each(Object.entries(VALUES))('is read with what stands around: %s', (_, [kind, value]) => {
    const text = `${FAR}${value}\n${FAR}`;
    const from = FAR.length;
    const found = scan(text).filter((one) => one.kind === kind && one.score >= 0.5);
    const whole = scan(value).filter((one) => one.kind === kind && one.score >= 0.5);
    expect(whole.length).toBeGreaterThan(0);
    for (const { start, end } of whole) {
      expect(found).toContainEqual(
        expect.objectContaining({ start: start + from, end: end + from }),
      );
    }
  });

  it('keeps no value that stands in the text as it is', () => {
    const text = `${FAR}jane@example.com and \\u0040, canary%40example.com`;
    const values = scan(text).map(({ start, end, value }) => [text.slice(start, end), value]);
    expect(values).toContainEqual(['jane@example.com', undefined]);
    expect(values).toContainEqual(['canary%40example.com', 'canary@example.com']);
  });

  it('costs what it is, not the whole text once more for each level', () => {
    const [plain, nested] = ['', '%255C%255Cu0040 &amp;#92;u0040 \\\\x5cu0040'].map((one) =>
      `${FAR.repeat(4)}${one}\n`.repeat(3),
    ) as [string, string];
    const times = timesBetween(
      () => scan(plain),
      () => scan(nested),
      TIMES_MAX,
    );
    expect(times).toBeLessThan(TIMES_MAX);
  });
});
