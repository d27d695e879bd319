import { Tokenizer } from '@huggingface/tokenizers';
import { KNOWN_WORDS_MAX, WORD_CHARS_MAX } from '../limits.js';
import { UnusableLocalModel } from '../unusable-local-model.js';

/** What is used of it: the declarations of the package do not resolve under `nodenext`. */
interface WordTokenizer {
  encode(
    text: string,
    options?: { readonly add_special_tokens: boolean },
  ): { readonly ids: readonly number[] };
  token_to_id(token: string): number | undefined;
}

/** Any word: what stands between it and the edges of a sequence are the special tokens. */
const PROBE = 'a';
const PADDING = ['[PAD]', '<pad>', '<|endoftext|>'];

/**
 * The pieces of words by a `tokenizer.json` (WordPiece, Unigram or BPE). Each word is cut by itself, as token
 * classifiers are trained, so where a piece stands in the text needs no alignment, and no word of a caller can
 * read as a special token.
 */
export class WordPieces {
  /** What a sequence begins and ends with. */
  readonly front: readonly number[];
  readonly back: readonly number[];
  readonly padding: number;

  private readonly tokenizer: WordTokenizer;
  private readonly known = new Map<string, readonly number[]>();

  /** @throws UnusableLocalModel */
  constructor(json: object) {
    try {
      this.tokenizer = new Tokenizer(json, {}) as WordTokenizer;
      const bare = this.piecesOf(PROBE);
      const whole = this.tokenizer.encode(PROBE).ids;
      const at = whole.findIndex((_, from) => bare.every((id, next) => whole[from + next] === id));
      this.front = whole.slice(0, at);
      this.back = whole.slice(at + bare.length);
      this.padding = this.paddingId();
    } catch {
      throw new UnusableLocalModel(
        'tokenizer.json cannot be used. Take the one of the model, as the tokenizers of Hugging Face save it (a fast tokenizer).',
      );
    }
  }

  /** Never empty: a word that its normaliser leaves nothing of takes the place of an unknown one. */
  piecesOf(word: string): readonly number[] {
    let pieces = this.known.get(word);
    if (!pieces) {
      const { ids } = this.tokenizer.encode(word.slice(0, WORD_CHARS_MAX), {
        add_special_tokens: false,
      });
      pieces = ids.length > 0 ? ids : [this.padding];
      if (this.known.size >= KNOWN_WORDS_MAX) this.known.clear();
      this.known.set(word, pieces);
    }
    return pieces;
  }

  private paddingId(): number {
    for (const name of PADDING) {
      const id = this.tokenizer.token_to_id(name);
      if (id !== undefined) return id;
    }
    return 0; // Masked, so that any entry of the vocabulary will do.
  }
}
