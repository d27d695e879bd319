/** What a vocabulary begins with. */
export const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

const special = (id: string, segment: number) => ({ SpecialToken: { id, type_id: segment } });
const sequence = (id: string, segment: number) => ({ Sequence: { id, type_id: segment } });

/** A `tokenizer.json` of words as they are written; `added` stand for themselves wherever they are read. */
export const wordPieceTokenizer = (
  vocabulary: readonly string[],
  added: readonly string[] = SPECIAL,
): object => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: added.map((content) => ({
    id: vocabulary.indexOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: SPECIAL.includes(content),
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: false,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('[CLS]', 0), sequence('A', 0), special('[SEP]', 0)],
    pair: [
      special('[CLS]', 0),
      sequence('A', 0),
      special('[SEP]', 0),
      sequence('B', 1),
      special('[SEP]', 1),
    ],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
  },
});
