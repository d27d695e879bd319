import { KNOWN_WORDS_MAX } from '../../limits.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';

/** Longer words are unknown as a whole, as the vocabulary's makers had it. */
const WORD_LETTERS_MAX = 100;
const INNER = '##';

/** Left out: what is no character of a text. Tab and line ends are blanks. */
const UNPRINTED = /[\0\uFFFD]|(?![\t\n\r])\p{C}/gu;
const ACCENTS = /\p{Mn}/gu;
/** Characters that are words by themselves: ASCII signs, punctuation, and Chinese ones. */
const ALONE =
  '[!-/:-@\\[-`{-~]|\\p{P}|[\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF]' +
  '|[\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2B73F}\\u{2B740}-\\u{2B81F}\\u{2B820}-\\u{2CEAF}\\u{2F800}-\\u{2FA1F}]';
const WORDS = new RegExp(`${ALONE}|(?:(?!${ALONE})\\S)+`, 'gu');

/**
 * The uncased WordPiece of BERT: a text without accents and capitals, cut at blanks and signs, each word into the
 * longest pieces of the vocabulary from its front on. Linear in the text; a word costs at most the square of its
 * hundred letters, and is remembered.
 */
export class WordPiece {
  readonly start: number;
  readonly separator: number;
  /** Of the vocabulary. */
  readonly size: number;

  private readonly unknown: number;
  private readonly ids: ReadonlyMap<string, number>;
  private readonly known = new Map<string, readonly number[]>();

  /**
   * @param vocabulary a piece in each line; its id is the number of the line, from 0
   * @throws UnusableLocalModel where one of the special pieces is missing
   */
  constructor(vocabulary: string) {
    const lines = vocabulary.replace(/\r?\n$/, '').split(/\r?\n/);
    this.ids = new Map(lines.map((piece, id) => [piece, id]));
    this.size = lines.length;
    this.start = this.special('[CLS]');
    this.separator = this.special('[SEP]');
    this.unknown = this.special('[UNK]');
  }

  /** The first `max` pieces of a text, without special ones: no text can spell those. */
  encode(text: string, max: number): number[] {
    const pieces: number[] = [];
    for (const [word] of plain(text).matchAll(WORDS)) {
      if (pieces.length >= max) break;
      pieces.push(...this.piecesOf(word));
    }
    return pieces.slice(0, max);
  }

  /** The last `max` pieces of a text. */
  encodeEnd(text: string, max: number): number[] {
    return max === 0 ? [] : this.encode(text, Infinity).slice(-max);
  }

  private piecesOf(word: string): readonly number[] {
    let pieces = this.known.get(word);
    if (!pieces) {
      pieces = this.cut(word) ?? [this.unknown];
      if (this.known.size >= KNOWN_WORDS_MAX) this.known.clear();
      this.known.set(word, pieces);
    }
    return pieces;
  }

  /** Undefined where some part of it is in no piece. */
  private cut(word: string): number[] | undefined {
    if (word.length > 2 * WORD_LETTERS_MAX) return undefined;
    const letters = Array.from(word);
    if (letters.length > WORD_LETTERS_MAX) return undefined;
    const pieces: number[] = [];
    for (let from = 0; from < letters.length;) {
      let to = letters.length;
      let id: number | undefined;
      for (; to > from && id === undefined; to--) {
        id = this.ids.get((from > 0 ? INNER : '') + letters.slice(from, to).join(''));
      }
      if (id === undefined) return undefined;
      pieces.push(id);
      from = to + 1;
    }
    return pieces;
  }

  private special(piece: string): number {
    const id = this.ids.get(piece);
    if (id === undefined) throw new UnusableLocalModel(`The vocabulary has no piece ${piece}.`);
    return id;
  }
}

/** Small letters without accents. A sigma at the end of a word is one like any other, as where the model was made. */
const plain = (text: string): string =>
  text
    .replace(UNPRINTED, '')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replaceAll('Σ', 'σ')
    .toLowerCase();
