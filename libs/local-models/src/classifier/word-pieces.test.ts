import { expect, it } from 'vitest';
import { UnusableLocalModel } from '../unusable-local-model.js';
import { WordPieces } from './word-pieces.js';

const token = (id: number, content: string) => ({ id, content, special: true, normalized: false });

const UNIGRAM = {
  added_tokens: [token(0, '<s>'), token(1, '<pad>'), token(2, '</s>')],
  normalizer: null,
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '<s>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {},
  },
  decoder: null,
  model: {
    type: 'Unigram',
    unk_id: 3,
    vocab: ['<s>', '<pad>', '</s>', '<unk>', '▁a', '▁Kowal', 'ska', '▁'].map((piece, id) => [
      piece,
      -id,
    ]),
  },
};

const BPE = {
  added_tokens: [token(0, '<s>'), token(1, '<pad>'), token(2, '</s>')],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
  post_processor: {
    type: 'RobertaProcessing',
    sep: ['</s>', 2],
    cls: ['<s>', 0],
    trim_offsets: true,
    add_prefix_space: true,
  },
  decoder: null,
  model: {
    type: 'BPE',
    vocab: { '<s>': 0, '<pad>': 1, '</s>': 2, Ġ: 3, a: 4, Ġa: 5, s: 6, k: 7, sk: 8, ska: 9 },
    merges: ['Ġ a', 's k', 'sk a'],
  },
};

it.each([
  ['Unigram', UNIGRAM, 'Kowalska', [5, 6]],
  ['BPE of bytes', BPE, 'ska', [3, 9]],
])('cuts words by %s, each as at the beginning of one', (_, json, word, ids) => {
  const pieces = new WordPieces(json);
  expect([pieces.front, pieces.back, pieces.padding]).toEqual([[0], [2], 1]);
  expect(pieces.piecesOf('a')).toHaveLength(1);
  expect(pieces.piecesOf(word)).toEqual(ids);
});

it('looks no further into a word than names are long', () => {
  const pieces = new WordPieces(UNIGRAM);
  expect(pieces.piecesOf('ska'.repeat(100_000)).length).toBeLessThan(66);
});

it('gives a word of nothing a place of its own', () => {
  expect(new WordPieces(UNIGRAM).piecesOf('')).toEqual([1]);
});

it.each([{}, { ...UNIGRAM, model: { type: 'Guess' } }])('does not take %j', (json) => {
  expect(() => new WordPieces(json)).toThrow(UnusableLocalModel);
});
