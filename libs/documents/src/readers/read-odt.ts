import type { Element, Node } from '@xmldom/xmldom';
import { DocumentFault } from '../document-fault.js';
import { openArchive } from '../formats/archive/open-archive.js';
import { readableAddress } from '../formats/readable-address.js';
import {
  childElements,
  childNamed,
  elementsNamed,
  spacesOf,
  valueOf,
} from '../formats/xml/find-in-xml.js';
import {
  childrenOf,
  isElement,
  isText,
  localNameOf,
  readXml,
  rootOf,
} from '../formats/xml/read-xml.js';
import type { Content } from '../layout/blocks.js';
import { documentOf, pageOf, type ReadDocument } from './document-page.js';
import {
  heading,
  item,
  onOneLine,
  paragraph,
  pictureWords,
  plainOf,
  table,
  TextRoom,
  tidy,
  withAddresses,
} from './words.js';

/** A text of OpenDocument: its text, then its notes and comments; headers and footers apart. @throws DocumentFault */
export function readOdt(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const manifest = archive.get('META-INF/manifest.xml');
  const isLocked =
    manifest && elementsNamed(rootOf(readXml(manifest)), 'encryption-data').length > 0;
  if (isLocked) throw new DocumentFault('document_encrypted');
  const root = rootOf(readXml(archive.get('content.xml') ?? new Uint8Array()));
  const text = childNamed(childNamed(root, 'body'), 'text');
  if (!text) throw new DocumentFault('document_unreadable');
  const styles = archive.get('styles.xml');
  const reader = new OdtReader(hiddenStyles(root));
  const body = reader.blocksIn(text);
  const margins = (name: string): readonly Content[] =>
    styles
      ? elementsNamed(rootOf(readXml(styles)), name).flatMap((one) => reader.blocksIn(one))
      : [];
  return documentOf([
    pageOf({
      header: margins('header'),
      body: [...body, ...reader.notes, ...reader.comments],
      footer: margins('footer'),
      pictures: reader.pictures,
    }),
  ]);
}

/** Names of styles whose text is not shown. */
const hiddenStyles = (root: Element): ReadonlySet<string> =>
  new Set(
    elementsNamed(root, 'text-properties')
      .filter((one) => valueOf(one, 'display') === 'none')
      .flatMap(({ parentNode }) =>
        parentNode && isElement(parentNode) ? (valueOf(parentNode, 'name') ?? []) : [],
      ),
  );

