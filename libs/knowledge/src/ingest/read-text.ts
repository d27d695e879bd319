import type { Spender, ValueFinder } from '#call';
import { cleanTexts, type CellDoor } from '#documents';
import { refuse, type Cancellation } from '#kernel';
import type { DocumentHead } from '../keep/documents.js';
import { TEXT_CHARS_MAX } from '../limits.js';

export interface ReadingTools {
  readonly cell: CellDoor;
  readonly finder: ValueFinder;
}

export interface ReadingOrder extends Pick<DocumentHead, 'filename' | 'mediaType'> {
  readonly bytes: Uint8Array;
  readonly spender: Spender;
  readonly nowMs: number;
  readonly ended: Cancellation;
}

/**
 * What a document says, page after page, as it may be kept and found: with tags in the place of values, where data
 * protection changes what it finds. What it refuses is for the call that would send it.
 * @throws what is wrong with the document; document_unscannable where a value is left in it
 */
export async function readText(tools: ReadingTools, order: ReadingOrder): Promise<string> {
  const pages = await pagesOf(tools.cell, order);
  const { workload, organisation } = order.spender;
  const { protection } = workload;
  const changes = protection.mode === 'mask' || protection.mode === 'tokenize';
  if (!changes || protection.isObserving) return pages.join(PAGE_END);
  const clean = await cleanTexts({ texts: pages }, tools, {
    organisation,
    protection,
    kinds: null,
    remove: [],
    nowMs: order.nowMs,
    ended: order.ended,
  });
  if (!clean) throw refuse('document_unscannable');
  return clean.written.join(PAGE_END);
}

const PAGE_END = '\n\n';

async function pagesOf(cell: CellDoor, order: ReadingOrder): Promise<string[]> {
  const { bytes, filename, mediaType, ended } = order;
  const pages: string[] = [];
  let chars = 0;
  await cell.run('ocr', {
    documents: [bytes],
    options: { ...PLAIN, mediaType, filename },
    onPart: ({ markdown }) => {
      chars += markdown.length;
      if (chars <= TEXT_CHARS_MAX) pages.push(markdown);
    },
    ended,
  });
  if (chars > TEXT_CHARS_MAX) throw refuse('document_too_large_to_scan');
  if (pages.every((page) => page.trim() === '')) throw refuse('document_has_no_text');
  return pages;
}

/** The whole text, and nothing beside it. */
const PLAIN = {
  pages: null,
  languages: null,
  tables: 'inline',
  partsHeader: false,
  partsFooter: false,
  showsBlocks: false,
  showsImages: false,
  imagesMax: 0,
  imageSizeMin: 0,
} as const;
