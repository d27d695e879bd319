import type { Element } from '@xmldom/xmldom';
import { DocumentFault } from '../document-fault.js';
import { openArchive } from '../formats/archive/open-archive.js';
import { PackageParts, type Relationship } from '../formats/office/package-parts.js';
import { readableAddress } from '../formats/readable-address.js';
import { childElements, childNamed, elementsNamed, valueOf } from '../formats/xml/find-in-xml.js';
import { localNameOf, rootOf } from '../formats/xml/read-xml.js';
import type { Content } from '../layout/blocks.js';
import { SLIDES_MAX } from '../limits.js';
import { documentOf, pageOf, type DocumentPage, type ReadDocument } from './document-page.js';
import { chartWords, linkIdsOf, mainPart, partsOfType } from './office-parts.js';
import {
  heading,
  item,
  onOneLine,
  paragraph,
  pictureWords,
  plainOf,
  table,
  tidy,
  withAddresses,
} from './words.js';

/** A presentation: a page a slide, with its notes and comments. @throws DocumentFault */
export function readPptx(bytes: Uint8Array): ReadDocument {
  const parts = new PackageParts(openArchive(bytes));
  const main = mainPart(parts);
  const links = linksOf(parts, main);
  const authors = authorsOf(parts, main);
  const names = elementsNamed(rootOf(parts.document(main)), 'sldId')
    .flatMap(linkIdsOf)
    .flatMap((id) => links.get(id)?.target ?? [])
    .filter((name) => parts.archive.has(name));
  const slides = [...new Set(names)];
  if (slides.length > SLIDES_MAX) throw new DocumentFault('document_page_budget_exceeded');
  return documentOf(slides.map((name, index) => slideOf(parts, name, index, authors)));
}

const linksOf = (parts: PackageParts, name: string): ReadonlyMap<string, Relationship> =>
  new Map(parts.relationshipsOf(name).map((link) => [link.id, link]));

function slideOf(
  parts: PackageParts,
  name: string,
  index: number,
  authors: ReadonlyMap<string, string>,
): DocumentPage {
  const root = rootOf(parts.document(name));
  const slide = new SlideReader(parts, name);
  slide.read(root);
  const notes = partsOfType(parts, name, 'notesSlide').flatMap((part) => {
    const reader = new SlideReader(parts, part);
    reader.read(rootOf(parts.document(part)), true);
    const text = plainOf(reader.body);
    return text === '' ? [] : [paragraph(`Notes: ${text}`)];
  });
  const isHidden = /^(?:0|false)$/.test(valueOf(root, 'show') ?? '');
  return pageOf({
    name: `slide ${index + 1}${isHidden ? ' (hidden)' : ''}`,
    body: [...slide.body, ...notes, ...commentsOf(parts, name, authors)],
    footer: slide.footer,
    pictures: slide.pictures,
  });
}

/** Reads the shapes of one slide, in the order that they lie on it. */
class SlideReader {
  readonly body: Content[] = [];
  readonly footer: Content[] = [];
  pictures = 0;
  private readonly links: ReadonlyMap<string, Relationship>;

  constructor(
    private readonly parts: PackageParts,
    name: string,
  ) {
    this.links = linksOf(parts, name);
  }

  /** @param isNotes of a page of notes only what was written on it, and not the slide that it shows */
  read(root: Element, isNotes = false): void {
    for (const element of childElements(root)) {
      const name = localNameOf(element);
      if (name === 'Fallback' || isHidden(element)) continue;
      if (name === 'sp') this.readShape(element, isNotes);
      else if (name === 'pic' && !isNotes) this.readPicture(element);
      else if (name === 'graphicFrame') this.readFrame(element);
      else this.read(element, isNotes);
    }
  }

  private readShape(shape: Element, isNotes: boolean): void {
    const placeholder = elementsNamed(shape, 'ph')[0];
    const type = placeholder ? (valueOf(placeholder, 'type') ?? 'body') : '';
    if (isNotes && type !== 'body') return;
    const alt = toldOf(shape);
    if (alt !== '') this.body.push(paragraph(pictureWords(alt)));
    const into = type === 'ftr' || type === 'dt' || type === 'sldNum' ? this.footer : this.body;
    into.push(...this.textOf(childNamed(shape, 'txBody'), isNotes ? '' : type));
  }

