import type { WordPieces } from './word-pieces.js';

/** Written without blanks: each sign is a word of its own, as most tokenizers cut them. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** Letters, digits, and what is written upon or within them unseen. */
const LETTERS = String.raw`(?:(?![${UNSPACED}])[\p{L}\p{N}])(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}\p{Cf}])*`;
/**
 * Letters with hyphens between them, and every other sign by itself: `Anna-Maria`, `O`, `'`, `Neill`. Names are
 * cut nowhere else, and a model that splits at hyphens, too, gets the same pieces.
 */
const WORD = new RegExp(String.raw`${LETTERS}(?:-${LETTERS})*|[^\s\p{M}\p{Cf}]\p{M}*`, 'gu');
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** A text as a classifier reads it. */
export interface Passage {
  readonly words: readonly PassageWord[];
  /** Of all words, one after the other. */
  readonly pieces: readonly number[];
}

export interface PassageWord {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Of its first piece among those of the passage: the one whose label counts. */
  readonly piece: number;
  /** It is no mere sign. */
  readonly isWord: boolean;
}

export function readPassage(text: string, wordPieces: WordPieces): Passage {
  const words: PassageWord[] = [];
  const pieces: number[] = [];
  for (const { index: start, 0: word } of text.matchAll(WORD)) {
    const end = start + word.length;
    words.push({ start, end, piece: pieces.length, isWord: SAYS_SOMETHING.test(word) });
    pieces.push(...wordPieces.piecesOf(word));
  }
  return { words, pieces };
}
