import type { Attr, Document, Element, Node } from '@xmldom/xmldom';
import { columnHeads } from '../column-heads.js';
import { gluedCells } from '../letter-cells.js';
import type { Slot } from '../story.js';
import { Story } from '../story.js';
import { childElements, childNamed, valueOf } from '../../formats/xml/find-in-xml.js';
import {
  childrenOf,
  elementsOf,
  isElement,
  isText,
  localNameOf,
  rootOf,
} from '../../formats/xml/read-xml.js';

/** How a format writes words, by local names. */
export interface XmlGrammar {
  /** Their text nodes are what people read. */
  readonly words: ReadonlySet<string> | 'all';
  /** End a paragraph, a cell, a row: no word goes over them. */
  readonly blocks: ReadonlySet<string>;
  /** Elements without text that stand for a sign. */
  readonly signs: Readonly<Record<string, string | ((element: Element) => string)>>;
  /** Their text is a formula, which a value would be in by name. */
  readonly formulas: ReadonlySet<string>;
  /** Attributes that people write or read. */
  readonly proseAttributes: ReadonlySet<string>;
}

export interface XmlStories {
  /** The words of the part in their order; then each attribute by itself. */
  readonly prose: readonly Story[];
  /** Everything else that holds letters. */
  readonly loose: readonly Story[];
}

const HAS_LETTERS = /[\p{L}\d]/u;

/**
 * Every text node and every attribute of a part is in one of the stories.
 * @param without an element whose text is read otherwise
 */
export function xmlStories(document: Document, grammar: XmlGrammar, without?: string): XmlStories {
  const words = new Story();
  const prose: Story[] = [words];
  const loose: Story[] = [];
  collectWords(rootOf(document), { grammar, without, words, loose });
  for (const element of elementsOf(rootOf(document))) {
    for (const attribute of attributesOf(element)) {
      if (!HAS_LETTERS.test(attribute.value)) continue;
      const isProse = grammar.proseAttributes.has(attribute.localName ?? attribute.name);
      (isProse ? prose : loose).push(storyOf(attributeSlot(attribute)));
    }
  }
  return { prose, loose };
}

export function storyOf(slot: Slot): Story {
  const story = new Story();
  story.add(slot);
  return story;
}