  private textOf(text: Element | undefined, type: string): readonly Content[] {
    const isTitle = type === 'title' || type === 'ctrTitle';
    const isList = type === 'body' || type === 'obj';
    const paragraphs = text ? childElements(text).filter((one) => localNameOf(one) === 'p') : [];
    if (isTitle) {
      const title = onOneLine(paragraphs.map((one) => this.lineOf(one)).join(' '));
      return title === '' ? [] : [heading(1, title)];
    }
    return paragraphs.flatMap((one) => {
      const line = this.lineOf(one);
      if (line === '') return [];
      const properties = childNamed(one, 'pPr');
      const has = (name: string): boolean => childNamed(properties, name) !== undefined;
      const isItem =
        has('buChar') || has('buAutoNum') || has('buBlip') || (isList && !has('buNone'));
      return isItem
        ? [item(Number(valueOf(properties, 'lvl') ?? 0), '-', line)]
        : [paragraph(line)];
    });
  }

  private lineOf(element: Element): string {
    let text = '';
    const addresses: string[] = [];
    for (const run of childElements(element)) {
      const name = localNameOf(run);
      if (name === 'br') text += '\n';
      else if (name === 'r' || name === 'fld') {
        text += childNamed(run, 't')?.textContent ?? '';
        const link = childNamed(childNamed(run, 'rPr'), 'hlinkClick');
        for (const { isExternal, target } of link ? this.leadsTo(link) : []) {
          if (isExternal) addresses.push(readableAddress(target));
        }
      } else if (name === 'm' || name === 'AlternateContent') {
        text += elementsNamed(run, 't')
          .map(({ textContent }) => textContent ?? '')
          .join('');
      }
    }
    return withAddresses(tidy(text), addresses);
  }

  private readPicture(picture: Element): void {
    this.pictures++;
    this.body.push(paragraph(pictureWords(toldOf(picture))));
  }

  private readFrame(frame: Element): void {
    const alt = toldOf(frame);
    if (alt !== '') this.body.push(paragraph(pictureWords(alt)));
    for (const one of elementsNamed(frame, 'tbl')) {
      const rows = childElements(one).filter((row) => localNameOf(row) === 'tr');
      const cells = rows.map((row) =>
        childElements(row)
          .filter((cell) => localNameOf(cell) === 'tc')
          .map((cell) => plainOf(this.textOf(childNamed(cell, 'txBody'), ''))),
      );
      this.body.push(table(cells));
    }
    const charts = ['chart', 'relIds'].flatMap((name) => elementsNamed(frame, name));
    for (const { isExternal, target } of charts.flatMap((one) => this.leadsTo(one))) {
      const words = isExternal ? '' : chartWords(this.parts, target);
      if (words !== '') this.body.push(paragraph(`[chart: ${words}]`));
    }
  }

  private leadsTo(element: Element): readonly Relationship[] {
    return linkIdsOf(element).flatMap((id) => this.links.get(id) ?? []);
  }
}

/** Of a shape, among what is said of it and not shown. */
const ownProperties = (shape: Element): Element | undefined => {
  const about = childElements(shape).find((one) => /^nv\w*Pr$/.test(localNameOf(one)));
  return childNamed(about, 'cNvPr');
};

const isHidden = (shape: Element): boolean => {
  const hidden = valueOf(ownProperties(shape), 'hidden');
  return hidden === '1' || hidden === 'true';
};

const toldOf = (shape: Element): string => {
  const own = ownProperties(shape);
  return valueOf(own, 'descr') || valueOf(own, 'title') || '';
};

/** Names of who commented, by their ids, as older and newer versions of the program write them. */
function authorsOf(parts: PackageParts, main: string): ReadonlyMap<string, string> {
  const elements = ['commentAuthors', 'authors']
    .flatMap((type) => partsOfType(parts, main, type))
    .flatMap((name) => childElements(rootOf(parts.document(name))));
  return new Map(elements.map((one) => [valueOf(one, 'id') ?? '', valueOf(one, 'name') ?? '']));
}

function commentsOf(
  parts: PackageParts,
  slide: string,
  authors: ReadonlyMap<string, string>,
): readonly Content[] {
  return partsOfType(parts, slide, 'comments')
    .flatMap((name) => elementsNamed(rootOf(parts.document(name)), 'cm'))
    .flatMap((comment) => {
      const words = [...elementsNamed(comment, 'text'), ...elementsNamed(comment, 't')];
      const text = onOneLine(words.map(({ textContent }) => textContent ?? '').join(' '));
      const author = onOneLine(authors.get(valueOf(comment, 'authorId') ?? '') ?? '');
      return text === '' ? [] : [paragraph(`[comment${author && ` by ${author}`}: ${text}]`)];
    });
}
