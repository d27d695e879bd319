import { DocumentFault } from '../document-fault.js';
import { kindOf } from '../intake/kind-of.js';
import { headOf } from '../intake/shown-name.js';
import { blocksOf, writeBlocks } from '../layout/blocks.js';
import {
  ATTACHMENTS_MAX,
  CHAT_PICTURE_SHARE_MAX,
  CHAT_PIXELS_EDGE,
  CHAT_TEXT_CHARS_MAX,
  POINTS_PER_INCH,
} from '../limits.js';
import { openImage, readHead, judged } from '../image/decode.js';
import { openPage, openPdf } from '../pdf/open.js';
import { drawPage, forgetPage } from '../pdf/render.js';
import { readText } from '../pdf/text.js';
import type { Task, TaskTools } from '../cell/task.js';
import type { Declared } from './page-source.js';
import { textPages, type ReadsPage, type TextBudget } from './text-pages.js';

/** How the documents of a conversation are to be shown to a model. */
export interface ShowOptions {
  readonly documents: readonly Declared[];
  readonly seesImages: boolean;
  /** Pages that are drawn, over all documents. */
  readonly pagesMax: number;
}

/** A piece of what one document becomes, in its order. */
export type Shown = {
  /** Which of the documents. */
  readonly document: number;
} & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
);

type Tools = TaskTools<Shown>;

/** Shows documents to a model that does not take them as they are: as images of their pages, or as their text. */
export const show: Task<ShowOptions, Shown, null> = async (documents, options, tools) => {
  let pagesLeft = options.pagesMax;
  let charsLeft = CHAT_TEXT_CHARS_MAX;
  const budget: TextBudget = {
    recognisedLeft: options.pagesMax,
    attachmentsLeft: ATTACHMENTS_MAX,
    pictureShareMax: CHAT_PICTURE_SHARE_MAX,
    languages: null,
  };
  for (const [document, bytes] of documents.entries()) {
    const declared = options.documents[document] ?? { mediaType: '', filename: '' };
    const tell = async (text: string): Promise<void> => {
      charsLeft -= text.length;
      if (charsLeft < 0) throw new DocumentFault('document_too_large_to_scan');
      await tools.tell({ document, kind: 'text', text });
    };
    await tools.step('open');
    const kind = kindOf(bytes, declared);
    if (kind === 'pdf' && options.seesImages) {
      pagesLeft -= await drawPages(bytes, { document, name: declared.filename, pagesLeft }, tools);
    } else if (kind === 'image' && options.seesImages) {
      await tools.tell({ document, kind: 'image', ...(await imageOf(bytes)) });
    } else {
      await tellPages(declared.filename, await textPages(bytes, declared, budget, tools), tell);
    }
  }
  return null;
};

/** @returns how many */
async function drawPages(
  bytes: Uint8Array,
  { document, name, pagesLeft }: { document: number; name: string; pagesLeft: number },
  tools: Tools,
): Promise<number> {
  const pdf = await openPdf(bytes);
  const { numPages } = pdf;
  if (numPages > pagesLeft) throw new DocumentFault('document_page_budget_exceeded');
  for (let index = 0; index < numPages; index++) {
    await tools.step('page');
    const page = await openPage(pdf, index);
    const { width, height } = page.getViewport({ scale: 1 });
    const dpi = (CHAT_PIXELS_EDGE * POINTS_PER_INCH) / Math.max(width, height, 1);
    const { lacksFont, items } = await readText(page);
    const drawn = await drawPage(page, { dpi: Math.min(dpi, 200), showsAnnotations: true });
    const head = headOf(name, `page ${index + 1} of ${numPages}`);
    // What a font is missing for is there as text alone.
    const text = lacksFont ? `${head}\n\n${writeBlocks(blocksOf(items))}` : head;
    await tools.tell({ document, kind: 'text', text });
    const jpeg = await drawn.canvas.encode('jpeg', 80);
    await tools.tell({ document, kind: 'image', mediaType: 'image/jpeg', bytes: jpeg });
    forgetPage(page, [drawn.canvas]);
  }
  return numPages;
}

/** @throws DocumentFault where not one of the pages says anything */
async function tellPages(
  name: string,
  pages: readonly ReadsPage[],
  tell: (text: string) => Promise<void>,
): Promise<void> {
  let isEmpty = true;
  for (const read of pages) {
    const { name: page, header, body, footer } = await read();
    const text = writeBlocks([...header, ...body, ...footer]);
    if (text !== '') isEmpty = false;
    await tell(`${headOf(name, page)}\n\n${text}`);
  }
  if (isEmpty) throw new DocumentFault('document_has_no_text');
}

/**
 * As the model's maker would have it: upright, of the size that models look at. It is always written anew: nothing goes
 * along of what a camera or a program put beside the pixels, such as a place, a name or an earlier picture.
 */
async function imageOf(bytes: Uint8Array) {
  const { format } = await readHead(bytes);
  const image = openImage(bytes, 0).resize(CHAT_PIXELS_EDGE, CHAT_PIXELS_EDGE, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  // Drawings and screens stay sharp.
  if (format === 'png') {
    return { mediaType: 'image/png', bytes: await judged(() => image.png().toBuffer()) };
  }
  return {
    mediaType: 'image/jpeg',
    bytes: await judged(() => image.jpeg({ quality: 85 }).toBuffer()),
  };
}
