import { DocumentFault, type DocumentFaultKey } from '../document-fault.js';
import { kindOf } from '../intake/kind-of.js';
import { shownName } from '../intake/shown-name.js';
import { blocksOf } from '../layout/blocks.js';
import { ATTACHMENTS_DEPTH_MAX } from '../limits.js';
import { pageOf, type Attachment, type DocumentPage } from '../readers/document-page.js';
import { readDocument } from '../readers/read-document.js';
import { paragraph } from '../readers/words.js';
import type { TaskTools } from '../cell/task.js';
import { openPages, type Declared } from './page-source.js';
import { newMemory, readPage, type PageReading, type ReadingMemory } from './read-page.js';

/** A page as text, and where its text is from. */
export interface TextPage extends DocumentPage {
  readonly source: PageReading['source'] | 'document';
  readonly languages: PageReading['languages'];
  readonly confidences: PageReading['confidences'];
  readonly warnings: readonly (PageReading['warnings'][number] | 'pictures_not_read')[];
}

/** Reads one page, when it is its turn. */
export type ReadsPage = () => Promise<TextPage>;

/** What documents of one call may take, those that are attached to them included. */
export interface TextBudget {
  /** Pages without a text of their own, which are recognised. */
  recognisedLeft: number;
  attachmentsLeft: number;
  /** Of a page: what pictures cover more of is recognised, too. */
  readonly pictureShareMax: number;
  readonly languages: ReadingMemory['asked'];
}

type Tools = Pick<TaskTools<unknown>, 'step'>;

/**
 * All pages of a document as text, with those of what is attached to it.
 * @throws DocumentFault
 */
export async function textPages(
  bytes: Uint8Array,
  declared: Declared,
  budget: TextBudget,
  tools: Tools,
  depth = 0,
): Promise<readonly ReadsPage[]> {
  await tools.step('open');
  const kind = kindOf(bytes, declared);
  if (kind === 'pdf' || kind === 'image') return drawnPages(bytes, declared, budget, tools);
  await tools.step('office');
  const { pages, attachments } = readDocument(kind, bytes);
  const all = pages.map(
    (page): ReadsPage =>
      () =>
        Promise.resolve(written(page)),
  );
  for (const attachment of attachments) {
    if (--budget.attachmentsLeft < 0) throw new DocumentFault('document_too_large_to_scan');
    all.push(...(await attachedPages(attachment, budget, tools, depth + 1)));
  }
  return all;
}

async function drawnPages(
  bytes: Uint8Array,
  declared: Declared,
  budget: TextBudget,
  tools: Tools,
): Promise<readonly ReadsPage[]> {
  const source = await openPages(bytes, declared, tools);
  const memory = newMemory(budget.languages, source.language);
  return Array.from({ length: source.pages }, (_, index) => async () => {
    await tools.step('page');
    const page = await source.page(index);
    const reading = await readPage(page, memory, tools, {
      pictureShareMax: budget.pictureShareMax,
      onRecognise: () => {
        if (--budget.recognisedLeft < 0) throw new DocumentFault('document_page_budget_exceeded');
      },
    });
    page.forget();
    const { items, languages, confidences, warnings } = reading;
    const name = source.kind === 'pdf' ? `page ${index + 1} of ${source.pages}` : '';
    const base = pageOf({ name, body: blocksOf(items) });
    return { ...base, source: reading.source, languages, confidences, warnings };
  });
}

const written = (page: DocumentPage): TextPage => ({
  ...page,
  source: 'document',
  languages: [],
  confidences: [],
  warnings: page.pictures > 0 ? ['pictures_not_read'] : [],
});

/** Why something that is attached is not read; anything else that is wrong with it is wrong with all of the mail. */
const NOT_READ: Partial<Readonly<Record<DocumentFaultKey, string>>> = {
  document_type_unsupported: 'a kind that is not read here',
  document_encrypted: 'it needs a password',
  document_unreadable: 'it is damaged',
};

async function attachedPages(
  { name, mediaType, bytes }: Attachment,
  budget: TextBudget,
  tools: Tools,
  depth: number,
): Promise<readonly ReadsPage[]> {
  const called = `attachment ${shownName(name)}`;
  const notRead = (why: string): readonly ReadsPage[] => [
    () =>
      Promise.resolve(written(pageOf({ name: called, body: [paragraph(`[not read: ${why}]`)] }))),
  ];
  if (depth > ATTACHMENTS_DEPTH_MAX) return notRead('it is attached to what is attached');
  try {
    const pages = await textPages(bytes, { mediaType, filename: name }, budget, tools, depth);
    return pages.map((read) => async () => {
      const page = await read();
      return { ...page, name: page.name === '' ? called : `${called}, ${page.name}` };
    });
  } catch (fault) {
    const why = fault instanceof DocumentFault ? NOT_READ[fault.key] : undefined;
    if (why === undefined) throw fault;
    return notRead(why);
  }
}
