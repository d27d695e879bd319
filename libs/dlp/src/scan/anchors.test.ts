import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../kinds.js';
import { scanRange } from './anchors.js';
import { growthOf, LINEAR_MAX } from '../../../../test/support/growth.js';

/** Other kinds have tests of their own. */
const KINDS: ReadonlySet<string> = new Set([
  'card_expiry',
  'card_security_code',
  'email',
  'iban',
  'credit_card',
]);

function scan(text: string): Finding[] {
  const findings: Finding[] = [];
  scanRange(text, 0, text.length, findings);
  return findings.filter(({ kind }) => KINDS.has(kind));
}

const found = (text: string): string[] =>
  scan(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('e-mail addresses', () => {
  it.each([
    ['jane@example.com', 'jane@example.com'],
    ['Mail: <Jane.Doe+news@Mail.Example.co.uk>.', 'Jane.Doe+news@Mail.Example.co.uk'],
    ["('o'neil_99@example.museum')", "o'neil_99@example.museum"],
    ['jürgen.groß@müller.example', 'jürgen.groß@müller.example'],
    ['иван@пример.рф', 'иван@пример.рф'],
    ['x@xn--e1afmkfd.xn--p1ai', 'x@xn--e1afmkfd.xn--p1ai'],
    ['jane＠example．com', 'jane＠example．com'],
    ['ja\u200bne@exam\u00adple.com', 'ja\u200bne@exam\u00adple.com'],
    ['邮箱foo@bar.com谢谢', 'foo@bar.com'],
    ['see...jane@example.com...', 'jane@example.com'],
    ['jane@example.com-archive', 'jane@example.com'],
    ['jane@example.com.2024', 'jane@example.com'],
    ['jane@example.com.pdf', 'jane@example.com'],
    ['combo jane@example.com:hunter2', 'jane@example.com'],
    ['mailto:jane@example.com?subject=x', 'jane@example.com'],
    ['{\\"mail\\":\\"jane@example.com\\"}', 'jane@example.com'],
    ['line\\njane@example.com', 'jane@example.com'],
    ['\\u003cjane@example.com\\u003e', 'jane@example.com'],
    ['jane@corp.local', 'jane@corp.local'],
    ['1@a.de', '1@a.de'],
    ['@jane@social.example', 'jane@social.example'],
    ['jane@example.com:a.git', 'jane@example.com'],
    ['jane@example.com:acme/a.git', 'jane@example.com'],
    ['jane!doe@example.com', 'jane!doe@example.com'],
    ['jane@example。com', 'jane@example。com'],
    ['jane@例え.jp', 'jane@例え.jp'],
    ['jane@مثال.إختبار', 'jane@مثال.إختبار'],
    ['邮箱foo@bar.com。谢谢', 'foo@bar.com'],
    ['exa\u0308mple@example.com', 'exa\u0308mple@example.com'],
    [`${'x'.repeat(90)}@example.com`, `${'x'.repeat(90)}@example.com`],
    ...[12, 40].map((count): [string, string] => {
      const address = [...'jane@example.com'].join('\u200b'.repeat(count));
      return [address, address];
    }),
  ])('are found in %s', (text, address) => {
    expect(found(text)).toEqual([`email ${address}`]);
  });

  it.each([
    'git@github.com:acme/site.git',
    'git clone git@github.com:acme/site',
    'org-77@github.com:acme/site.git',
    'ssh://git@example.com/acme/site',
    'npm i pkg@1.2.3',
    'react@18.2.0-rc.beta',
    'actions/checkout@v4.1.beta',
    'lodash@latest',
    'import x from "@scope/pkg"',
    '@media (max-width: 3px)',
    '@Injectable() class',
    'hello @jane and @joe.',
    'ssh root@10.0.0.1',
    'ssh deploy@web01',
    'icon@2x.png',
    'a @ b.com',
    'jane@example',
    'jane@example.c',
    '.@example.com',
    'jane.@example.com',
    'jane@-example.com',
    'jane@example..com',
    '@',
    'a@',
    '@a.com',
  ])('are not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('addresses that take no letters', () => {
  it.each(['noreply@example.com', 'No-Reply@example.com', 'do-not-reply@example.com'])(
    'are less than half sure: %s',
    (text) => {
      expect(scan(text).map(({ score }) => score)).toEqual([0.4]);
    },
  );

  it('are as sure as any where they are more than that', () => {
    expect(found('noreply.jane@example.com')).toEqual(['email noreply.jane@example.com']);
    expect(found('7+jane@users.noreply.example.com')).toEqual([
      'email 7+jane@users.noreply.example.com',
    ]);
  });
});

describe('IBANs', () => {
  const valid = [
    'DE89370400440532013000',
    'GB82 WEST 1234 5698 7654 32',
    'FR14 2004 1010 0505 0001 3M02 606',
    'NL91-ABNA-0417-1643-00',
    'be68 5390 0754 7034',
    'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    'PL61 1090 1014 0000 0712 1981 2874',
    'NO93 8601 1117 947',
    'CH93\u00a00076\u00a02011\u00a06238\u00a05295\u00a07',
    'DE 89 3704 0044 0532 0130 00',
    'ＤＥ８９３７０４００４４０５３２０１３０００',
    'SE45 5000 0000 0583 9825 7466',
    'gb82 West 1234 5698 7654 32',
  ];

  it.each(valid)('are found: %s', (iban) => {
    expect(found(`Pay to ${iban}, please.`)).toEqual([`iban ${iban}`]);
    expect(found(iban)).toEqual([`iban ${iban}`]);
  });

  it.each(['IBANDE89370400440532013000', 'DE89370400440532013000EUR'])(
    'are found glued to a word: %s',
    (text) => {
      expect(found(text)).toEqual(['iban DE89370400440532013000']);
    },
  );

  it.each([
    'DE00370400440532013000',
    'DE99370400440532013000',
    'DE89 3704 0044 0532 0130 01',
    'DE89 3704 0044 0532 0131 00',
    'DE8937040044053201300',
    'DE893704004405320130001',
    'XDE89370400440532013000',
    'ZZ89370400440532013000',
    'be 12 months old and fine',
    'GB82WEST12345698765X32',
    'MD56SdsZtBJ4A0CapPgEc2y5',
  ])('are not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('with one digit changed, or two neighbours swapped, are none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...valid),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (iban, at, by) => {
          const digits = [...iban.matchAll(/[0-9]/g)].map((match) => match.index);
          const index = digits[at % digits.length] ?? 0;
          const changed = String((Number(iban[index]) + by) % 10);
          expect(found(iban.slice(0, index) + changed + iban.slice(index + 1))).not.toContain(
            expect.stringMatching(/^iban/),
          );
          const [a, b] = [iban.charAt(index), iban.charAt(index + 1)];
          if (!/[0-9]/.test(b) || a === b) return;
          const swapped = iban.slice(0, index) + b + a + iban.slice(index + 2);
          expect(found(swapped).some((one) => one.startsWith('iban'))).toBe(false);
        },
      ),
    );
  });
});

