import type { TextItem } from './item.js';
import { rowsOf, type Row } from './rows.js';

/** Of the height of the text that the page has: a narrower band is an accident. */
const BAND_SHARE_MIN = 0.4;
const BAND_WIDTH_MIN = 2; // Heights of body text.
const ROWS_MIN = 4;
/** Characters in the mean of a line: what is shorter on one side is a table. */
const LINE_CHARS_MIN = 15;
const COLUMNS_MAX = 6;

/**
 * Text in reading order: where a white band goes down the page, what is left of it is read before what is right.
 * @returns stretches of rows that belong together
 */
export function splitColumns(
  items: readonly TextItem[],
  body: number,
  depth = 0,
): readonly (readonly Row[])[] {
  const rows = rowsOf(items, body);
  const band = depth < COLUMNS_MAX ? widestBand(rows, body) : undefined;
  if (!band) return rows.length > 0 ? [rows] : [];
  const { from, to, at } = band;
  const inside = rows.slice(from, to).flatMap((row) => row.items);
  const split = (some: readonly TextItem[]) => splitColumns(some, body, depth + 1);
  return [
    ...(from > 0 ? [rows.slice(0, from)] : []),
    ...split(inside.filter(({ x }) => x < at)),
    ...split(inside.filter(({ x }) => x >= at)),
    ...(to < rows.length ? split(rows.slice(to).flatMap((row) => row.items)) : []),
  ];
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** The band that most rows in a row leave white. */
function widestBand(rows: readonly Row[], body: number): Band | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const whole = last.top + last.height - first.top;
  let found: Band | undefined;
  for (const at of gapsOf(rows, body)) {
    for (const { from, to } of runsWithout(rows, at, body)) {
      const [top, bottom] = [rows[from], rows[to - 1]];
      if (!top || !bottom || to - from < ROWS_MIN) continue;
      if (bottom.top + bottom.height - top.top < BAND_SHARE_MIN * whole) continue;
      if (to - from <= (found ? found.to - found.from : 0)) continue;
      if (isProse(rows.slice(from, to), at)) found = { from, to, at };
    }
  }
  return found;
}

/** Where a column may begin. */
function gapsOf(rows: readonly Row[], body: number): readonly number[] {
  const starts = new Set<number>();
  for (const { parts } of rows) {
    parts.forEach((part, index) => {
      const before = parts[index - 1];
      if (before && part.left - before.right >= BAND_WIDTH_MIN * body) {
        starts.add(Math.round(part.left));
      }
    });
  }
  return [...starts].slice(0, GAPS_MAX);
}

const GAPS_MAX = 64;

function runsWithout(rows: readonly Row[], at: number, body: number) {
  const runs: { from: number; to: number }[] = [];
  let from = 0;
  const isCrossed = ({ parts }: Row): boolean =>
    parts.some(({ left, right }) => left < at - 1 && right > at - BAND_WIDTH_MIN * body);
  for (let index = 0; index <= rows.length; index++) {
    const row = rows[index];
    if (row && !isCrossed(row)) continue;
    if (index > from) runs.push({ from, to: index });
    from = index + 1;
  }
  return runs;
}

/** Both sides are lines of text, and not cells of a table. */
function isProse(rows: readonly Row[], at: number): boolean {
  const sides = [
    rows.flatMap(({ parts }) => parts.filter(({ left }) => left < at)),
    rows.flatMap(({ parts }) => parts.filter(({ left }) => left >= at)),
  ];
  return sides.every((parts) => {
    const chars = parts.reduce((sum, { text }) => sum + text.length, 0);
    return parts.length >= ROWS_MIN && chars / parts.length >= LINE_CHARS_MIN;
  });
}
