import { createHash } from 'node:crypto';
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

const pairs = [...Buffer.from(LETTER)].map((byte) => byte.toString(16).padStart(2, '0'));
const ofBytes = (write: (byte: number) => string, parting = ' ') =>
  [...Buffer.from(LETTER)].map(write).join(parting);
const inUtf16 = (text: string) => Buffer.from(text, 'utf16le');
const base32 = (text: string) => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five.padEnd(5, '0'), 2)),
    )
    .join('');
};
const dump = (text: string, group: number, offset: string, frame: string) =>
  (text.match(/[^]{1,16}/g) ?? [])
    .map((line, at) => {
      const digits = Buffer.from(line).toString('hex');
      const bytes = digits.replaceAll(new RegExp(`.{${2 * group}}`, 'g'), '$& ').padEnd(48);
      return `${(16 * at).toString(16).padStart(8, '0')}${offset} ${bytes} ${frame}${line}${frame}`;
    })
    .join('\n');
/** Of words whose ends make nothing. */
const ASCII_LETTER = LETTER.replaceAll('–', '-').padEnd(70);

describe('what is encoded in a text', () => {
  it('goes by the surest of each kind that is found in it, since a policy may let one of them pass', () => {
    const letter = base64(
      'Mail joe (at) example.com or jane@example.com; Anna Kowalska is in Berlin',
    );
    const { findings } = scan(letter);
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'email', score: 0.95 }));
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual([
      'email',
      'location',
      'person_name',
    ]);
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
    ['UTF-16 with the high byte first', base64(inUtf16(LETTER).swap16())],
    ['hexadecimal of UTF-16', inUtf16(LETTER).toString('hex')],
    ['hexadecimal of UTF-16 with the high byte first', inUtf16(LETTER).swap16().toString('hex')],
    ['hexadecimal behind its sign', `0x${Buffer.from(LETTER).toString('hex')}`],
    ['hexadecimal behind a word', `blob-${Buffer.from(LETTER).toString('hex')}`],
    ['base32', base32(LETTER)],
    ['base32 in small letters', base32(LETTER).toLowerCase()],
    ['base32 behind a word', `id-${base32(LETTER)}`],
    ...[' ', ':', '-', ', ', '\n', ' | ', '_', '.'].map((parting) => [
      `pairs parted by ${JSON.stringify(parting)}`,
      pairs.join(parting),
    ]),
    ['pairs in capitals', pairs.join(' ').toUpperCase()],
    [
      'pairs of UTF-16',
      [...inUtf16(LETTER)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    ],
    ['bytes of a program', ofBytes((byte) => `0x${byte.toString(16).padStart(2, '0')}`, ', ')],
    ['bytes of a string, apart', ofBytes((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)],
    ['bytes of an assembler', ofBytes((byte) => `${byte.toString(16).padStart(2, '0')}h`)],
    ['quoted pairs', `["${pairs.join('", "')}"]`],
    ['words of two bytes', Buffer.from(ASCII_LETTER).toString('hex').replaceAll(/.{4}/g, '$& ')],
    [
      'words of two bytes, turned',
      Buffer.from(ASCII_LETTER).swap16().toString('hex').replaceAll(/.{4}/g, '$& '),
    ],
    [
      'code points',
      Array.from(LETTER, (char) => `U+${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
        ' ',
      ),
    ],
    ['decimal codes', ofBytes(String, ', ')],
    ['octal codes', ofBytes((byte) => byte.toString(8).padStart(3, '0'))],
    ['binary codes', ofBytes((byte) => byte.toString(2).padStart(8, '0'))],
    ['a dump', dump(ASCII_LETTER, 2, ':', '')],
    ['a dump in a frame', dump(ASCII_LETTER, 1, '', '|')],
    ['UTF-7', LETTER.replace('@', '+AEA-')],
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

  it('in which people are named is read as all that they are named in', () => {
    const text = 'My name is Anna Kowalska, and I live in Berlin.';
    for (const encoded of [
      [...Buffer.from(text)].map((byte) => byte.toString(16)).join(' '),
      base32(text),
      inUtf16(text).toString('hex'),
      [...Buffer.from(text)].join(' '),
    ]) {
      expect(found(encoded)).toContainEqual(['person_name', encoded]);
    }
  });

  it('is read in lines, and goes without the word on the line behind it', () => {
    const text = 'My name is Anna Kowalska, and I live in Berlin, as I have said.';
    for (const encoded of [
      ...[16, 32, 60].map((width) => lines(Buffer.from(text).toString('hex'), width).trimEnd()),
      lines(base32(text), 24).trimEnd(),
      Buffer.from(text).toString('hex'),
      base32(text),
      base64(text),
    ]) {
      expect(found(`See below.\n${encoded}\n`), encoded).toContainEqual(['person_name', encoded]);
    }
    const alone = Buffer.from(text).toString('hex');
    expect(found(`See below.\n${alone}\nThanks`)).toContainEqual(['person_name', alone]);
  });

  it('goes with the text that a dump shows beside it', () => {
    const shown = dump(`Dear all, write to ${MAIL}`, 1, '', '|');
    expect(found(`The dump:\n${shown}\nand so on`)).toContainEqual(['email', shown]);
  });

  it('goes as one list, whatever it is parted by', () => {
    const list = pairs.join(':');
    expect(found(`see ${list}, please`)).toEqual([['email', list]]);
  });

  it('is read in pairs wherever a slice ends', () => {
    const list = pairs.join(' ');
    for (const before of [16_300, 16_370, 16_383, 16_384]) {
      expect(found(`${' '.repeat(before)}${list}`)).toEqual([['email', list]]);
    }
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
    [
      'addresses of devices',
      '00:1b:44:11:3a:b7, 00-1B-44-11-3A-B8'.replaceAll(/[-:]/g, '-').slice(0, 11),
    ],
    [
      'a hash in pairs',
      createHash('sha256').update('x').digest('hex').replaceAll(/../g, '$&:').slice(0, -1),
    ],
    [
      'colours',
      Array.from(
        { length: 60 },
        (_, at) =>
          `#${((at * 7919 + 11) % 4096).toString(16).padStart(3, '0')}, rgb(${at}, ${at + 90}, ${(at * 3) % 256})`,
      ).join('; '),
    ],
    [
      'bytes of a picture',
      [...noise(400)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    ],
    [
      'ids in base32',
      Array.from({ length: 40 }, () => base32(noise(20).toString('latin1')).slice(0, 32)).join(
        '\n',
      ),
    ],
    ['ages', 'Ages: 34, 56, 45, 67, 72, 65, 80, 91, 66, 49, 50, 51, 48, 47, 46, 64, 33, 97, 101'],
    ['temperatures', Array.from({ length: 300 }, (_, at) => 40 + ((at * 37) % 60)).join(' ')],
    ['years', Array.from({ length: 90 }, (_, at) => 1940 + at).join(', ')],
    ['a matrix of bits', '00111100 01000010 10100101 10000001 10100101 10011001 01000010 00111100'],
    ['permissions', '644 755 600 700 644 644 755 644 600 755 644 755'],
    ['sums', 'rate+AB/c, x+AbC-d and one+abba'],
    [
      'a letter in pairs',
      [...Buffer.from('Dear all, nothing is to hide.')].map((byte) => byte.toString(16)).join(' '),
    ],
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
    '61 ',
    '6a:',
    '0x6a, ',
    '\\x6a ',
    '61  33  ',
    '00000010: 6161 6161  aaaa\n',
    '00000010  61 61  |aa|\n',
    'U+0061 ',
    '97, ',
    '01100001 ',
    'abcd ',
    'NJQW4ZJO',
    '+AEA-',
    '+AEA+AEA',
  ])('costs time in proportion to the text: %j', (piece) => {
    expect(growthOf(scan, piece, 262_144)).toBeLessThan(LINEAR_MAX);
  });
});
