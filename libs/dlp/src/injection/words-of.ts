import type { Word } from './phrase.js';

/** Letters and digits, with what nobody sees between them. */
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200b-\u200f\u2060-\u2064\ufeff'’_]*/gu;
/** Longer ones are no words: data in base64 is looked at elsewhere. */
const WORD_CHARS_MAX = 40;
/** With all marks and hidden characters that are written with it. */
const WRITTEN_CHARS_MAX = 1_024;
/** Between two words of one sentence stand no stop and no empty line. */
const ENDS_SENTENCE = /[.!?;]\s|\n\s*\n|[。！？]/;

const PLAIN = /^[a-z0-9_']+$/;
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]|_+$/gu;
const LATIN = /\p{Script=Latin}/u;

/** Letters that are no variants of others by Unicode's tables, and those that stand for others in disguise. */
const OTHERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ɡ: 'g',
  ...lettersOf('аеорсухіјѕԁһкмтвнԛѵԍ', 'aeopcyxijsdhkmtbhqvg'), // Cyrillic.
  ...lettersOf('οανιρητκυχγεωβ', 'oavipntkuxyewb'), // Greek.
};
const OTHER = new RegExp(`[${Object.keys(OTHERS).join('')}]`, 'gu');

/** In small letters without accents. */
function spellingOf(written: string): string {
  const small = written.toLowerCase();
  if (PLAIN.test(small) && !small.endsWith('_')) return small;
  const plain = written
    .normalize('NFKD') // Before it, mathematical capitals have no small letters.
    .toLowerCase()
    .replace(UNSEEN, '')
    .replaceAll('’', "'");
  return LATIN.test(plain) ? plain.replace(OTHER, (letter) => OTHERS[letter] ?? letter) : plain;
}

/** The words of a text, sentence by sentence. */
export function sentencesIn(text: string): readonly (readonly Word[])[] {
  const sentences: Word[][] = [];
  let sentence: Word[] = [];
  let last = 0;
  for (const { 0: written, index: start } of text.matchAll(WORD)) {
    if (ENDS_SENTENCE.test(text.slice(last, start)) && sentence.length > 0) {
      sentences.push(sentence);
      sentence = [];
    }
    last = start + written.length;
    if (written.length > WRITTEN_CHARS_MAX) continue;
    const word = spellingOf(written);
    if (word.length <= WORD_CHARS_MAX) sentence.push({ word, start, end: last });
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

function lettersOf(letters: string, likenesses: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(letters, (letter, at) => [letter, likenesses.charAt(at)]));
}
