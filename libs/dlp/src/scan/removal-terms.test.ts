import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../kinds.js';
import { foldTerm } from './fold-term.js';
import { TermScan, TermTree } from './removal-terms.js';
import { growthOf, LINEAR_MAX } from '../../../../test/support/growth.js';

function find(terms: readonly string[], text: string, slice = text.length): string[] {
  const findings: Finding[] = [];
  const folded = terms.map((term) => ({ folded: foldTerm(term), label: 'REMOVAL_TERM' }));
  const scan = new TermScan(new TermTree(folded));
  scan.start(text);
  for (let to = slice; to < text.length + slice; to += slice) {
    scan.scanTo(Math.min(to, text.length), findings);
  }
  return findings.map(({ start, end }) => text.slice(start, end));
}

describe('removal terms', () => {
  it.each([
    ['acme', 'We at ACME, acme_corp and "Acme".', ['ACME', 'acme', 'Acme']],
    ['Łódź', 'lodz, ŁÓDŹ and Lo\u0301dz\u0301', ['lodz', 'ŁÓDŹ', 'Lo\u0301dz\u0301']],
    ['Muller', 'Frau Müller', ['Müller']],
    ['Cafe\u0301', 'Café, CAFE', ['Café', 'CAFE']],
    ['Hauptstraße', 'HAUPTSTRASSE', ['HAUPTSTRASSE']],
    [
      'blue  tower',
      'Blue Tower, blue-tower, BLUE_TOWER, Blue \n\t tower',
      ['Blue Tower', 'blue-tower', 'BLUE_TOWER', 'Blue \n\t tower'],
    ],
    ['C++', 'C++ and C++17', ['C++', 'C++']],
    ['東京', '東京都', ['東京']],
    ['acme', 'ac\u200bme', ['ac\u200bme']],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ', ['ΣΙΣΥΦΟΣ']],
    ['𝐀𝐜𝐦𝐞', 'acme', ['acme']],
    ['Nowak', 'Nowaka, Nowakiem i Nowakowi', ['Nowaka', 'Nowakiem', 'Nowakowi']],
    ['Novák', 'Novákem', ['Novákem']],
    ['Kovács', 'Kovácsnak', ['Kovácsnak']],
    ['Blue Tower', 'Blue Towers', ['Blue Towers']],
  ])('%j is found', (term, text, expected) => {
    expect(find([term], text)).toEqual(expected);
    expect(find([term], text, 3)).toEqual(expected);
  });

  it.each([
    ['acme', 'acmes, pacme, acme2, бacme'],
    ['cafe', 'cafeteria'],
    ['Nowak', 'Nowakowski'],
    ['Anna', 'Annas'],
    ['blue tower', 'bluetower, blue / tower'],
  ])('%j is not seen in a longer word or across other signs', (term, text) => {
    expect(find([term], text)).toEqual([]);
  });

  it('finds the longest of several that end together, and each that stands alone', () => {
    expect(find(['Kowalska', 'Anna Kowalska', 'Anna'], 'Anna Kowalska, Kowalska')).toEqual([
      'Anna',
      'Anna Kowalska',
      'Kowalska',
    ]);
  });

  it('agrees with a plain search over words, in any slices', () => {
    // Of letters that make no ending, since a word with one is found as well.
    const word = fc.constantFrom('x', 'xq', 'xqx', 'q', 'qx', 'qxq');
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        words,
        fc.array(word, { maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        (term, text, slice) => {
          const expected = ` ${text.join(' ')} `.includes(` ${term.join(' ')} `);
          expect(find([term.join(' ')], text.join(' '), slice).length > 0).toBe(expected);
        },
      ),
    );
  });

  it('takes time in proportion to the text, whatever the terms share', () => {
    const terms = Array.from(
      { length: 200 },
      (_, index) => `${'a '.repeat(index % 100)}a${index}b`,
    );
    expect(growthOf((text) => find(terms, text), 'a ', 65_536)).toBeLessThan(LINEAR_MAX);
  });
});
