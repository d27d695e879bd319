import type { OwnPattern } from '#call';
import { runAtOnce } from '#kernel';
import { describe, expect, it } from 'vitest';
import { aProtection } from '../../../../../test/support/a-call.js';
import { growthOf, LINEAR_MAX } from '../../../../../test/support/growth.js';
import { scanText } from '../scan-text.js';
import { OwnSearch } from './own-search.js';

const pattern = (given: Partial<OwnPattern> & Pick<OwnPattern, 'pattern'>): OwnPattern => ({
  name: 'customer',
  label: 'CUSTOMER',
  score: 0.9,
  words: [],
  check: 'none',
  ...given,
});

function scan(text: string, patterns: readonly OwnPattern[], terms: readonly string[] = []) {
  const policy = {
    ...aProtection('tokenize'),
    patterns,
    terms: terms.map((term) => ({ term, label: 'PROJECT' })),
  };
  return runAtOnce(scanText(text, { terms: null, own: OwnSearch.of(policy) })).findings.filter(
    ({ kind }) => kind === 'own_term' || kind === 'own_pattern',
  );
}

const found = (
  text: string,
  ...given: Parameters<typeof scan> extends [string, ...infer Rest] ? Rest : never
) => scan(text, ...given).map(({ label, start, end }) => `${label} ${text.slice(start, end)}`);

const NUMBER = [pattern({ pattern: String.raw`\bC-[0-9]{6}\b` })];
const FILLER = 'Nothing is in here. '.repeat(1_000);

describe('what an organisation wants found', () => {
  it('is found by its pattern', () => {
    expect(found('C-123456, XC-123456, C-1234567', NUMBER)).toEqual(['CUSTOMER C-123456']);
    expect(scan('C-123456', NUMBER)[0]).toMatchObject({
      kind: 'own_pattern',
      subtype: 'customer',
      score: 0.9,
    });
  });

  it('is found wherever it stands in a long text, once', () => {
    for (const before of [4_090, 4_095, 4_096, 8_180, 16_380, 16_384]) {
      const text = `${FILLER.slice(0, before - 1)} C-123456 ${FILLER}`;
      expect(found(text, NUMBER)).toEqual(['CUSTOMER C-123456']);
    }
  });

  it('is found whole where it is long', () => {
    const key = `KEY-${'a1'.repeat(1_000)}`;
    const text = `${FILLER.slice(0, 4_000)} ${key} ${FILLER}`;
    expect(found(text, [pattern({ pattern: 'KEY-[a-z0-9]+' })])).toEqual([`CUSTOMER ${key}`]);
  });

  it('is found behind characters of two units, and in escapes', () => {
    expect(found('😀😀 C-123456', NUMBER)).toEqual(['CUSTOMER C-123456']);
    expect(found(String.raw`C\u002d123456`, NUMBER)).toEqual([String.raw`CUSTOMER C\u002d123456`]);
  });

  it('is proved by a checksum and by words', () => {
    const card = [pattern({ pattern: '[0-9]{4}-[0-9]{4}', check: 'luhn' })];
    expect(found('1234-5674 1234-5675', card)).toEqual(['CUSTOMER 1234-5674']);
    const reference = [pattern({ pattern: '(?i)ref-[0-9a-z]+', check: 'mod97' })];
    expect(found('ref-12a08 REF-12A08 ref-12a09', reference)).toEqual([
      'CUSTOMER ref-12a08',
      'CUSTOMER REF-12A08',
    ]);
    const worded = [pattern({ pattern: '[0-9]{7}', words: ['Kunde', 'customer'] })];
    expect(scan('Kunde 1234567', worded)[0]?.score).toBe(0.9);
    expect(scan('1234567', worded)[0]?.score).toBeCloseTo(0.55);
    expect(scan('version 1234567', worded)[0]?.score).toBeCloseTo(0.15);
  });

  it('is found by its name, in any case and spelling', () => {
    expect(found('PROJECT-HERON, project heron, Herons', [], ['Project Heron'])).toEqual([
      'PROJECT PROJECT-HERON',
      'PROJECT project heron',
    ]);
  });

  it.each([
    'TCK-12\u200b345',
    'TC\u00adK-12345',
    'ＴＣＫ-12345',
    'TCK\u201112345',
    'TCK\u2212１2345',
  ])('is found by its pattern however its characters are written: %j', (written) => {
    const found = scan(`see ${written}, now`, [pattern({ pattern: 'TCK-[0-9]{5}' })]);
    expect(found).toContainEqual(
      expect.objectContaining({ start: 4, end: 4 + written.length, canonical: 'TCK-12345' }),
    );
  });

  it.each([
    'Projekt Nachtfalters',
    'ProjektNachtfalter',
    'projekt.nachtfalter',
    'Projekt-Nachtfaltern',
  ])('is found by its name with an ending, in one word and parted by a dot: %s', (written) => {
    expect(found(`das ${written} hier`, [], ['Projekt Nachtfalter'])).toEqual([
      `PROJECT ${written}`,
    ]);
  });

  it.each(['Projekt Nachtfalterung', 'meinProjektNachtfalter', 'Projekt. Nachtfalter'])(
    'is not seen in %s',
    (written) => {
      expect(found(written, [], ['Projekt Nachtfalter'])).toEqual([]);
    },
  );

  it.each(['a', 'C-', 'C-123456', 'ab'.repeat(50)])(
    'costs time in proportion to the text: %j',
    (unit) => {
      const patterns = [
        ...NUMBER,
        pattern({ name: 'nested', pattern: '(a|b|ab)*c' }),
        pattern({ name: 'long', pattern: '(?:[a-z]+-)+[0-9]{3,}' }),
      ];
      expect(growthOf((text) => scan(text, patterns), unit, 60_000)).toBeLessThan(LINEAR_MAX);
    },
  );
});