describe('card numbers', () => {
  const valid = [
    '4111 1111 1111 1111',
    '4111111111111111',
    '5500-0000-0000-0004',
    '2223 0031 2200 3222',
    '3782 822463 10005',
    '378282246310005',
    '6011 1111 1111 1117',
    '3056 930902 5904',
    '3530 1113 3330 0000',
    '6200000000000005',
    '４１１１１１１１１１１１１１１１',
    '41\u200b11 1111 1111 1111',
  ];

  it.each(valid)('are found: %s', (card) => {
    expect(found(`Card ${card}.`)).toEqual([`credit_card ${card}`]);
    expect(found(`(${card}, 12/27, 123)`)).toEqual([
      `credit_card ${card}`,
      'card_expiry 12/27',
      'card_security_code 123',
    ]);
  });

  it.each([
    ...['/', '_', '·', '•', '+', '\u2028', '\u0085', '     '].map((sign) => [
      '4111 1111 1111 1111'.replaceAll(' ', sign),
    ]),
    ['41111111 11111111'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1'],
    ['4111111111111111.25'],
    ['4111111111111111e-1'],
    [[...'4111111111111111'].join('\u0000')],
    [[...'4111111111111111'].join('\u0332')],
  ])('are found however they are parted: %j', (card) => {
    expect(found(`Card ${card}, `)).toEqual([`credit_card ${card}`]);
  });

  it.each(['card4111111111111111.png', '4111111111111111EUR', 'Kreditkarte4111111111111111'])(
    'are found glued to a word: %s',
    (text) => {
      expect(found(text)).toEqual(['credit_card 4111111111111111']);
    },
  );

  it('are found side by side', () => {
    expect(found('4111 1111 1111 1111 5500 0000 0000 0004')).toHaveLength(2);
    expect(found('12 4111 1111 1111 1111 123')).toEqual(['credit_card 4111 1111 1111 1111']);
  });

  it.each([
    '4111111111111112',
    '4444444444444444',
    '14111111111111111',
    '41111111111111111',
    'a4111111111111111',
    '0.4111111111111111',
    '4006381333931',
    '1700000000000000000',
    '1234 5678 9012 3456',
    '+49 4111 1111 11',
    '41 11 11 11 11 11 11 11',
    '[4111,1111,1111,1111]',
    '4 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    'pi_3Mabc4111111111111111',
    '4111111111111111f3c9',
    '52.4111111111111111',
    '1.4111111111111111e5',
    '4111-1111 1111-1111',
    '550e8400-e29b-41d4-a716-446655440000',
    '12.04.2024 16:45, no. 4711',
  ])('are not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('with one digit changed are none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...valid.slice(0, 10)),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (card, at, by) => {
          const digits = [...card.matchAll(/[0-9]/g)].map((match) => match.index);
          const index = digits[at % digits.length] ?? 0;
          const changed = String((Number(card[index]) + by) % 10);
          const near = found(card.slice(0, index) + changed + card.slice(index + 1));
          expect(near.filter((one) => one.startsWith('credit_card'))).toEqual([]);
        },
      ),
    );
  });
});

