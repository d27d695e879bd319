import { refuse, type Cancellation } from '#kernel';
import type { OcrRequest } from '#wire';
import type { CellDoor } from './cell/cell.js';
import { isDataUrl, readDataUrl } from './intake/data-url.js';
import { kindOfHead } from './intake/sniff.js';
import { OCR_PAGES_MAX } from './limits.js';
import { localDocument } from './ocr.dispatcher.js';

/** Of a document at an address, which nobody here opens, or whose pages a provider makes: a report of usual length. */
const PAGES_UNSEEN = 20;

/**
 * How many pages will be read of a document, for who holds their price.
 * @param isLocal it is read here, and has to be fit for it
 * @throws field_invalid where it has none of the pages that are to be read here, and what is wrong with the document
 */
export async function pagesToRead(
  cell: CellDoor,
  asked: OcrRequest,
  { isLocal, ended }: { readonly isLocal: boolean; readonly ended: Cancellation },
): Promise<number> {
  const { document, pages } = asked;
  const isInline = document.kind === 'address' && isDataUrl(document.url);
  if (!isInline && !isLocal) return pages?.length ?? PAGES_UNSEEN;
  const { bytes, mediaType } =
    isLocal || document.kind === 'stored'
      ? await localDocument(asked)
      : await readDataUrl(document.url, document.param);
  const filename = document.kind === 'address' ? document.name : '';
  const options = { mediaType, filename };
  const own = await cell.run('countPages', { documents: [bytes], options, ended });
  // Where the pages of a letter end is known to who prints it.
  const count = isLocal || kindOfHead(bytes) !== null ? own : Math.max(own, PAGES_UNSEEN);
  const chosen = pages ? pages.filter((page) => page < count).length : count;
  // Nobody is asked for the price of pages that are never read.
  if (isLocal && chosen > OCR_PAGES_MAX) throw refuse('document_page_budget_exceeded');
  if (!pages) return count;
  // A provider may count otherwise, as it does the pages of a text.
  if (chosen > 0 || !isLocal) return chosen || pages.length;
  throw refuse('field_invalid', {
    message: `pages must name pages of the document, which are 0 to ${count - 1}.`,
    param: 'pages',
  });
}
