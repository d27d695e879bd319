import type { ProtectionPolicy, Spender, ValueFinder } from '#call';
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
 * What a document says, page after page, as it may be kept and found: with tags in the place of values that data protection
 * changes. What it refuses is sought here, too: calls see passages, and a value may be cut where two of them meet.
 * @throws what is wrong with the document; protection_blocked; document_unscannable where a value is left in it
 */
export async function readText(tools: ReadingTools, order: ReadingOrder): Promise<string> {
  const pages = await pagesOf(tools.cell, order);
  const { workload, organisation } = order.spender;
  const { protection } = workload;
  if (!mayChange(protection)) return pages.join(PAGE_END);
  const clean = await cleanTexts(
    { texts: pages },
    { cell: tools.cell, finder: asInCalls(tools.finder) },
    {
      organisation,
      protection,
      kinds: null,
      remove: [],
      nowMs: order.nowMs,
      ended: order.ended,
    },
  );
  if (!clean) throw refuse('document_unscannable');
  return clean.written.join(PAGE_END);
}

/** Whether there may be a value that does not stay as it is. */
const mayChange = ({ mode, rules, isObserving }: ProtectionPolicy): boolean =>
  !isObserving &&
  (mode !== 'allow_log' ||
    [...rules.values()].some(({ action }) => action !== undefined && action !== 'log'));

/** Finds what is changed in a call of the workload, and leaves what may go out in one. */
const asInCalls = (finder: ValueFinder): Pick<ValueFinder, 'find'> => ({
  async find(texts, order) {
    const found = await finder.find(texts, order);
    const blocked = found.flat().filter(({ action }) => action === 'block');
    if (blocked.length > 0) {
      const kinds = [...new Set(blocked.map(({ kind }) => kind))].join(', ');
      const message = `Data protection refused the document: it holds ${kinds}. Take it out.`;
      throw refuse('protection_blocked', { message });
    }
    return found.map((values) => values.filter(({ action }) => action !== 'log'));
  },
});

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
