import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthBetween, LINEAR_MAX, SCALE } from '../../../../test/support/growth.js';
import { runAtOnce } from '#kernel';
import { splitPassages, type Splitting } from './split-passages.js';
import { tokensIn } from './tokens-in.js';

const split = (text: string, splitting: Splitting) => runAtOnce(splitPassages(text, splitting));
const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

describe('passages of a text', () => {
  it('are its paragraphs, as many in each as fit', () => {
    const found = split('one one\n\ntwo two\n \n\nthree three', {
      tokensMax: 5,
      overlapTokens: 0,
    });
    expect(found.map(({ text }) => text)).toEqual(['one one\n\ntwo two', 'three three']);
  });

  it('begin with the end of the one before', () => {
    const found = split('aaaa aaaa\n\nbbbb bbbb\n\ncccc cccc\n\ndddd dddd', {
      tokensMax: 9,
      overlapTokens: 3,
    });
    expect(found.map(({ text }) => text)).toEqual([
      'aaaa aaaa\n\nbbbb bbbb\n\ncccc cccc',
      'cccc cccc\n\ndddd dddd',
    ]);
  });

  it('end with a sentence where a paragraph is too long, and within none where they need not', () => {
    const sentence = (n: number) => `This is the sentence of number ${n}, which says little.`;
    const text = Array.from({ length: 40 }, (_, n) => sentence(n)).join(' ');
    const found = split(text, { tokensMax: 60, overlapTokens: 0 });
    expect(found.length).toBeGreaterThan(5);
    for (const passage of found) expect(passage.text).toMatch(/^This is .* little\.$/s);
  });

  it('are never longer than asked, leave nothing out, and tear no character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      fc
        .array(fc.string({ unit: fc.constantFrom('a', '\n', ' ', '.', '😀') }))
        .map((parts) => parts.join('')),
      fc.integer({ min: 0, max: 4_000 }).map(words),
    );
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 8, max: 300 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (given, tokensMax, share) => {
          const splitting = { tokensMax, overlapTokens: Math.floor(tokensMax * share) };
          const found = split(given, splitting);
          for (const passage of found) {
            expect(passage.text).not.toBe('');
            expect(passage.text.isWellFormed() || !given.isWellFormed()).toBe(true);
            expect(passage.tokens).toBeLessThanOrEqual(tokensMax);
            // What joins blocks is counted with none of them.
            expect(tokensIn(passage.text)).toBeLessThanOrEqual(tokensMax + passage.text.length / 2);
          }
          const letters = (from: string) => from.replaceAll(/\s+/g, '');
          const all = split(given, { tokensMax, overlapTokens: 0 });
          expect(letters(all.map((one) => one.text).join(''))).toBe(letters(given));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('take time by the length of the text alone', () => {
    const work = (text: string) => () => split(text, { tokensMax: 800, overlapTokens: 400 });
    const text = `${words(20_000)}\n\n`;
    expect(growthBetween(work(text), work(text.repeat(SCALE)))).toBeLessThan(LINEAR_MAX);
  });

  it('of a text without a seam are worked on in short steps', () => {
    const steps = splitPassages('x'.repeat(4_000_000), { tokensMax: 800, overlapTokens: 0 });
    let rests = 0;
    while (!steps.next().done) rests++;
    expect(rests).toBeGreaterThan(100);
  });
});
