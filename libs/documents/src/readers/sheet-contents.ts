import type { Content } from '../layout/blocks.js';
import { paragraph, table } from './words.js';

/** Rows of one sheet that are shown: a model that is to reckon with more is not given them as text. */
export const SHEET_ROWS_MAX = 2_000;

/** @param rows at most those that are shown @param all how many there are */
export function sheetContents(
  rows: readonly (readonly string[])[],
  all: number,
): readonly Content[] {
  if (rows.length === 0) return [];
  const shown = table(rows.slice(0, SHEET_ROWS_MAX));
  if (all <= SHEET_ROWS_MAX) return [shown];
  return [shown, paragraph(`[${all - SHEET_ROWS_MAX} of ${all} rows are left out]`)];
}
