import type { Task } from '../cell/task.js';
import { DocumentFault } from '../document-fault.js';
import { sniff } from '../intake/sniff.js';
import { openPages, type Declared } from '../tasks/page-source.js';
import type { DocumentText, Edit } from '../rewrite/edit.js';
import { isRewritable, openDocument, type RewritableKind } from '../rewrite/open-document.js';
import { seePages, type PagesOrder, type SeenPage } from '../pixels/read-pages.js';
import type { SecondLook } from './anonymize-texts.js';
import { hasLeak, hasLeakInPdf } from './leak-scan.js';
import { fileOf } from './written-pages.js';

/** A document, as far as it can be told before it is changed. */
export type OpenedDocument =
  | { readonly kind: 'pdf' | 'image'; readonly pages: number }
  | {
      readonly kind: RewritableKind;
      readonly texts: readonly DocumentText[];
      readonly pictures: readonly Uint8Array[];
    };

const UNSUPPORTED =
  'The document is of a kind that is not anonymized here. Send PDF, an image, DOCX, PPTX, XLSX, ODT, CSV, HTML, mail or text.';

/** What a document is and says. */
export const openToRewrite: Task<Declared, never, OpenedDocument> = async (
  [bytes = new Uint8Array()],
  declared,
  tools,
) => {
  await tools.step('open');
  const kind = sniff(bytes, declared.mediaType, declared.filename);
  if (kind === 'pdf' || kind === 'image') {
    const { pages } = await openPages(bytes, declared, tools);
    return { kind, pages };
  }
  if (kind === null || !isRewritable(kind))
    throw new DocumentFault('document_type_unsupported', UNSUPPORTED);
  await tools.step('office');
  const { texts, pictures } = openDocument(kind, bytes);
  return { kind, texts, pictures: pictures.map((picture) => picture.bytes) };
};

export interface RewriteOrder {
  readonly kind: RewritableKind;
  readonly edits: readonly (readonly Edit[])[];
  /** For each picture whether there is one in its place. */
  readonly pictures: readonly boolean[];
}

/** The same document with other words. @param documents the document, then the pictures that are put in */
export const rewriteDocument: Task<RewriteOrder, never, Uint8Array> = async (
  [bytes = new Uint8Array(), ...given],
  { kind, edits, pictures },
  tools,
) => {
  await tools.step('office');
  const put = given.values();
  return openDocument(kind, bytes).write(
    edits,
    pictures.map((isThere) => (isThere ? (put.next().value ?? null) : null)),
  );
};

/** What was written, and what nobody may find in it. */
export interface LookOrder {
  readonly kind: RewritableKind;
  readonly values: readonly string[];
}

/** A second look at a document that was written: as somebody reads it, and byte by byte. */
export const readAgain: Task<LookOrder, never, SecondLook> = async (
  [bytes = new Uint8Array()],
  { kind, values },
  tools,
) => {
  await tools.step('office');
  const { texts } = openDocument(kind, bytes);
  await tools.step('office');
  return { texts, isLeaking: hasLeak(bytes, values) };
};

export interface PagesLookOrder extends PagesOrder {
  /** Where the first documents begin in the file that the pages are in, and how long all of it is. */
  readonly places: readonly number[];
  readonly length: number;
  /** The others are looked through byte by byte: as parts of a PDF, or as files. */
  readonly searchedAs: 'pdf' | 'file';
  readonly values: readonly string[];
}

/**
 * The same of pages; each is a part. @param documents pieces of the file with the pages, then what is searched
 * @returns whether a value is left in the bytes that were searched
 */
export const seeAgain: Task<PagesLookOrder, SeenPage, boolean> = async (
  documents,
  { places, length, searchedAs, values, ...order },
  tools,
) => {
  await tools.step('office');
  const searched = documents.slice(places.length);
  const isLeaking =
    searchedAs === 'pdf'
      ? hasLeakInPdf(searched, values)
      : searched.some((bytes) => hasLeak(bytes, values));
  if (order.pages.length > 0)
    await seePages([fileOf(documents.slice(0, places.length), { places, length })], order, tools);
  return isLeaking;
};
