import type { Element } from '@xmldom/xmldom';
import { DocumentFault } from '../../document-fault.js';
import { openArchive } from '../../formats/archive/open-archive.js';
import { PackageParts } from '../../formats/office/package-parts.js';
import {
  childElements,
  childNamed,
  elementsNamed,
  valueOf,
} from '../../formats/xml/find-in-xml.js';
import { localNameOf, rootOf } from '../../formats/xml/read-xml.js';
import type { Content } from '../../layout/blocks.js';
import { shownName } from '../../intake/shown-name.js';
import { SLIDES_MAX } from '../../limits.js';
import { documentOf, pageOf, type DocumentPage, type ReadDocument } from '../document-page.js';
import { chartWords, linkIdsOf, mainPart, partOfType, partsOfType } from '../office-parts.js';
import { SHEET_ROWS_MAX, sheetContents } from '../sheet-contents.js';
import { onOneLine, paragraph, paragraphs, pictureWords, TextRoom } from '../words.js';
import { cellText, looksOf, richText, type CellLooks } from './cell-values.js';

interface Workbook {
  readonly parts: PackageParts;
  readonly strings: readonly string[];
  readonly looks: CellLooks;
  readonly room: TextRoom;
}

/** A workbook: a page a sheet, hidden ones too, which say that they are. Of formulas it has what they came to. @throws DocumentFault */
export function readXlsx(bytes: Uint8Array): ReadDocument {
  const parts = new PackageParts(openArchive(bytes));
  const main = mainPart(parts);
  const root = rootOf(parts.document(main));
  const rootOfType = (type: string): Element | undefined => {
    const name = partOfType(parts, main, type);
    return name === undefined ? undefined : rootOf(parts.document(name));
  };
  const shared = rootOfType('sharedStrings');
  const workbook: Workbook = {
    parts,
    strings: shared ? childElements(shared).map(richText) : [],
    looks: {
      looks: looksOf(rootOfType('styles')),
      is1904: /^(?:1|true)$/.test(valueOf(elementsNamed(root, 'workbookPr')[0], 'date1904') ?? ''),
    },
    room: new TextRoom(),
  };
  const links = new Map(parts.relationshipsOf(main).map(({ id, target }) => [id, target]));
  const sheets = elementsNamed(root, 'sheet').flatMap((sheet) => {
    const [target = ''] = linkIdsOf(sheet).flatMap((id) => links.get(id) ?? []);
    return parts.archive.has(target) ? [{ sheet, target }] : [];
  });
  const told = [...new Map(sheets.map((one) => [one.target, one])).values()];
  if (told.length > SLIDES_MAX) throw new DocumentFault('document_page_budget_exceeded');
  return documentOf(told.map(({ sheet, target }) => sheetOf(workbook, sheet, target)));
}

function sheetOf(workbook: Workbook, sheet: Element, part: string): DocumentPage {
  const root = rootOf(workbook.parts.document(part));
  const margins = childNamed(root, 'headerFooter');
  const marginOf = (name: string): readonly Content[] =>
    paragraphs(
      ['odd', 'even', 'first'].map((side) =>
        headerText(childNamed(margins, `${side}${name}`)?.textContent ?? ''),
      ),
    );
  const isHidden = (valueOf(sheet, 'state') ?? 'visible') !== 'visible';
  const drawn = drawingsOf(workbook, part);
  return pageOf({
    name: `sheet ${shownName(valueOf(sheet, 'name') ?? '')}${isHidden ? ' (hidden)' : ''}`,
    header: marginOf('Header'),
    body: [...cellsOf(workbook, root), ...drawn.contents, ...commentsOf(workbook, part)],
    footer: marginOf('Footer'),
    pictures: drawn.pictures,
  });
}

/** Rows and columns that are empty in all of a sheet are left out, so that two cells far apart make no table of a million. */
function cellsOf({ strings, looks, room }: Workbook, root: Element): readonly Content[] {
  const data = childNamed(root, 'sheetData');
  const rows: ReadonlyMap<number, string>[] = [];
  const columns = new Set<number>();
  let all = 0;
  for (const row of data ? childElements(data) : []) {
    const cells = new Map<number, string>();
    let next = 1;
    for (const cell of childElements(row)) {
      const column = columnOf(cell) ?? next;
      next = column + 1;
      const text = cellText(cell, strings, looks);
      if (text !== '') cells.set(column, text);
    }
    if (cells.size === 0) continue;
    if (++all > SHEET_ROWS_MAX) continue;
    for (const [column, text] of cells) {
      columns.add(column);
      room.take(text);
    }
    rows.push(cells);
  }
  const shown = [...columns].toSorted((a, b) => a - b);
  const table = rows.map((cells) => shown.map((column) => cells.get(column) ?? ''));
  return sheetContents(table, all);
}

const LETTERS = 26;

/** `C` of `C12`, as a number. */
function columnOf(cell: Element): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(valueOf(cell, 'r') ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, sign) => sum * LETTERS + sign.charCodeAt(0) - 64, 0);
}

/** Words without the codes that say where they stand and how they look. */
const headerText = (text: string): string =>
  text
    .replace(/&(?:"[^"]*"|\d{1,3}|K[\dA-F]{6}|[LCR])/gi, ' ')
    .replace(/&[A-Z]/gi, '')
    .replaceAll('&&', '&');

/** Text in frames, what is said of pictures, and charts. */
function drawingsOf({ parts }: Workbook, sheet: string) {
  const contents: Content[] = [];
  let pictures = 0;
  for (const name of partsOfType(parts, sheet, 'drawing')) {
    const root = rootOf(parts.document(name));
    for (const frame of elementsNamed(root, 'txBody')) {
      const lines = elementsNamed(frame, 'p').map((line) =>
        elementsNamed(line, 't')
          .map(({ textContent }) => textContent ?? '')
          .join(''),
      );
      contents.push(...paragraphs([lines.join('\n')]));
    }
    for (const picture of elementsNamed(root, 'cNvPr')) {
      const isPicture = localNameOf(picture.parentNode as Element) === 'nvPicPr';
      const told = valueOf(picture, 'descr') || valueOf(picture, 'title') || '';
      if (isPicture) pictures++;
      if (isPicture || told !== '') contents.push(paragraph(pictureWords(told)));
    }
    for (const chart of partsOfType(parts, name, 'chart')) {
      const words = chartWords(parts, chart);
      if (words !== '') contents.push(paragraph(`[chart: ${words}]`));
    }
  }
  return { contents, pictures };
}

/** Notes on cells and what was answered to them, in both ways that they are written. */
function commentsOf({ parts, room }: Workbook, sheet: string): readonly Content[] {
  const threads = partsOfType(parts, sheet, 'threadedComment').flatMap((name) =>
    elementsNamed(rootOf(parts.document(name)), 'threadedComment'),
  );
  const notes = partsOfType(parts, sheet, 'comments').flatMap((name) =>
    elementsNamed(rootOf(parts.document(name)), 'comment'),
  );
  // Where there are threads the notes say the same for older programs.
  return (threads.length > 0 ? threads : notes).flatMap((one) => {
    const body = childNamed(one, 'text');
    const text =
      body && childNamed(body, 't') ? richText(body) : onOneLine(body?.textContent ?? '');
    const at = onOneLine(valueOf(one, 'ref') ?? '');
    return text === '' ? [] : [paragraph(room.take(`[comment on ${at}: ${text}]`))];
  });
}
