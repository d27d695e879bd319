import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { SCAN_CHARS } from '../limits.js';
import { COMPATIBLE } from './decodings.js';
import { foldTerm } from './fold-term.js';
import { TermScan, TermTree } from './removal-terms.js';
import { growthOf, LINEAR_MAX } from '../../../../test/support/growth.js';
import { scanText } from './scan-text.js';
import { viewOf } from './view.js';

const MAIL = 'canary.bird@example.com';

function scan(text: string) {
  return readToEnd(text).findings;
}

function readToEnd(text: string) {
  const steps = scanText(text, { terms: null });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What is left of the text when all that was found in it is taken out. */
function remaining(text: string): string {
  const isFound = new Set<number>();
  for (const { start, end } of scan(text)) for (let at = start; at < end; at++) isFound.add(at);
  return [...Array(text.length).keys()].map((at) => (isFound.has(at) ? '' : text[at])).join('');
}

type Write = (code: number) => string;
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

/** Every way to write a character that a common parser undoes. */
const WRITINGS: Readonly<Record<string, Write>> = {
  json: (code) => `\\u${hex(code, 4)}`,
  'eight digits': (code) => `\\U${hex(code, 8)}`,
  braces: (code) => `\\u{${hex(code, 7)}}`,
  hexadecimal: (code) => `\\x${hex(code, 2)}`,
  'hexadecimal in braces': (code) => `\\x{${hex(code, 1)}}`,
  octal: (code) => `\\${code.toString(8).padStart(3, '0')}`,
  percent: (code) => `%${hex(code, 2)}`,
  'percent of scripts': (code) => `%u${hex(code, 4)}`,
  'quoted-printable': (code) => `=${hex(code, 2).toUpperCase()}`,
  html: (code) => `&#${code};`,
  'html with zeros': (code) => `&#0000000${code};`,
  'html without an end': (code) => `&#${code}`,
  'html hexadecimal': (code) => `&#x${hex(code, 8)};`,
};

const FULL_WIDTH = (text: string) =>
  text.replace(/^[\\%&]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const DIGITS = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const HIDDEN = (text: string) => `${text.slice(0, 2)}\u200b${text.slice(2)}`;
const AS_IT_IS = (text: string) => text;

/** What escapes are escaped with, once more. */
const AROUND: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  encodeURIComponent,
  (text) => text.replaceAll('&', '&amp;'),
  (text) => text.replaceAll('%', '%25'),
];

describe('a number with an exponent', () => {
  it.each([
    '4.111111111111111e15',
    '4.111111111111111E+15',
    '0.4111111111111111e16',
    '411111111111.1111e4',
    '4111111111111111000e-3',
    '41111111111111110E-01',
    '4.1111111111111110000e15',
    '4.1111111111111115e15',
    '42424242424218e2', // As long as it is written out.
  ])('is the card that it stands for: %s', (number) => {
    expect(remaining(`{"card":${number},"n":1}`)).toBe('{"card":,"n":1}');
    expect(remaining(`[-${number}]`)).toBe('[-]');
    expect(remaining(JSON.stringify({ inner: `{"a":[${number}]}` }))).not.toContain(number);
  });

  it('is the term that it stands for', () => {
    const terms = new TermScan(new TermTree([{ folded: foldTerm('1234567'), label: 'ACCOUNT' }]));
    const text = '{"account":1.234567e6}';
    const { findings } = runAtOnce(scanText(text, { terms }));
    expect(findings.map(({ start, end }) => text.slice(start, end))).toEqual(['1.234567e6']);
  });

  it.each(['6.022e23', '1e300', '4e12-9a0b', '0x4e15', '4.1e15.2', '4.111111111111112e15', '1e-5'])(
    'is none where it stands for nothing else: %s',
    (text) => {
      expect(remaining(`{"a":${text}}`)).toBe(`{"a":${text}}`);
    },
  );
});

describe('an escaped address', () => {
  const escape = (write: Write) => write(0x40);

  it.each(Object.entries(WRITINGS))('is found: %s', (_, write) => {
    expect(remaining(`say ${MAIL.replace('@', escape(write))} ok`)).toBe('say  ok');
  });

  it.each(['\\\n', '\\\r\n'])('is found over a line that goes on: %j', (end) => {
    for (const [before, after] of [
      ['jane.d', 'oe@example.org'],
      ['DE89 3704 00', '44 0532 0130 00'],
    ]) {
      expect(remaining(`${before}${end}${after}`)).toBe('');
    }
  });

  it.each(['docker run 030 \\\n  23125014', '12 & 030 \\\\\n23125014 & 3 \\\\', 'a\\\nb'])(
    'is none where a command or a table goes on: %j',
    (text) => {
      expect(scan(text)).toEqual([]);
    },
  );

  it.each(['\\@', '%252525252540', '&commat;', '&amp;amp;amp;#64;', '=\r\n@'])(
    'is found: %j',
    (at) => {
      expect(remaining(`say ${MAIL.replace('@', at)} ok`)).toBe('say  ok');
    },
  );

  it('is found whatever is put around and in between', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(WRITINGS)),
        fc.constantFrom(AS_IT_IS, FULL_WIDTH, DIGITS, HIDDEN),
        fc.array(fc.constantFrom(...AROUND), { maxLength: 4 }),
        (write, disguise, around) => {
          const at = disguise(escape(write));
          const text = around.reduce((inner, wrap) => wrap(inner), MAIL.replace('@', at));
          expect(remaining(text)).not.toContain('canary');
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['⑴', '1'],
    ['➀', '1'],
    ['❶', '1'],
    ['⓵', '1'],
    ['⒈', '1'],
    ['1\ufe0f\u20e3', '1'],
  ])('or a card in other digits is found: %s', (digit, plain) => {
    expect(remaining('4111111111111111'.replaceAll(plain, digit))).not.toContain(digit.repeat(4));
  });

  it.each(['\uff3c\uff20', '\\\uff20', '\uff3c\u200b\uff20', '\ufe68\uff20'])(
    'is found: %j',
    (at) => {
      for (const before of [0, 16_280, 16_303, 16_304, 16_305]) {
        const text = `${'x'.repeat(before)} ${MAIL.replace('@', at)}`;
        expect(remaining(text)).not.toContain('canary');
      }
    },
  );

  it.each(['%４0', '%\u200b40', '&#６4;', '\\u００40', '=４0'])(
    'is found wherever a slice ends in it: %j',
    (at) => {
      for (let before = SCAN_CHARS - 24; before <= SCAN_CHARS; before++) {
        const text = `${'x '.repeat(before / 2)}${before % 2 === 1 ? ',' : ''}${MAIL.replace('@', at)}`;
        expect(remaining(text)).not.toContain('canary');
      }
    },
  );

  it.each(['_', '/', '+', '·', '•', '__', ' ', '.', '\r\n'])(
    'or an account or a card in groups is found, parted by %j',
    (sign) => {
      for (const number of ['DE89 3704 0044 0532 0130 00', '4111 1111 1111 1111']) {
        expect(remaining(`x=${number.replaceAll(' ', sign)};`)).toBe('x=;');
      }
    },
  );

  it.each([
    'canary.bird<b>@</b>example.com',
    'canary.bird**@**example.com',
    'canary.bird<wbr>@example<!-- x -->.com',
    'canary.bird&ZeroWidthSpace;@example.com',
    'canary.bird\\40 example.com',
    'canary.bird\\000040 example.com',
    'canary.bird@example\u2024com',
    '"canary bird"@example.com',
    '=?UTF-8?B?Y2FuYXJ5QGV4YW1wbGUuZGU=?=',
    '=?utf-8?q?canary.bird=40example.com?=',
  ])('is found: %s', (text) => {
    expect(remaining(`to ${text} now`)).not.toMatch(/canary|Y2Fu/);
  });

  it.each(['|', ' | ', '\t|\t', ' |  | ', '      |      ', `${' '.repeat(12)}|`])(
    'or an account, a card or an address of which each letter has a cell, parted by %j',
    (sign) => {
      for (const value of ['DE89370400440532013000', '4111111111111111', MAIL]) {
        const cells = [...value].join(sign);
        for (const [before, after] of [
          ['', ''],
          ['| ', ' |'],
          ['| IBAN | ', ' | x1 |\n| --- |'],
        ]) {
          const text = `${before}${cells}${after}`;
          expect(remaining(text)).toBe(`${before}${after}`);
          // Wherever slices of a long text begin.
          const far = `${'x'.repeat(16_370)}\n${text}`;
          expect(remaining(far)).toBe(`${'x'.repeat(16_370)}\n${before}${after}`);
        }
      }
    },
  );

  it.each(['| a | b | c |', 'a|b||c|d', '| 1 | 0 | 1 | 1 |\n| 0 | 1 | 1 | 0 |'])(
    'or is none in %j',
    (text) => {
      expect(remaining(text)).toBe(text);
    },
  );

  it.each([' - ', '\t', ', ', ',', ':', ';', ' | ', ' / ', ' -'])(
    'or a card or an account in groups is found, parted by %j',
    (sign) => {
      for (const number of ['4111 1111 1111 1111', 'DE89 3704 0044 0532 0130 00']) {
        expect(remaining(`pay ${number.replaceAll(' ', sign)} or`)).toBe('pay  or');
      }
    },
  );

  it.each([
    '4111 1111\t1111 1111',
    '4111-1111-1111-1111x',
    '4111111111111111n',
    'DE89370400440532013000x',
  ])('or a card or an account is found, however it was typed: %j', (number) => {
    expect(remaining(`pay ${number} or`).trim()).toMatch(/^pay \w? or$/);
  });

  it.each(['536 - 22 - 8741', '536- 22- 8741', '536 -22 -8741'])(
    'or a number of a country: %s',
    (number) => {
      expect(scan(`SSN: ${number}`)).toContainEqual(
        expect.objectContaining({
          kind: 'social_security_number',
          start: 5,
          end: 5 + number.length,
        }),
      );
    },
  );

  it.each([
    'jane.doe @ example.org',
    'jane.doe@ example.org',
    'j.doe@\nexample.org',
    'j_doe @example.de',
  ])('is found with blanks in it: %j', (mail) => {
    expect(remaining(`to ${mail}, now`)).toBe('to , now');
  });

  it.each([
    '[4111, 1111, 1111, 1111]',
    '4111, 1111, 1111, 1111, 1112, 1113',
    'meet me @ example.org',
    'y = self.w @ x.to(device) @ k.mT',
    'import a.b\n@app.route("/")',
    'v1.2 @ example.org',
  ])('is not seen in numbers and words beside each other: %j', (text) => {
    expect(scan(text)).toEqual([]);
  });

  it.each([
    ['D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0'],
    ...[',', ':', '|', '*', '<br>', ' | ', '</td><td>', '**'].map((sign) => [
      'DE89 3704 0044 0532 0130 00'.replaceAll(' ', sign),
    ]),
    ['4,111,111,111,111,111'],
    ['4111<br>1111<br>1111<br>1111'],
    ['**4111** **1111** **1111** **1111**'],
  ])('or an account or a card is found: %s', (number) => {
    expect(remaining(`pay ${number} now`).replaceAll('*', '')).toBe('pay  now');
  });

  it.each([
    ['tags', (code: number) => String.fromCodePoint(0xe0000 + code)],
    ['tags with joiners', (code: number) => `${String.fromCodePoint(0xe0000 + code)}\u200d`],
    ['variation selectors', (code: number) => String.fromCodePoint(0xe00f0 + code)],
  ] satisfies readonly [string, Write][])('or what nothing shows is found: %s', (_, write) => {
    const hide = (text: string) => text.replaceAll(/[ -~]/g, (char) => write(char.charCodeAt(0)));
    for (const value of [MAIL, '4111 1111 1111 1111', 'DE89370400440532013000']) {
      for (const [before, behind] of [
        ['', ''],
        ['😀', ' x'],
        ['1', '2'],
        ['a', 'b'],
      ] as const) {
        for (const length of [0, 16_300, 16_383]) {
          const start = 'x '.repeat(length / 2) + before;
          const left = remaining(start + hide(value) + behind).replaceAll('\u200d', '');
          expect(left).toBe(start + behind);
        }
      }
    }
  });

  it('and the flags that are written so are none', () => {
    expect(scan('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} won 12')).toEqual([]);
  });

  it.each(['ⓒⓐⓝⓐⓡⓨ', '⒞⒜⒩⒜⒭⒴', '🄲🄰🄽🄰🅁🅈', '🅲🅰🅽🅰🆁🆈', '🅒🅐🅝🅐🅡🅨', 'ᶜᵃⁿᵃʳʸ', 'ᴄᴀɴᴀʀʏ', '𝒸𝒶𝓃𝒶𝓇𝓎'])(
    'is found in other letters: %s',
    (written) => {
      expect(remaining(`to ${written}@example.com now`)).toBe('to  now');
    },
  );

  it('or a card before its security code', () => {
    expect(remaining('PAN:4111111111111111CVV123')).toBe('PAN:CVV123');
  });

  it.each([
    'Zyxland+Kestrel',
    '%5Ayxland+%4Bestrel',
    'Zyxland/Kestrel',
    '**Zyxland** _Kestrel_',
    '<b>Zyxland</b><br>Kestrel',
    'Zyx<wbr>land Kestrel',
  ])('or a term is found: %s', (text) => {
    const terms = new TermScan(
      new TermTree([{ folded: foldTerm('Zyxland Kestrel'), label: 'TERM' }]),
    );
    expect(runAtOnce(scanText(`at ${text}, now`, { terms })).findings.length).toBeGreaterThan(0);
  });

  it.each(['&#', '&amp;#', '&#x', '\\u{', '\\\\x{'])(
    'is found behind any zeros: %s',
    (introducer) => {
      for (const zeros of [17, 30, 31, 100, 200]) {
        const number = introducer.endsWith('#') ? '64' : '40';
        const at = `${introducer}${'0'.repeat(zeros)}${number}${introducer.endsWith('{') ? '}' : ';'}`;
        expect(remaining(`say ${MAIL.replace('@', at)} ok`)).toBe('say  ok');
      }
    },
  );

  it.each([
    'width=40px; height=20em',
    'npm i pkg@1.2.3 --flag=40',
    '50% of 100%, 3 & 4 &c.',
    'C:\\100\\u\\share\\x',
    '“quoted” 100 % – ok & fine',
    'if (a && b) { c = d\\n }',
    'price 1,234.50 EUR @ 20%',
    'a * b @ c, **bold** and `npm i pkg@1.2.3`',
    '<a href="https://example.org">@jane</a><br>x',
    'total: 4,111,111,111,111,112 or 1,111,111,111',
    'x\\41 y \\b c',
  ])('is not seen in %j', (text) => {
    expect(scan(text)).toEqual([]);
  });

  it.each([
    ['imei', 'The IMEI is 490154203237518 here', '490154203237518'],
    ['vehicle_plate', 'Kennzeichen: M-XY 123', 'M-XY 123'],
    ['date_of_birth', 'geboren am 12.03.1980 in Ulm', '12.03.1980'],
    ['password', 'password: Kestrel9Wind!', 'Kestrel9Wind!'],
    ['mac_address', 'seen 3c:22:fb:12:9a:01', '3c:22:fb:12:9a:01'],
    ['person_name', 'My name is Marta Wiśniewska.', 'Marta Wiśniewska'],
  ])(
    'is found, %s, with words and all between invisible characters and in full width',
    (kind, text, value) => {
      const unseen = text.split('').join('\u200b');
      const wide = text.replaceAll(/[!-~]/g, (char) =>
        String.fromCharCode(char.charCodeAt(0) + 0xfee0),
      );
      for (const written of [unseen, wide]) {
        const values = scan(written)
          .filter((finding) => finding.kind === kind)
          .map(({ start, end }) =>
            written.slice(start, end).normalize('NFKC').replaceAll('\u200b', ''),
          );
        expect(values).toContain(value);
      }
    },
  );

  it('costs no second look in texts whose punctuation is of full width, or that hold pictures', () => {
    const text = '你好，世界（一）。 👩\u200d👩\u200d👧 ❤\ufe0f';
    expect(runAtOnce(viewOf(text, COMPATIBLE))?.changed).toEqual([]);
    expect(runAtOnce(viewOf(`${text} a\u200bb`, COMPATIBLE))?.changed).not.toEqual([]);
  });

  it.each([
    '# RFC 3484',
    'GPU RTX 4090, ISO 27001',
    '{"lat_ms": 52.1234}',
    '{"long":3.1415}',
    'git+ssh://git@github.com/isaacs/x',
    'clone from https://user:pass@host.com/',
    'OID 1.3.101.110',
  ])('is not seen in names and numbers of programs: %j', (text) => {
    const kinds = ['street_address', 'geo_coordinates', 'ip_address', 'email'];
    expect(scan(text).filter((one) => kinds.includes(one.kind) && one.score >= 0.35)).toEqual([]);
  });

  it.each([
    ['geo_coordinates', '{"lat":52.1234,"long":13.4050}', '13.4050'],
    ['ip_address', 'connected from host 1.3.101.110', '1.3.101.110'],
    ['card_security_code', 'the security code is 987', '987'],
    ['password', 'mysql -u root -pKestrel9Wind shop', 'Kestrel9Wind'],
    ['password', 'docker login -u me -p Kestrel9Wind reg.io', 'Kestrel9Wind'],
    ['password', 'redis-cli -h x -a Kestrel9Wind ping', 'Kestrel9Wind'],
  ])('is found by what stands beside it, %s: %j', (kind, text, value) => {
    const values = scan(text).filter((one) => one.kind === kind && one.score >= 0.35);
    expect(values.map(({ start, end }) => text.slice(start, end))).toContain(value);
  });

  it('is told to be there where it is escaped deeper than anyone reads', () => {
    const ways = [
      (text: string) => encodeURIComponent(text),
      (text: string) => text.replaceAll('%', '&#37;'),
      (text: string) => text.replaceAll('&', '\\u0026'),
    ];
    let text = MAIL;
    for (let depth = 0; depth < 24; depth++) {
      text = ways[depth % ways.length]?.(text) ?? text;
      const isFound = !remaining(text).includes('canary');
      expect(isFound || readToEnd(text).hasUnread).toBe(true);
    }
    expect(readToEnd(text).hasUnread).toBe(true);
    expect(readToEnd(`&#${'0'.repeat(10_000)}64;`).hasUnread).toBe(true);
    expect(readToEnd(`${'\\'.repeat(200)} %252540 &amp;amp;`).hasUnread).toBe(false);
  });

  it.each([
    '\\',
    '%25',
    '&amp;',
    '&#38;',
    '=40',
    '％4',
    '\\\\u',
    '&#0000000',
    '%4\u200b0',
    'a\u200b',
    '\u200b',
    '１',
    'ａ，',
    '4 ',
    '\u0332',
    '\u{e0031}',
    '1.5e3,',
    '4.111111111111111e15 ',
    '12345678901234567890',
  ])('costs time in proportion to the text: %j', (piece) => {
    expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
  });
});
