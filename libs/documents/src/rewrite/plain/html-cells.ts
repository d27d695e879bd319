import { decodeEntities } from '../../formats/html/html-entities.js';
import type { HtmlTag, HtmlText } from '../../formats/html/html-tokens.js';
import { columnHeads } from '../column-heads.js';
import { gluedCells } from '../letter-cells.js';

/** How a cell of a page's table is read. */
export interface CellPlace {
  /** In front of it: what stands over its column. */
  readonly head: string | undefined;
  /** It is one word with the cell before. */
  readonly isGlued: boolean;
  /** Its row has cells that are. */
  readonly isSpelled: boolean;
}

interface Cell {
  readonly token: number;
  readonly isHead: boolean;
  readonly column: number;
  readonly columns: number;
  text: string;
}

interface Table {
  heads: ReadonlyMap<number, string> | null;
  row: Cell[];
  /** Rows that cells of rows above still go over, by columns. */
  readonly taken: Map<number, number>;
}

/** Of a cell, to tell its head from its data. */
const CELL_CHARS = 64;
const SPAN_MAX = 100;

/**
 * Which cells have the head of their column in front, and which are letters of a word. Heads are the cells of a first
 * row that are said to be: other tables only put things beside each other.
 * @param tokens of a page
 * @returns by the place of the tag that a cell begins with
 */
export function cellPlaces(tokens: Iterable<HtmlTag | HtmlText>): ReadonlyMap<number, CellPlace> {
  const places = new Map<number, CellPlace>();
  const tables: Table[] = [];
  let index = -1;
  for (const token of tokens) {
    index++;
    const table = tables.at(-1);
    if (token.kind === 'text') {
      const cell = table?.row.at(-1);
      if (cell && cell.text.length < CELL_CHARS) cell.text += decodeEntities(token.text);
      continue;
    }
    const { name, isClosing } = token;
    if (name === 'table' && !isClosing) {
      tables.push({ heads: null, row: [], taken: new Map() });
    } else if (table && (name === 'table' || name === 'tr')) {
      endRow(table, places);
      if (name === 'table') tables.pop();
    } else if (table && !isClosing && (name === 'td' || name === 'th')) {
      table.row.push(cellAt(table, token, index));
    }
  }
  for (const table of tables) endRow(table, places);
  return places;
}

function cellAt({ row, taken }: Table, tag: HtmlTag, token: number): Cell {
  const last = row.at(-1);
  let column = last ? last.column + last.columns : 0;
  for (let left = taken.get(column) ?? 0; left > 0; left = taken.get(column) ?? 0) {
    taken.set(column++, left - 1);
  }
  const [columns, rows] = [spanOf(tag, 'colspan'), spanOf(tag, 'rowspan')];
  if (rows > 1) for (let over = 0; over < columns; over++) taken.set(column + over, rows - 1);
  return { token, isHead: tag.name === 'th', column, columns, text: '' };
}

const spanOf = ({ attributes }: HtmlTag, name: string): number => {
  const said = attributes.find((attribute) => attribute.name === name)?.value;
  return Math.min(SPAN_MAX, Math.max(1, Number.parseInt(said ?? '1', 10) || 1));
};

function endRow(table: Table, places: Map<number, CellPlace>): void {
  const { row } = table;
  if (row.length === 0) return;
  const isGlued = gluedCells(row.map(({ text }) => text));
  const isSpelled = isGlued.includes(true);
  for (const [index, { token, column }] of row.entries()) {
    const isWord = isGlued[index] === true;
    const head = isWord ? undefined : table.heads?.get(column);
    if (head !== undefined || isSpelled) places.set(token, { head, isGlued: isWord, isSpelled });
  }
  table.heads ??= headsOf(row);
  table.row = [];
}

function headsOf(row: readonly Cell[]): ReadonlyMap<number, string> {
  const over = new Map<number, string>();
  if (!row.every(({ isHead }) => isHead)) return over;
  const heads = columnHeads(row.map(({ text }) => text));
  for (const [index, { column, columns }] of row.entries()) {
    const head = heads[index];
    if (head === undefined) continue;
    for (let at = column; at < column + columns; at++) over.set(at, head);
  }
  return over;
}
