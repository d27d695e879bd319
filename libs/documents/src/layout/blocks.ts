import { splitColumns } from './columns.js';
import type { TextItem } from './item.js';
import { bodyHeight, type Row } from './rows.js';
import { pipeTable } from './pipe-table.js';

const HEADING = 1.6; // Heights of body text.
const SUBHEADING = 1.3;
const LINE_GAP = 1.75;
/** With what recognition takes for one. */
const BULLET = /^[•▪‣◦●■–*·»«+-]\s+/;
const NUMBER = /^\(?\d{1,3}[.)]\s+/;

/** A paragraph, or what else stands by itself. */
export type Content =
  | { readonly kind: 'table'; readonly cells: readonly (readonly string[])[] }
  | { readonly kind: 'heading'; readonly level: number; text: string }
  | { readonly kind: 'item'; readonly mark: string; text: string }
  | { readonly kind: 'paragraph'; text: string };

/** The same on a page. */
export type Block = Content & {
  /** Never empty; the lines that it was made of, from above. */
  readonly rows: Row[];
};

/** What stands on a page, in reading order: headings by size, lists, tables, columns one after the other. */
export function blocksOf(items: readonly TextItem[]): readonly Block[] {
  const body = bodyHeight(items);
  return splitColumns(items, body).flatMap((rows) => blocksIn(rows, body));
}

function blocksIn(rows: readonly Row[], body: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < rows.length;) {
    const table = tableAt(rows, index, body);
    if (table) {
      blocks.push({ kind: 'table', cells: table.cells, rows: rows.slice(index, table.to) });
      index = table.to;
      continue;
    }
    add(blocks, rows[index] as Row, body);
    index++;
  }
  return blocks;
}

/** @param writeTable in the place of a table of markdown */
export const writeBlocks = (
  blocks: readonly Content[],
  writeTable: (cells: readonly (readonly string[])[]) => string = pipeTable,
): string =>
  blocks.reduce((text, block, index) => {
    const before = blocks[index - 1];
    const isTight = before?.kind === 'item' && block.kind === 'item';
    return `${text}${index === 0 ? '' : isTight ? '\n' : '\n\n'}${writeBlock(block, writeTable)}`;
  }, '');

export function writeBlock(
  block: Content,
  writeTable: (cells: readonly (readonly string[])[]) => string = pipeTable,
): string {
  switch (block.kind) {
    case 'table':
      return writeTable(block.cells);
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'item':
      return `${block.mark} ${block.text}`;
    case 'paragraph':
      return block.text;
  }
}

/** Rows whose parts stand in the columns of the first: two of them are a table. A cell may be empty. */
function tableAt(rows: readonly Row[], from: number, body: number) {
  const first = rows[from];
  if (!first || first.parts.length < 2) return undefined;
  const cells = [first.parts.map(({ text }) => text)];
  for (let row = rows[from + cells.length]; row; row = rows[from + cells.length]) {
    const inColumns = cellsIn(row, first, body);
    if (!inColumns) break;
    cells.push(inColumns);
  }
  return cells.length < 2 ? undefined : { to: from + cells.length, cells };
}

/** The texts of a row by the columns of another; undefined where they do not fit. */
function cellsIn({ parts }: Row, { parts: columns }: Row, body: number): string[] | undefined {
  if (parts.length < 2) return undefined;
  const cells = columns.map(() => '');
  let next = 0;
  for (const { text, left, right } of parts) {
    // Numbers stand at the right of their cell.
    const at = columns.findIndex(
      (column, index) =>
        index >= next &&
        (Math.abs(left - column.left) <= 2 * body || Math.abs(right - column.right) <= 2 * body),
    );
    if (at < 0) return undefined;
    cells[at] = text;
    next = at + 1;
  }
  return cells;
}

function add(blocks: Block[], row: Row, body: number): void {
  const text = row.parts.map((part) => part.text).join('  ');
  const level = row.height > HEADING * body ? 1 : row.height > SUBHEADING * body ? 2 : 0;
  const last = blocks.at(-1);
  if (level > 0) {
    if (last?.kind === 'heading' && last.level === level && isClose(last.rows, row, row.height)) {
      last.text = joined(last.text, text);
      last.rows.push(row);
    } else blocks.push({ kind: 'heading', level, text, rows: [row] });
    return;
  }
  const bullet = BULLET.exec(text);
  const number = NUMBER.exec(text);
  const mark = bullet ? '-' : number?.[0].trim();
  if (mark !== undefined) {
    const rest = text.slice((bullet ?? number)?.[0].length ?? 0);
    blocks.push({ kind: 'item', mark, text: rest, rows: [row] });
  } else if (
    (last?.kind === 'paragraph' || last?.kind === 'item') &&
    isClose(last.rows, row, body)
  ) {
    last.text = joined(last.text, text);
    last.rows.push(row);
  } else blocks.push({ kind: 'paragraph', text, rows: [row] });
}

function isClose(rows: readonly Row[], below: Row, height: number): boolean {
  const above = rows.at(-1);
  return !!above && below.top + below.height - (above.top + above.height) < LINE_GAP * height;
}

/** A word that was parted at the end of a line is one again. */
const joined = (above: string, below: string): string =>
  /\p{L}-$/u.test(above) && /^\p{Ll}/u.test(below)
    ? above.slice(0, -1) + below
    : `${above} ${below}`;
