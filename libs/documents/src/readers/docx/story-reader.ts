import type { Element } from '@xmldom/xmldom';
import type { PackageParts, Relationship } from '../../formats/office/package-parts.js';
import { readableAddress } from '../../formats/readable-address.js';
import {
  childElements,
  childNamed,
  elementsNamed,
  isOn,
  valueOf,
} from '../../formats/xml/find-in-xml.js';
import { localNameOf } from '../../formats/xml/read-xml.js';
import type { Content } from '../../layout/blocks.js';
import { chartWords, linkIdsOf } from '../office-parts.js';
import {
  heading,
  item,
  paragraph,
  pictureWords,
  plainOf,
  table,
  tidy,
  withAddresses,
} from '../words.js';
import type { Numbering } from './numbering.js';
import { listOf, outlineOf, PLAIN, type ParagraphStyle } from './styles.js';

/** What is gathered over all parts of a document. */
export interface DocxStory {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly numbering: Numbering;
  /** In the order they are referred to. */
  readonly notes: { readonly part: 'footnotes' | 'endnotes'; readonly id: string }[];
  readonly charts: Set<string>;
  pictures: number;
}

export const newStory = (styles: DocxStory['styles'], numbering: Numbering): DocxStory => ({
  styles,
  numbering,
  notes: [],
  charts: new Set(),
  pictures: 0,
});

/** Text that was taken out, what programs alone read, and the second way to say the same thing. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'del',
  'moveFrom',
  'delText',
  'instrText',
  'delInstrText',
  'pPr',
  'rPr',
  'tblPr',
  'sectPr',
  'Fallback',
  'rt',
]);

const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
};

const SPANS_MAX = 64; // Columns that a table of Word can have: 63.

interface Line {
  text: string;
  readonly addresses: string[];
  /** What stands in boxes of its own beside the line. */
  readonly beside: Content[];
}

/** Reads one part: the text, a header, a note. */
export class StoryReader {
  private readonly links: ReadonlyMap<string, Relationship>;

  constructor(
    private readonly parts: PackageParts,
    name: string,
    private readonly story: DocxStory,
  ) {
    this.links = new Map(parts.relationshipsOf(name).map((link) => [link.id, link]));
  }

  blocksIn(parent: Element): readonly Content[] {
    return childElements(parent).flatMap((element) => {
      const name = localNameOf(element);
      if (name === 'p') return this.paragraphOf(element);
      if (name === 'tbl') return this.tableOf(element);
      return LEFT_OUT.has(name) ? [] : this.blocksIn(element);
    });
  }

  private paragraphOf(element: Element): readonly Content[] {
    const line: Line = { text: '', addresses: [], beside: [] };
    this.collect(element, line);
    const text = withAddresses(tidy(line.text), line.addresses);
    const properties = childNamed(element, 'pPr');
    const style =
      this.story.styles.get(valueOf(childNamed(properties, 'pStyle'), 'val') ?? '') ?? PLAIN;
    const level = outlineOf(properties) || style.level;
    const place = listOf(properties) ?? style.list;
    // Items without text count, too.
    const mark = place && this.story.numbering.next(place);
    if (text === '') return line.beside;
    const own =
      level > 0
        ? heading(level, mark && mark.mark !== '-' ? `${mark.mark} ${text}` : text)
        : mark
          ? item(mark.level, mark.mark, text)
          : paragraph(text);
    return [own, ...line.beside];
  }

  private tableOf(element: Element): readonly Content[] {
    const rows = rowsIn(element).map((row) =>
      cellsIn(row).flatMap((cell) => {
        const properties = childNamed(cell, 'tcPr');
        const span = Number(valueOf(childNamed(properties, 'gridSpan'), 'val') ?? 1) || 1;
        const merged = childNamed(properties, 'vMerge');
        const isContinued = merged !== undefined && valueOf(merged, 'val') !== 'restart';
        const contents = isContinued ? [] : this.blocksIn(cell);
        const empty = Array.from({ length: Math.min(SPANS_MAX, span) - 1 }, () => []);
        return [contents, ...empty];
      }),
    );
    // One cell is a frame around text.
    if (rows.every((row) => row.length <= 1)) return rows.flat(2);
    return [table(rows.map((row) => row.map(plainOf)))];
  }

