import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { growthOf, LINEAR_MAX } from '../../../../test/support/growth.js';
import { seeded } from '../../../../test/support/seeded.js';
import { scanText } from './scan-text.js';

const MAIL = 'canary.bird@example.com';
const LETTER = `Dear all, write to ${MAIL} or call me: 20 % more – or not.`;

const scan = (text: string) => runAtOnce(scanText(text, { terms: null }));
const filesIn = (text: string) => [...scan(text).files];
const found = (text: string) =>
  scan(text).findings.map(({ kind, start, end }) => [kind, text.slice(start, end)]);

const base64 = (file: Buffer | string) => Buffer.from(file as string).toString('base64');
const lines = (text: string, width: number, end = '\n') =>
  text.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${end}`);
const hex = (digits: string) => Buffer.from(digits.padEnd(100, '0'), 'hex');
const random = seeded(3);
const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, () => 1 + Math.floor(random() * 255)));

describe('what is encoded in a text', () => {
  it('goes by the surest of what is found in it', () => {
    const letter = base64('Zimmer 030 23125014, or write to jane@example.com; thank you very much');
    expect(scan(letter).findings).toMatchObject([{ kind: 'email', score: 0.95 }]);
  });

  it.each([
    ['base64', base64(LETTER)],
    ['base64 for URLs', Buffer.from(LETTER).toString('base64url')],
    ['hexadecimal', Buffer.from(LETTER).toString('hex')],
    ['base64 on lines', lines(base64(LETTER), 20)],
    ['base64 on indented lines', lines(base64(LETTER), 24, '\r\n    ')],
    ['UTF-16', base64(Buffer.from(LETTER, 'utf16le'))],
    ['base64 twice', base64(base64(LETTER))],
    ['base64 behind a path', `files/${base64(LETTER)}`],
  ])('is read: %s', (_, encoded) => {
    expect(found(`see ${encoded}, please`).length).toBeGreaterThan(0);
  });

  it('goes as a whole, since only then does it come back as it was', () => {
    const encoded = base64(LETTER).replace(/=+$/, '');
    expect(found(`see ${encoded}, please`)).toEqual([['email', encoded]]);
    expect(found(JSON.stringify({ a: JSON.stringify({ b: encoded }) }))).toEqual(
      expect.arrayContaining([['email', encoded]]),
    );
  });

  it('is read wherever a slice ends', () => {
    const encoded = base64(LETTER.repeat(900)).replace(/=+$/, '');
    for (const before of [0, 16_370, 16_383, 16_384]) {
      expect(found(`${' '.repeat(before)}${encoded}`)).toEqual([['email', encoded]]);
    }
  });

  it.each([
    ['document', base64('%PDF-1.7 of words alone, and nothing else')],
    ['document', base64(Buffer.concat([noise(700), Buffer.from('%PDF-1.7')]))],
    ['document', hex('504b0304').toString('hex').replaceAll('0000', '1f2e')],
    ['document', base64(hex('0000001866747970'))],
    ['document', base64(hex('504b0304')).replaceAll(/.{3}/g, '$& .')],
    ['document', `data:image/png;base64,${base64(noise(60))}`],
    ['document', base64(noise(5_000))],
    ['document', lines(base64(noise(5_000)), 64)],
    ['image', `say ${base64(hex('89504e47'))}`],
    ['image', `url(data:image/png;base64,${base64(hex('ffd8ffe0'))})`],
    ['image', base64(Buffer.from(`RIFF1234WEBP${'\u0001'.repeat(40)}`))],
    ['audio', base64(Buffer.from(`RIFF1234WAVE${'\u0001'.repeat(40)}`))],
  ])('that is a file (%s) is told: %s', (kind, text) => {
    expect(filesIn(text)).toEqual([kind]);
  });

  it.each([
    ['a UUID', 'b3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
    ['hashes', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n'.repeat(200)],
    ['a token', `eyJhbGciOiJSUzI1NiJ9.${base64('{"sub":"1234567890"}')}.${base64(noise(512))}`],
    [
      'certificates',
      Array.from(
        { length: 40 },
        () => `-----BEGIN CERTIFICATE-----\n${lines(base64(noise(1_800)), 64)}`,
      ).join('\n'),
    ],
    ['a path', 'https://example.org/libs/dlp/src/inspect/read-file-and-more/of/the/same-kind'],
    [
      'a long word',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    ],
    ['filling', 'a'.repeat(100_000)],
    ['a rule', '-'.repeat(10_000)],
    ['a genome', 'GATTACA'.repeat(2_000)],
    ['a list of names', 'getUserAccountById\nsetTheOtherThingTwice\nLIBS_DLP_2\n'.repeat(500)],
    ['a letter', base64('Dear all, nothing stands in here that anybody has to hide.')],
  ])('and is none passes: %s', (_, text) => {
    expect(scan(text)).toEqual({ findings: [], hasUnread: false, files: new Set() });
  });

  it('is told to be there where it is encoded deeper than anyone reads', () => {
    let text = LETTER;
    for (let depth = 0; depth < 7; depth++) text = base64(text);
    expect(scan(text).hasUnread).toBe(true);
  });

  it.each([
    'A',
    'aB3/',
    `${base64(LETTER)} `,
    `${'ab'.repeat(20)}\n`,
    'base64,',
    '<b>',
    '<br ',
    '*a',
    'a+',
    '=?a?b?',
    'abcdefghijkl/MNOP ',
  ])('costs time in proportion to the text: %j', (piece) => {
    expect(growthOf(scan, piece, 262_144)).toBeLessThan(LINEAR_MAX);
  });
});
