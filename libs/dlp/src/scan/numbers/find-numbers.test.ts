import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../kinds.js';
import { scanRange } from '../anchors.js';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';

function scan(text: string, name?: string): readonly Finding[] {
  const findings: Finding[] = [];
  scanRange(text, 0, text.length, findings, name);
  return findings;
}

const VALID = '490154203237518';
const TWISTED = '490154203237581';

describe('numbers with a checksum', () => {
  it('are sure by a word beside them', () => {
    const [imei] = scan(`The IMEI of the handset is ${VALID}.`);
    expect(imei).toMatchObject({ kind: 'imei', start: 27, end: 42, score: 0.55 });
    expect(scan(`Das Gerät (${VALID}) ist da, IMEI wie oben.`)[0]?.score).toBeCloseTo(0.55);
  });

  it('are sure by the name that they have where they stand', () => {
    expect(scan(VALID, 'imei')[0]?.score).toBeCloseTo(0.65);
    expect(scan(`{"deviceImei": "${VALID}"}`)[0]?.score).toBeCloseTo(0.65);
    expect(scan(`device_imei=${VALID}`)[0]?.score).toBeCloseTo(0.65);
  });

  it('are sure by a word in capitals with an accent', () => {
    expect(scan('EMŠO: 0101006500006')[0]?.score).toBeCloseTo(0.99);
    expect(scan('0101006500006')[0]?.score).toBeCloseTo(0.75);
  });

  it('are doubted by themselves, and beside a word against them', () => {
    expect(scan(VALID)).toEqual([]);
    expect(scan(`build ${VALID}`)).toEqual([]);
  });

  it.each([
    '49-015420-323751-8',
    '490154 203237 518',
    '49.015420.323751.8',
    '４９０１５４２０３２３７５１８',
  ])('are read over what parts them: %s', (written) => {
    expect(scan(`IMEI ${written},`)).toContainEqual(
      expect.objectContaining({ kind: 'imei', start: 5, end: 5 + written.length }),
    );
  });

  it.each([TWISTED, `1${VALID}`, `${VALID}0`, `${VALID}a`, `1-${VALID}`])(
    'are no others: %s',
    (written) => {
      expect(scan(`IMEI ${written}`).filter(({ score }) => score >= 0.5)).toEqual([]);
    },
  );
});

/** What any policy would act on. */
/** Of other matchers, which are asked beside this one. */
const OTHERS: ReadonlySet<string> = new Set(['phone', 'ip_address']);

const actedOn = (text: string): string[] =>
  scan(text)
    .filter(({ kind, score }) => score >= 0.5 && !OTHERS.has(kind))
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('no number of a person', () => {
  it.each([
    'at 1712345678 and 1712345678901 the job ended',
    'request 7b0a5c9e-1c1f-4d3a-9b5e-446655440510 took 312 ms',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'commit 12345678z of branch 44051401359',
    'order 44051401359 is on its way',
    'build 10.0.22631.2861, version 131052.308',
    'file_44051401359.png',
    'total: $44051401359.00',
    '0.44051401359',
    '44051401359.25',
    'ab123456c deadbeef00',
    'tel:+4915112345678',
    'ISBN 978-3-16-148410-0',
    'line 1234567890, port 65535',
    'on 2024-01-15 and 15.01.2024, 15/01/24 12:30',
    'prices 12.345,67 and 1,234,567.89',
    '192.168.100.200 and 10.20.30.40:8080',
    '550e8400-e29b-41d4-a716-446655440000',
    '2024-01-15T09:30:00.123456789Z',
    'v1.22.333.4444',
  ])('stands in %s', (text) => {
    expect(actedOn(text)).toEqual([]);
  });

  it('is taken for one in tables of numbers, whatever checks it passes', () => {
    const rows = ['68051043108', '36574261809', '11223344556', '42010112345', '37605030299'];
    expect(actedOn(`${rows.join('\n')}\n`)).toEqual([]);
    expect(actedOn(rows.join(','))).toEqual([]);
    expect(actedOn('68051043108')).toHaveLength(1); // The whole text.
  });
});