  private collect(parent: Element, line: Line): void {
    for (const element of childElements(parent)) {
      const name = localNameOf(element);
      if (LEFT_OUT.has(name)) continue;
      if (name === 'r' && isOn(childNamed(childNamed(element, 'rPr'), 'vanish'))) continue;
      const sign = SIGNS[name];
      if (sign !== undefined) line.text += sign;
      else if (name === 't') line.text += element.textContent ?? '';
      else if (name === 'sym') line.text += symbolOf(element);
      else if (name === 'footnoteReference' || name === 'endnoteReference') {
        line.text += this.noteMark(
          name === 'footnoteReference' ? 'footnotes' : 'endnotes',
          element,
        );
      } else if (name === 'txbxContent') line.beside.push(...this.blocksIn(element));
      else if (name === 'drawing' || name === 'pict' || name === 'object') {
        this.collectPicture(element, line);
      } else {
        if (name === 'hyperlink') line.addresses.push(...this.addressesOf(element));
        this.collect(element, line);
      }
    }
  }

  /** Frames with text are drawings, too. */
  private collectPicture(element: Element, line: Line): void {
    const told = ['docPr', 'cNvPr', 'shape', 'rect', 'imagedata']
      .flatMap((name) => elementsNamed(element, name))
      .map((one) => valueOf(one, 'descr') || valueOf(one, 'alt') || valueOf(one, 'title') || '')
      .find((text) => text !== '');
    const isPicture = ['blip', 'imagedata'].some((name) => elementsNamed(element, name).length > 0);
    if (isPicture) this.story.pictures++;
    if (isPicture || told !== undefined) line.text += ` ${pictureWords(told)} `;
    for (const one of elementsNamed(element, 'textpath'))
      line.text += ` ${valueOf(one, 'string') ?? ''} `;
    const charts = ['chart', 'relIds'].flatMap((name) => elementsNamed(element, name));
    for (const { target, isExternal } of charts.flatMap((one) => this.linksOf(one))) {
      if (isExternal || this.story.charts.has(target)) continue;
      this.story.charts.add(target);
      const words = chartWords(this.parts, target);
      if (words !== '') line.beside.push(paragraph(`[chart: ${words}]`));
    }
    this.collect(element, line);
  }

  private noteMark(part: 'footnotes' | 'endnotes', element: Element): string {
    const { notes } = this.story;
    const id = valueOf(element, 'id') ?? '';
    const at = notes.findIndex((note) => note.part === part && note.id === id);
    return `[^${at >= 0 ? at + 1 : notes.push({ part, id })}]`;
  }

  private addressesOf(element: Element): readonly string[] {
    const outside = this.linksOf(element).filter(({ isExternal }) => isExternal);
    return outside.map(({ target }) => readableAddress(target));
  }

  private linksOf(element: Element): readonly Relationship[] {
    return linkIdsOf(element).flatMap((id) => this.links.get(id) ?? []);
  }
}

/** Wrapped in what programs put around rows and cells, or not. */
const rowsIn = (parent: Element): readonly Element[] => within(parent, 'tr');
const cellsIn = (parent: Element): readonly Element[] => within(parent, 'tc');

const within = (parent: Element, wanted: string): readonly Element[] =>
  childElements(parent).flatMap((element) => {
    const name = localNameOf(element);
    if (name === wanted) return [element];
    return name === 'p' || name === 'tbl' || LEFT_OUT.has(name) ? [] : within(element, wanted);
  });

/** Of a font of symbols the shape is known to that font alone. */
function symbolOf(element: Element): string {
  const code = Number.parseInt(valueOf(element, 'char') ?? '', 16);
  const isPrivate = !(code > 0x20) || (code >= 0xe000 && code <= 0xf8ff) || code > 0xffff;
  return isPrivate ? '•' : String.fromCharCode(code);
}
