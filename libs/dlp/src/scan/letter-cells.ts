import { unitsOf } from './unit-table.js';
import type { Decoding } from './view.js';

/** Of a cell, on either side of what is in it: columns are as wide as their heads, which are words. */
const BLANKS = String.raw`[ \t]{0,12}`;
const ONE = String.raw`[^\s|]`;
/** Cells between two others that are empty, and so part nothing. */
const EMPTY_MAX = 3;

const BETWEEN = String.raw`${BLANKS}(?:\|${BLANKS}){1,${EMPTY_MAX + 1}}`;

const ROW = new RegExp(
  String.raw`\|${BLANKS}${ONE}(?:${BETWEEN}${ONE}){2}${BLANKS}(?=\||$)`,
  'muy',
);

/** @param at of a sign that parts cells: whether three of one character each follow */
export function beginsLetterCells(text: string, at: number): boolean {
  ROW.lastIndex = at;
  return ROW.test(text);
}

/** Forms have a box for each letter: cells of one character each, that stand in one row, are read as the word that they are. */
export const LETTER_CELLS: Decoding = {
  pattern: new RegExp(
    String.raw`(?<=(?:^|\|)${BLANKS}${ONE})${BETWEEN}(?=${ONE}${BLANKS}(?:\||$))`,
    'muy',
  ),
  begins: unitsOf(/[ \t|]/),
  decode: () => '',
};
