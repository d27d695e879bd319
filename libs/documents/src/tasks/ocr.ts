import { DocumentFault } from '../document-fault.js';
import { kindOf } from '../intake/kind-of.js';
import { blocksOf, writeBlock, writeBlocks, type Block, type Content } from '../layout/blocks.js';
import type { TextItem } from '../layout/item.js';
import { partMargins } from '../layout/margins.js';
import { htmlTable } from '../layout/html-table.js';
import { pipeTable } from '../layout/pipe-table.js';
import {
  ATTACHMENTS_MAX,
  OCR_PAGES_MAX,
  POINTS_PER_INCH,
  READING_PIXELS,
  SCAN_DPI,
} from '../limits.js';
import type { OcrLanguage } from '../ocr/languages.js';
import type { Box } from '../pdf/places.js';
import type { Task, TaskTools } from '../cell/task.js';
import { fitDpi } from '../pdf/page-size.js';
import { openPages, READING, type Declared, type SourcePage } from './page-source.js';
import { newMemory, PICTURE_SHARE_MAX, readPage, type PageReading } from './read-page.js';
import { textPages, type TextPage } from './text-pages.js';

/** How a document is to be read; what is left out of a page is not asked for. */
export interface OcrOptions extends Declared {
  /** From 0, in this order; null for all. Pages that are not there are left out. */
  readonly pages: readonly number[] | null;
  readonly languages: readonly OcrLanguage[] | null;
  readonly tables: 'inline' | 'markdown' | 'html';
  readonly partsHeader: boolean;
  readonly partsFooter: boolean;
  readonly showsBlocks: boolean;
  readonly showsImages: boolean;
  /** Of all pages together. */
  readonly imagesMax: number | null;
  /** Width and height, in pixels. */
  readonly imageSizeMin: number;
}

/** Lengths are pixels of the page at `dpi`. */
export interface OcrPage {
  readonly index: number;
  /** Of a slide, a sheet or what is attached; `''` of anything else. */
  readonly name: string;
  readonly markdown: string;
  /** Null where the page has no pixels. */
  readonly size: { readonly width: number; readonly height: number; readonly dpi: number } | null;
  readonly source: TextPage['source'];
  readonly languages: readonly OcrLanguage[];
  readonly warnings: TextPage['warnings'];
  readonly images: readonly OcrImage[];
  readonly tables: readonly { readonly id: string; readonly content: string }[];
  readonly header: string | null;
  readonly footer: string | null;
  readonly words: PageReading['confidences'];
  readonly blocks: readonly OcrBlock[];
}

export interface OcrImage extends Box {
  readonly id: string;
  /** A JPEG; null where it was not asked for. */
  readonly bytes: Uint8Array | null;
}

export interface OcrBlock extends Box {
  readonly type: 'text' | 'title' | 'list' | 'table';
  readonly content: string;
}

/** Reads pages to markdown; each is told as soon as it is there. @returns how many were read */
export const ocr: Task<OcrOptions, OcrPage, number> = async (
  [bytes = new Uint8Array()],
  options,
  tools,
) => {
  await tools.step('open');
  const kind = kindOf(bytes, options);
  if (kind !== 'pdf' && kind !== 'image') return readWritten(bytes, options, tools);
  const source = await openPages(bytes, options, tools);
  const wanted = wantedOf(options, source.pages);
  const memory = newMemory(options.languages, source.language);
  let imagesLeft = options.imagesMax ?? Infinity;
  for (const index of wanted) {
    await tools.step('page');
    const page = await source.page(index);
    const reading = await readPage(page, memory, tools);
    const written = await writePage(page, reading, options, imagesLeft);
    imagesLeft -= written.images.length;
    page.forget();
    await tools.tell({ index, ...written });
  }
  return wanted.length;
};

/** Those that are asked for. @throws DocumentFault where they are too many */
function wantedOf({ pages }: OcrOptions, count: number): readonly number[] {
  const all = Array.from({ length: Math.min(count, OCR_PAGES_MAX + 1) }, (_, at) => at);
  const wanted = pages?.filter((page) => page < count) ?? all;
  if (wanted.length > OCR_PAGES_MAX) throw new DocumentFault('document_page_budget_exceeded');
  return wanted;
}

/** Pages of what needs not be drawn: letters, sheets, slides, mails with what is attached to them. */
async function readWritten(
  bytes: Uint8Array,
  options: OcrOptions,
  tools: TaskTools<OcrPage>,
): Promise<number> {
  const budget = {
    recognisedLeft: OCR_PAGES_MAX,
    attachmentsLeft: ATTACHMENTS_MAX,
    pictureShareMax: PICTURE_SHARE_MAX,
    languages: options.languages,
  };
  const pages = await textPages(bytes, options, budget, tools);
  const wanted = wantedOf(options, pages.length);
  for (const index of wanted) {
    const page = await pages[index]?.();
    if (page) await tools.tell({ index, ...writeText(page, options) });
  }
  return wanted.length;
}