/** Namespaces are names of formats and no attributes. */
export const attributesOf = (element: Element): readonly Attr[] =>
  Array.from(element.attributes).filter(
    ({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'),
  );

export const textSlot = (node: Node): Slot => ({
  text: node.nodeValue ?? '',
  set(text) {
    node.nodeValue = text;
    // CharacterData of this DOM keeps its text twice.
    if ('data' in node) node.data = text;
    keepSpaces(node.parentNode, text);
  },
});

/** Of a sheet: `&L` says that what follows stands on the left, `&"Arial,Bold"12` how it looks. */
const HEADER = /^(?:odd|even|first)(?:Header|Footer)$/;
const HEADER_CODE = /(&(?:[A-Z]|"[^"]*"|\d{1,3}))/;

const addLine = (words: Story, slot: Slot): void => {
  words.part('\n');
  words.add(slot);
};

/** The words between the codes, each a place of its own. */
function headerSlots(node: Node): readonly Slot[] {
  const pieces = (node.nodeValue ?? '').split(HEADER_CODE);
  return pieces.flatMap((text, index) =>
    index % 2 === 1
      ? []
      : [
          {
            text,
            set(put: string) {
              pieces[index] = put;
              textSlot(node).set(pieces.join(''));
            },
          },
        ],
  );
}

/** What a formula is that leads nowhere: it is one still, whatever was taken out of it. */
const NO_REFERENCE = '#REF!';

const formulaSlot = (node: Node): Slot => {
  const slot = textSlot(node);
  return { text: slot.text, set: () => slot.set(NO_REFERENCE) };
};

const attributeSlot = (attribute: Attr): Slot => ({
  text: attribute.value,
  set(text) {
    attribute.value = text;
    attribute.nodeValue = text;
  },
});

/** Words may begin or end with a space once the words beside them are gone. */
function keepSpaces(parent: Node | null, text: string): void {
  if (!parent || !isElement(parent) || text.trim() === text) return;
  if (localNameOf(parent) === 't') parent.setAttribute('xml:space', 'preserve');
}

interface Collecting {
  readonly grammar: XmlGrammar;
  readonly without: string | undefined;
  readonly words: Story;
  readonly loose: Story[];
  /** The table that the words stand in. */
  readonly table?: Table;
}

interface Table {
  /** By the columns that they stand over. */
  heads: readonly (string | undefined)[] | null;
  /** Of the row that is read: whether each cell is one word with the cell before. */
  isGlued: readonly boolean[];
  cell: number;
  column: number;
  /** To be read in front of the first words of a cell. */
  head: string | undefined;
}

const newTable = (): Table => ({ heads: null, isGlued: [], cell: 0, column: 0, head: undefined });

const TABLES: ReadonlySet<string> = new Set(['tbl', 'table']);
const ROWS: ReadonlySet<string> = new Set(['tr', 'table-row']);
const CELLS: ReadonlySet<string> = new Set(['tc', 'table-cell', 'covered-table-cell']);

function collectRow(row: Element, table: Table, into: Collecting): void {
  const cells = childElements(row).filter(isCell);
  const texts = cells.map(({ textContent }) => textContent ?? '');
  table.isGlued = gluedCells(texts);
  table.cell = 0;
  table.column = columnsBefore(row);
  collectBlock(row, into);
  table.heads ??= table.isGlued.includes(true) ? [] : headsOver(row, cells, columnHeads(texts));
}

/** By the columns that they stand over. */
function headsOver(
  row: Element,
  cells: readonly Element[],
  heads: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const over: (string | undefined)[] = Array.from({ length: columnsBefore(row) }, () => undefined);
  for (const [index, cell] of cells.entries()) {
    if (over.length >= COLUMNS_MAX) break;
    over.push(...Array.from({ length: columnsOf(cell) }, () => heads[index]));
  }
  return over;
}

function collectCell(cell: Element, table: Table, into: Collecting): void {
  const isGlued = table.isGlued[table.cell++] === true;
  table.head = isGlued ? undefined : table.heads?.[table.column];
  table.column += columnsOf(cell);
  if (isGlued) into.words.glue();
  collectBlock(cell, into);
  into.words.loosen();
  table.head = undefined;
}

/** No table that people read is wider. */
const COLUMNS_MAX = 1_000;

/** That a cell goes over. Of a presentation each cell that another one goes over is there itself. */
const columnsOf = (cell: Element): number =>
  columnsIn(
    valueOf(childNamed(childNamed(cell, 'tcPr'), 'gridSpan'), 'val') ??
      valueOf(cell, 'number-columns-repeated'),
    1,
  );

/** That a row of a letter leaves out at its beginning. */
const columnsBefore = (row: Element): number =>
  columnsIn(valueOf(childNamed(childNamed(row, 'trPr'), 'gridBefore'), 'val'), 0);

const columnsIn = (said: string | undefined, least: number): number =>
  Math.min(COLUMNS_MAX, Math.max(least, Number.parseInt(said ?? '', 10) || least));

const isCell = (element: Element): boolean => CELLS.has(localNameOf(element));

/** A cell of a table reads with the head of its column in front. */
function collectWords(element: Element, into: Collecting): void {
  const name = localNameOf(element);
  const { table } = into;
  if (TABLES.has(name)) collectBlock(element, { ...into, table: newTable() });
  else if (table && ROWS.has(name)) collectRow(element, table, into);
  else if (table && isCell(element)) collectCell(element, table, into);
  else collectBlock(element, into);
}

function collectBlock(element: Element, into: Collecting): void {
  const { grammar, words, loose } = into;
  const name = localNameOf(element);
  if (name === into.without) return;
  const sign = grammar.signs[name];
  if (sign !== undefined) words.part(typeof sign === 'string' ? sign : sign(element));
  const isBlock = grammar.blocks.has(name);
  if (isBlock) words.part('\n');
  for (const child of childrenOf(element)) {
    if (isElement(child)) collectWords(child, into);
    else if (isText(child)) {
      const isWord = grammar.words === 'all' || grammar.words.has(name);
      if (!isWord && HAS_LETTERS.test(child.nodeValue ?? '')) loose.push(storyOf(textSlot(child)));
      if (!isWord) continue;
      if (into.table?.head !== undefined && HAS_LETTERS.test(child.nodeValue ?? '')) {
        words.part(into.table.head);
        into.table.head = undefined;
      }
      if (HEADER.test(name)) for (const slot of headerSlots(child)) addLine(words, slot);
      else words.add(grammar.formulas.has(name) ? formulaSlot(child) : textSlot(child));
    }
  }
  if (isBlock) words.part('\n');
}
