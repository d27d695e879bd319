import type { Document, Element } from '@xmldom/xmldom';
import type { Slot, Story } from '../story.js';
import { tableStories } from '../table-stories.js';
import {
  childrenOf,
  elementsOf,
  isElement,
  isText,
  localNameOf,
  removeNode,
  rootOf,
} from '../../formats/xml/read-xml.js';
import { storyOf, textSlot } from '../xml/xml-story.js';
import type { PackageParts } from '../../formats/office/package-parts.js';

const SHARED_STRINGS = /\.spreadsheetml\.sharedstrings\+xml$/;

/**
 * Puts every shared string into the cells that show it, so that a row reads in its order and no list of
 * strings is left behind that no cell shows any more. Such a list is then no part of the workbook.
 */
export function inlineStrings(parts: PackageParts): void {
  const name = parts.names.find((one) => SHARED_STRINGS.test(parts.typeOf(one)));
  if (name === undefined) return;
  const items = childrenOf(rootOf(parts.document(name))).filter(isElement);
  for (const sheet of parts.names) {
    if (!parts.typeOf(sheet).endsWith('.worksheet+xml')) continue;
    const document = parts.document(sheet);
    for (const cell of elementsOf(rootOf(document))) {
      if (localNameOf(cell) !== 'c' || cell.getAttribute('t') !== 's') continue;
      const value = childOf(cell, 'v');
      const item = items[Number(value?.textContent ?? Number.NaN)];
      if (value) removeNode(value);
      cell.setAttribute('t', 'inlineStr');
      const inline = document.createElementNS(cell.namespaceURI, 'is');
      for (const child of item ? childrenOf(item) : []) {
        inline.appendChild(document.importNode(child, true));
      }
      cell.appendChild(inline);
    }
  }
  parts.remove(name);
}

/** To another workbook or to a table by name: neither is in what is written. */
const LEADS_AWAY = /\[/;

/** The rows of a sheet, then its formulas. */
export function sheetStories(document: Document): readonly Story[] {
  const cells = elementsOf(rootOf(document)).filter((element) => localNameOf(element) === 'c');
  const rows = Map.groupBy(cells, ({ parentNode }) => parentNode);
  const table = [...rows.values()].map((row) =>
    row.map((cell, index) => ({ column: columnOf(cell) ?? index, slots: slotsOf(cell) })),
  );
  return [...tableStories(table), ...cells.flatMap(formulaStories)];
}

/** `C` of `C12`, as a number. */
function columnOf(cell: Element): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(cell.getAttribute('r') ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0);
}

function slotsOf(cell: Element): readonly Slot[] {
  const inline = childOf(cell, 'is');
  const written = childOf(cell, 'v')?.firstChild;
  return [
    ...(inline ? Array.from(textsOf(inline), textSlot) : []),
    ...(written && isText(written) ? [valueSlot(cell, written.nodeValue ?? '')] : []),
  ];
}

function formulaStories(cell: Element): readonly Story[] {
  const formula = childOf(cell, 'f');
  const written = formula?.firstChild;
  if (!formula || !written || !isText(written)) return [];
  const text = written.nodeValue ?? '';
  if (LEADS_AWAY.test(text)) {
    removeNode(formula);
    return [];
  }
  return [storyOf(formulaSlot(cell, text))];
}

function* textsOf(inline: Element): Iterable<Element['firstChild'] & object> {
  for (const element of elementsOf(inline)) {
    if (localNameOf(element) !== 't') continue;
    for (const child of childrenOf(element)) if (isText(child)) yield child;
  }
}

/** A number that is a value, or what a formula came to: both are a text from then on, and the formula is gone. */
const valueSlot = (cell: Element, text: string): Slot => ({
  text,
  set(put) {
    showText(cell, put);
  },
});

/** Who calculates it anew would have the value again. What it came to stays. */
const formulaSlot = (cell: Element, text: string): Slot => ({
  text,
  set() {
    const formula = childOf(cell, 'f');
    if (formula) removeNode(formula);
  },
});

function showText(cell: Element, text: string): void {
  for (const child of childrenOf(cell)) removeNode(child);
  const document = cell.ownerDocument;
  if (!document) return;
  cell.setAttribute('t', 'inlineStr');
  const inline = document.createElementNS(cell.namespaceURI, 'is');
  const words = document.createElementNS(cell.namespaceURI, 't');
  words.setAttribute('xml:space', 'preserve');
  words.appendChild(document.createTextNode(text));
  inline.appendChild(words);
  cell.appendChild(inline);
}

const childOf = (element: Element, name: string): Element | undefined =>
  childrenOf(element).find(
    (child): child is Element => isElement(child) && localNameOf(child) === name,
  );
