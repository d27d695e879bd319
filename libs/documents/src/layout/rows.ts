import type { TextItem } from './item.js';

/** A stretch of one row without a wide gap in it. */
export interface RowPart {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

export interface Row {
  readonly parts: readonly RowPart[];
  readonly items: readonly TextItem[];
  readonly top: number;
  readonly height: number;
}

/** Gaps in units of the height of body text. */
const PART_GAP = 1.2;
/** Within a word nothing is this far apart; between words, all is. */
const SPACE_GAP = 0.15;

/** The height that most characters have. */
export function bodyHeight(items: readonly TextItem[]): number {
  const sorted = items.toSorted((a, b) => a.height - b.height);
  const half = sorted.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let seen = 0;
  for (const { text, height } of sorted) {
    seen += text.length;
    if (seen >= half) return height;
  }
  return 0;
}

/** Items that stand on one height, from the left; rows from above. */
export function rowsOf(items: readonly TextItem[], body: number): readonly Row[] {
  const sorted = items.toSorted((a, b) => bottomOf(a) - bottomOf(b));
  const rows: TextItem[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isSame =
      first && bottomOf(item) - bottomOf(first) < Math.min(first.height, item.height) / 2;
    if (row && isSame) row.push(item);
    else rows.push([item]);
  }
  return rows.map((row) => rowOf(row, body));
}

const bottomOf = ({ y, height }: TextItem): number => y + height;

function rowOf(unsorted: readonly TextItem[], body: number): Row {
  const items = unsorted.toSorted((a, b) => a.x - b.x);
  const parts: { text: string; left: number; right: number }[] = [];
  for (const { text, x, width, height } of items) {
    const last = parts.at(-1);
    const gap = last ? x - last.right : Infinity;
    if (!last || gap > PART_GAP * Math.max(body, height)) {
      parts.push({ text, left: x, right: x + width });
      continue;
    }
    const isSpaced = gap > SPACE_GAP * height && !last.text.endsWith(' ') && !text.startsWith(' ');
    last.text += isSpaced ? ` ${text}` : text;
    last.right = Math.max(last.right, x + width);
  }
  const height = Math.max(...items.map((item) => item.height));
  return {
    parts: parts.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ').trim() })),
    items,
    top: Math.min(...items.map((item) => bottomOf(item))) - height,
    height,
  };
}