describe('numbers in a text', () => {
  it.each([
    ['PESEL44051401359', 'national_id 44051401359'],
    ['pesel=44051401359&x=1', 'national_id 44051401359'],
    ['{"pesel":"44051401359"}', 'national_id 44051401359'],
    ['<pesel>44051401359</pesel>', 'national_id 44051401359'],
    ['PESEL 440514 01359', 'national_id 440514 01359'],
    ['PESEL 440-514-013-59', 'national_id 440-514-013-59'],
    ['PESEL ４４０５１４０１３５９', 'national_id ４４０５１４０１３５９'],
    ['PESEL 440514\u200b01359', 'national_id 440514\u200b01359'],
    ['nr. PESEL: 44051401359.', 'national_id 44051401359'],
    ['The NI number is QQ no, AB 12 34 56 C yes', 'social_security_number AB 12 34 56 C'],
    ['cf RSS MRA 85T10 A562S', 'tax_id RSS MRA 85T10 A562S'],
    ['hetu 131052-308t', 'national_id 131052-308t'],
    ['personnummer 121212+1212', 'national_id 121212+1212'],
  ])('are found in %j', (text, expected) => {
    expect(actedOn(text)).toContain(expected);
  });

  it.each([
    ['1 '],
    ['12 '],
    ['123-'],
    ['1234.'],
    ['A1 '],
    ['AB 12 '],
    ['PESEL 1'],
    ['440514 01359 '],
    ['44051401359 PESEL '],
    ['a1b2c3'],
    ['1\u200b'],
    ['9 99 99 '],
    ['pesel'],
  ])('are looked for in time in proportion to the text, up to 64 kB of %j', (piece) => {
    expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
  });

  it('are found in slices as in one go', () => {
    const word = fc.constantFrom(
      '44051401359',
      'PESEL ',
      '131052-308T',
      'AB 12 34 56 C',
      'RSSMRA85T10A562S',
      '12345678Z',
      ' ',
      '-',
      'id',
      '7',
      ', ',
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 16 }),
        fc.integer({ min: 1, max: 30 }),
        (words, slice) => {
          const text = words.join('');
          const sliced: Finding[] = [];
          for (let from = 0; from < text.length; from += slice) {
            scanRange(text, from, Math.min(text.length, from + slice), sliced);
          }
          const missing = scan(text).filter(
            (whole) => !sliced.some((part) => part.start <= whole.start && part.end >= whole.end),
          );
          expect(missing).toEqual([]);
        },
      ),
    );
  });
});

describe('numbers of people that tables and slips part', () => {
  it.each([
    ['pl_pesel', 'PESEL 44\t051\t401\t359', '44\t051\t401\t359'],
    ['pl_pesel', 'PESEL: 44051,40135,9', '44051,40135,9'],
    ['pl_pesel', 'PESEL 44, 051, 401, 359', '44, 051, 401, 359'],
    ['us_ssn', 'SSN: 536,90,4399', '536,90,4399'],
    ['us_ssn', 'SSN\t536\t90\t4399', '536\t90\t4399'],
    ['gb_nino', 'NI number AB,12,34,56,C', 'AB,12,34,56,C'],
    ['gb_nhs', 'NHS number 943\t476\t5919', '943\t476\t5919'],
    ['de_tax_id', 'Steuer-ID 65,929,970,489', '65,929,970,489'],
    ['br_cpf', 'CPF 390,533,447,05', '390,533,447,05'],
    ['se_personnummer', 'personnummer 811218,9876', '811218,9876'],
    ['pl_pesel', 'PESEL 44051401359a', '44051401359'],
    ['us_ssn', 'SSN 536-90-4399b.', '536-90-4399'],
    ['es_dni', 'DNI 12345678Za', '12345678Z'],
    ['se_personnummer', 'personnummer 811218-9876 b', '811218-9876'],
    ['fi_hetu', 'henkilötunnus 131052-308Tx', '131052-308T'],
  ])('are found behind a word: %s in %j', (subtype, text, number) => {
    const found = scan(text).filter((finding) => finding.subtype === subtype);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([number]);
  });

  it.each([
    '44,051,401,359',
    'Sum: 44,051,401,359 PLN',
    'a\t536\t90\t4399\tb',
    '943,476,5919',
    '12345678,Z',
    'part 44051401359a',
    'PESEL: 44051,40135,8',
    'SSN 536-90-4399ab',
  ])('are not seen without one, nor in lists: %j', (text) => {
    expect(scan(text).filter(({ kind }) => kind !== 'phone')).toEqual([]);
  });

  it.each(['PESEL 44,', 'PESEL 44\t', 'SSN 536,90,', 'PESEL 4a '])(
    'take time in proportion to the text, for %j',
    (piece) => {
      expect(growthOf(scan, piece, 65_536)).toBeLessThan(LINEAR_MAX);
    },
  );
});