const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

function writeText(page: TextPage, options: OcrOptions): Omit<OcrPage, 'index'> {
  const { header, body, footer } = page;
  const blocks = [
    ...(options.partsHeader ? [] : header),
    ...body,
    ...(options.partsFooter ? [] : footer),
  ];
  const { tables, write } = tablesFor(options);
  const apart = (part: readonly Content[]): string | null =>
    part.length > 0 ? writeBlocks(part) : null;
  return {
    name: page.name,
    markdown: writeBlocks(blocks, write),
    size: null,
    source: page.source,
    languages: page.languages,
    warnings: page.warnings,
    images: [],
    tables,
    header: options.partsHeader ? apart(header) : null,
    footer: options.partsFooter ? apart(footer) : null,
    words: page.confidences,
    blocks: options.showsBlocks
      ? blocks.map((block) => ({ type: TYPES[block.kind], content: writeBlock(block), ...NOWHERE }))
      : [],
  };
}

/** Tables that are told apart from the text, and what stands there instead. */
function tablesFor({ tables: form }: OcrOptions) {
  const tables: { id: string; content: string }[] = [];
  const write = (cells: readonly (readonly string[])[]): string => {
    if (form === 'inline') return pipeTable(cells);
    const id = `tbl-${tables.length}.${form === 'html' ? 'html' : 'md'}`;
    tables.push({ id, content: form === 'html' ? htmlTable(cells) : pipeTable(cells) });
    return `[${id}](${id})`;
  };
  return { tables, write };
}

async function writePage(
  page: SourcePage,
  reading: PageReading,
  options: OcrOptions,
  imagesLeft: number,
): Promise<Omit<OcrPage, 'index'>> {
  const dpi = page.pdf ? fitDpi(page, SCAN_DPI, READING_PIXELS) : (await page.draw(READING)).dpi;
  const scale = dpi / POINTS_PER_INCH;
  const margins = partMargins(reading.items, page.height);
  const header = options.partsHeader ? margins.header : [];
  const footer = options.partsFooter ? margins.footer : [];
  const apart = new Set<TextItem>([...header, ...footer]);
  const blocks = blocksOf(reading.items.filter((item) => !apart.has(item)));
  const { tables, write } = tablesFor(options);
  const images = await imagesOf(page, reading.pictures, options, { scale, imagesLeft });
  const text = writeBlocks(blocks, write);
  const shown = images.map(({ id }) => `![${id}](${id})`);
  return {
    name: '',
    markdown: [text, ...shown].filter((part) => part !== '').join('\n\n'),
    size: {
      width: Math.round(page.width * scale),
      height: Math.round(page.height * scale),
      dpi,
    },
    source: reading.source,
    languages: reading.languages,
    warnings: reading.warnings,
    images,
    tables,
    header: header.length > 0 ? writeBlocks(blocksOf(header)) : null,
    footer: footer.length > 0 ? writeBlocks(blocksOf(footer)) : null,
    words: reading.confidences,
    blocks: options.showsBlocks ? blocks.map((block) => boxed(block, scale)) : [],
  };
}

const TYPES = { table: 'table', heading: 'title', item: 'list', paragraph: 'text' } as const;

function boxed(block: Block, scale: number): OcrBlock {
  const items = block.rows.flatMap((row) => row.items);
  return {
    type: TYPES[block.kind],
    content: writeBlock(block),
    left: Math.round(Math.min(...items.map(({ x }) => x)) * scale),
    top: Math.round(Math.min(...items.map(({ y }) => y)) * scale),
    right: Math.round(Math.max(...items.map(({ x, width }) => x + width)) * scale),
    bottom: Math.round(Math.max(...items.map(({ y, height }) => y + height)) * scale),
  };
}

async function imagesOf(
  page: SourcePage,
  pictures: readonly Box[],
  { showsImages, imageSizeMin }: OcrOptions,
  { scale, imagesLeft }: { readonly scale: number; readonly imagesLeft: number },
): Promise<readonly OcrImage[]> {
  const bounds = { width: page.width * scale, height: page.height * scale };
  const boxes = pictures
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, Math.floor(left * scale)),
      top: Math.max(0, Math.floor(top * scale)),
      right: Math.min(Math.floor(bounds.width), Math.ceil(right * scale)),
      bottom: Math.min(Math.floor(bounds.height), Math.ceil(bottom * scale)),
    }))
    .filter(
      ({ left, top, right, bottom }) =>
        right - left >= Math.max(1, imageSizeMin) && bottom - top >= Math.max(1, imageSizeMin),
    )
    .slice(0, imagesLeft);
  if (boxes.length === 0) return [];
  const picture = showsImages ? await page.draw(READING) : undefined;
  return Promise.all(
    boxes.map(async (box, index) => ({
      ...box,
      id: `img-${index}.jpeg`,
      bytes:
        (await picture?.crop(box.left, box.top, box.right - box.left, box.bottom - box.top)) ??
        null,
    })),
  );
}