/** Earlier versions, what programs alone read, and text that is not shown. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'tracked-changes',
  'hidden-text',
  'hidden-paragraph',
  'scripts',
  'forms',
  'variable-decls',
  'sequence-decls',
  'user-field-decls',
  'dde-connection-decls',
  'event-listeners',
  'binary-data',
  'ruby-text',
  'object-ole',
]);

const REPEATED_MAX = 64; // Empty cells at the end of a row are said to be a thousand.

interface Line {
  text: string;
  readonly addresses: string[];
  readonly beside: Content[];
}

class OdtReader {
  readonly notes: Content[] = [];
  readonly comments: Content[] = [];
  pictures = 0;
  /** What cells repeat is told as often as they say. */
  private readonly room = new TextRoom();

  constructor(private readonly hidden: ReadonlySet<string>) {}

  blocksIn(parent: Element): readonly Content[] {
    return childElements(parent).flatMap((element) => this.blocksOf(element));
  }

  private blocksOf(element: Element): readonly Content[] {
    const name = localNameOf(element);
    if (LEFT_OUT.has(name)) return [];
    if (name === 'p' || name === 'h') {
      const { text, beside } = this.lineOf(element);
      const level = name === 'h' ? Number(valueOf(element, 'outline-level') ?? 1) || 1 : 0;
      const own = level > 0 ? heading(level, text) : paragraph(text);
      return text === '' ? beside : [own, ...beside];
    }
    if (name === 'list') return this.itemsOf(element, 0);
    if (name === 'table') return this.tableOf(element);
    if (name === 'annotation' || name === 'frame') {
      const line: Line = { text: '', addresses: [], beside: [] };
      this.collect(element, line);
      const text = tidy(line.text);
      return text === '' ? line.beside : [paragraph(text), ...line.beside];
    }
    return this.blocksIn(element);
  }

  private itemsOf(list: Element, level: number): readonly Content[] {
    return childElements(list).flatMap((one) =>
      childElements(one).flatMap((element) => {
        if (localNameOf(element) === 'list') return this.itemsOf(element, level + 1);
        return this.blocksOf(element).map((block) =>
          block.kind === 'paragraph' ? item(level, '-', block.text) : block,
        );
      }),
    );
  }

  private tableOf(element: Element): readonly Content[] {
    const rows: (readonly (readonly Content[])[])[] = [];
    for (const row of within(element, 'table-row')) {
      const cells = childElements(row).flatMap((cell) => {
        const name = localNameOf(cell);
        if (name !== 'table-cell' && name !== 'covered-table-cell') return [];
        const contents = name === 'table-cell' ? this.blocksIn(cell) : [];
        return Array.from({ length: timesOf(cell, 'number-columns-repeated') }, () => contents);
      });
      const text = cells.map(plainOf).join('');
      const times = text === '' ? 1 : timesOf(row, 'number-rows-repeated');
      for (let time = 0; time < times; time++) {
        this.room.take(text);
        rows.push(cells);
      }
    }
    if (rows.every((row) => row.length <= 1)) return rows.flat(2);
    return [table(rows.map((row) => row.map(plainOf)))];
  }

  private lineOf(element: Element): { readonly text: string; readonly beside: readonly Content[] } {
    const line: Line = { text: '', addresses: [], beside: [] };
    this.collect(element, line);
    return { text: withAddresses(tidy(line.text), line.addresses), beside: line.beside };
  }

  private collect(parent: Node, line: Line): void {
    for (const node of childrenOf(parent)) {
      if (isText(node)) {
        // Spaces of the file are one; more of them are said by an element.
        line.text += (node.nodeValue ?? '').replace(/\s+/g, ' ');
      } else if (isElement(node)) this.collectElement(node, line);
    }
  }

  private collectElement(element: Element, line: Line): void {
    const name = localNameOf(element);
    if (LEFT_OUT.has(name) || this.hidden.has(valueOf(element, 'style-name') ?? '')) return;
    switch (name) {
      case 'tab':
        line.text += '\t';
        return;
      case 'line-break':
        line.text += '\n';
        return;
      case 's':
        line.text += spacesOf(element);
        return;
      case 'note': {
        const body = childNamed(element, 'note-body');
        const place = this.notes.length;
        this.notes.push(paragraph('')); // A note within it comes behind it.
        const mark = `[^${place + 1}]`;
        this.notes[place] = paragraph(
          `${mark}: ${body ? onOneLine(plainOf(this.blocksIn(body))) : ''}`,
        );
        line.text += mark;
        return;
      }
      case 'annotation': {
        const words = childElements(element).filter((one) => /^(?:p|list)$/.test(localNameOf(one)));
        const text = onOneLine(plainOf(words.flatMap((one) => this.blocksOf(one))));
        const author = onOneLine(childNamed(element, 'creator')?.textContent ?? '');
        if (text !== '')
          this.comments.push(paragraph(`[comment${author && ` by ${author}`}: ${text}]`));
        return;
      }
      case 'frame':
        this.collectFrame(element, line);
        return;
      case 'p':
      case 'h':
      case 'list':
      case 'table':
        line.beside.push(...this.blocksOf(element)); // In a shape.
        return;
      case 'a':
        line.addresses.push(readableAddress(valueOf(element, 'href') ?? ''));
    }
    this.collect(element, line);
  }

  private collectFrame(frame: Element, line: Line): void {
    const isPicture = childNamed(frame, 'image') !== undefined;
    const told =
      childNamed(frame, 'desc')?.textContent || childNamed(frame, 'title')?.textContent || '';
    if (isPicture) this.pictures++;
    if (isPicture || told !== '') line.text += ` ${pictureWords(told)} `;
    for (const box of elementsNamed(frame, 'text-box')) line.beside.push(...this.blocksIn(box));
  }
}

const timesOf = (element: Element, name: string): number =>
  Math.min(REPEATED_MAX, Math.max(1, Number(valueOf(element, name) ?? 1) || 1));

/** Rows stand in groups and heads, too. */
const within = (parent: Element, wanted: string): readonly Element[] =>
  childElements(parent).flatMap((element) => {
    if (localNameOf(element) === wanted) return [element];
    return localNameOf(element) === 'table-cell' ? [] : within(element, wanted);
  });
