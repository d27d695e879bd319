import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPassage } from './passage.js';
import { WordPieces } from './word-pieces.js';

const PIECES = new WordPieces({
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
  model: { type: 'WordPiece', unk_token: '[UNK]', vocab: { '[UNK]': 0, a: 1 } },
});

const wordsOf = (text: string) =>
  readPassage(text, PIECES).words.map(({ start, end }) => text.slice(start, end));

it.each([
  ["Anna-Maria O'Neill, 42.", ['Anna-Maria', 'O', "'", 'Neill', ',', '42', '.']],
  ['Zoe\u0301 Ko\u00adwalska\u200b', ['Zoe\u0301', 'Ko\u00adwalska\u200b']],
  ['Anna™ <s>💤️', ['Anna', '™', '<', 's', '>', '💤️']],
  ['王小明さん', ['王', '小', '明', 'さ', 'ん']],
  ['- \u0303 \u200b', ['-']],
])('reads the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('reads every letter once, in order, on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const letters = (some: string) => some.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
      expect(letters(wordsOf(text).join(''))).toBe(letters(text));
    }),
    { numRuns: 50 },
  );
});
