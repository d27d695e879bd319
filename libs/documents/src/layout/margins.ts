import type { TextItem } from './item.js';
import { bodyHeight, rowsOf } from './rows.js';

export interface Parted {
  readonly body: readonly TextItem[];
  readonly header: readonly TextItem[];
  readonly footer: readonly TextItem[];
}

/** Of the height of a page: further in there are no running lines. */
const MARGIN = 0.09;
/** Heights of body text between a running line and the text of the page. */
const GAP = 1.6;

/** Takes the lines that stand by themselves at the top and at the foot of a page out of its text. */
export function partMargins(items: readonly TextItem[], pageHeight: number): Parted {
  const body = bodyHeight(items);
  const rows = rowsOf(items, body);
  let top = 0;
  let bottom = rows.length;
  for (let index = 0; index < rows.length - 1; index++) {
    const [row, next] = [rows[index], rows[index + 1]];
    if (!row || !next || row.top + row.height > MARGIN * pageHeight) break;
    if (next.top - row.top - row.height > GAP * body) top = index + 1;
  }
  for (let index = rows.length - 1; index > top; index--) {
    const [row, before] = [rows[index], rows[index - 1]];
    if (!row || !before || row.top < (1 - MARGIN) * pageHeight) break;
    if (row.top - before.top - before.height > GAP * body) bottom = index;
  }
  const itemsOf = (from: number, to: number) => rows.slice(from, to).flatMap((row) => row.items);
  return {
    header: itemsOf(0, top),
    body: itemsOf(top, bottom),
    footer: itemsOf(bottom, rows.length),
  };
}
