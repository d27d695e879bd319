import { foldUnit, IGNORED } from './fold.js';

/** Any run of these, in a term or in the text, counts as one space. */
const SEPARATORS: ReadonlySet<number> = new Set([0x20, 0x2d, 0x5f, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]);

/** Letters with a stroke have no decomposition, yet people leave the stroke out. */
const WITHOUT_STROKE: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};

const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const MARK = /\p{M}/u;
/** Scripts written without spaces: every character may begin or end a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Folding one character takes a microsecond; a text repeats the same few hundred. */
const foldedUnits: (string | undefined)[] = [];

/** A character as terms compare it: no case, no diacritics, one kind of separator. */
export function foldCharacter(codePoint: number): string {
  if (codePoint > 0xffff) return computeFold(codePoint);
  return (foldedUnits[codePoint] ??= computeFold(codePoint));
}

function computeFold(codePoint: number): string {
  const unit = codePoint <= 0xffff ? foldUnit(codePoint) : codePoint;
  if (unit === IGNORED) return '';
  if (SEPARATORS.has(unit)) return ' ';
  const plain = String.fromCodePoint(unit).normalize('NFKD').replace(MARKS, '');
  // Upper case first: it takes ß to SS and final sigma to the same letter as the others.
  const bare = plain.toUpperCase().toLowerCase().replace(MARKS, '');
  return WITHOUT_STROKE[bare] ?? bare;
}

export function foldTerm(term: string): string {
  let folded = '';
  for (const character of term) folded += foldCharacter(character.codePointAt(0) ?? 0);
  return folded.replace(/ +/g, ' ').trim();
}

/** Whether a word would be cut between the characters before and after `index`. */
export function isInsideWord(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  return joins(characterBefore(text, index)) && joins(characterAt(text, index));
}

/** What the languages of Europe put behind a name, of up to four letters. */
const ENDING =
  /(?:s|es|e|en|ens|n|ns|er|ern|em|a|u|y|i|ie|ę|ą|om|ów|owi|em|iem|ami|ach|nek|nak|ben|ban|in|ssa|ssä|sta|stä|lla|llä)(?![\p{L}\p{N}\p{M}])/iuy;

/** Where an ending stops that the rest of the word at `from` is; undefined if it is none. */
export function endingEnd(text: string, from: number): number | undefined {
  ENDING.lastIndex = from;
  return ENDING.test(text) ? ENDING.lastIndex : undefined;
}

/** The end moved over combining marks: they belong to the letter before them. */
export function skipMarks(text: string, end: number): number {
  let at = end;
  while (at < text.length && text.charCodeAt(at) > 0x7f && MARK.test(characterAt(text, at))) {
    at += characterAt(text, at).length;
  }
  return at;
}

const joins = (character: string): boolean => WORD.test(character) && !UNSPACED.test(character);

const characterAt = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) ?? 0);

function characterBefore(text: string, index: number): string {
  const isPair = index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff;
  return characterAt(text, isPair ? index - 2 : index - 1);
}