describe('a scan', () => {
  it('finds the same in slices as in one go', () => {
    const word = fc.constantFrom(
      'jane@example.com',
      'DE89 3704 0044 0532 0130 00',
      '4111 1111 1111 1111',
      ' ',
      'a',
      '@',
      '1',
      '.',
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (words, slice) => {
          const text = words.join('');
          const sliced: Finding[] = [];
          for (let from = 0; from < text.length; from += slice) {
            scanRange(text, from, Math.min(text.length, from + slice), sliced);
          }
          const covered = (findings: Finding[]) => {
            const places = new Set<number>();
            for (const { start, end } of findings)
              for (let at = start; at < end; at++) places.add(at);
            return places;
          };
          // A slice may begin inside a finding and see a part of it once more.
          for (const place of covered(scan(text))) expect(covered(sliced).has(place)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['a'],
    ['@'],
    ['a@'],
    ['a.'],
    ['a@a.'],
    ['a@a.a'],
    ['1'],
    ['1 '],
    ['4'],
    ['4 '],
    ['4444 '],
    ['4444-'],
    ['666666 '],
    ['DE89'],
    ['DE89 '],
    ['GT11 '],
    ['MT84'],
    ['\u200b'],
    ['a\u200b@'],
    ['4\u200b'],
    ['DE\u200b8'],
    ["'"],
    ['é@é.'],
    ['"@'],
    ['4,111,'],
    ['D E 8 9 '],
    ['DE89|'],
  ])('takes time in proportion to the text, up to 64 kB of %j', (piece) => {
    expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
  });
});
