import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WordPiece } from './word-piece.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const VOCABULARY = read('../../../../typed/models/vocabulary.txt');
/** Texts in twelve scripts with the ids that the reference gives them (tokenizers, its `tokenizer.json`). */
const GOLDEN = JSON.parse(read('./word-piece.golden.json')) as [text: string, ids: number[]][];

it('cuts as the reference does', () => {
  const pieces = new WordPiece(VOCABULARY);
  expect(GOLDEN).toHaveLength(200);
  for (const [text, ids] of GOLDEN) expect(pieces.encode(text, Infinity)).toEqual(ids);
  // And what it remembers is what it has cut.
  for (const [text, ids] of GOLDEN) expect(pieces.encode(text, Infinity)).toEqual(ids);
});

it('takes as many pieces as are wanted, of the front or of the end', () => {
  const pieces = new WordPiece(VOCABULARY);
  const text = 'unaffable translators, everywhere';
  const all = pieces.encode(text, Infinity);
  for (let max = 0; max <= all.length + 1; max++) {
    expect(pieces.encode(text, max)).toEqual(all.slice(0, max));
    expect(pieces.encodeEnd(text, max)).toEqual(max === 0 ? [] : all.slice(-max));
  }
});

it('lets no text spell a special piece', () => {
  const pieces = new WordPiece(VOCABULARY);
  const spelt = pieces.encode('[CLS] [SEP] [cls]', Infinity);
  expect(spelt).not.toContain(pieces.start);
  expect(spelt).not.toContain(pieces.separator);
});

it.each([
  ['accents without end', 'a' + '\u0301'.repeat(100_000)],
  ['one word of all letters', 'qz'.repeat(100_000)],
  ['signs', '.'.repeat(200_000)],
  ['words that are cut badly', `${'zq'.repeat(49)} `.repeat(2_000)],
])('is linear in %s', (_, text) => {
  const pieces = new WordPiece(VOCABULARY);
  const since = performance.now();
  pieces.encode(text, Infinity);
  expect(performance.now() - since).toBeLessThan(1_000); // Some 20 ms of a free core.
});
