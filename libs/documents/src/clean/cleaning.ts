import { isCleaning, type CleanedDocuments, type ReceivedCall, type ValueFinder } from '#call';
import { Cancellation, failed, GatewayError, refuse, type Clock, type JsonNode } from '#kernel';
import { Anonymizer } from '../anonymize/anonymizer.js';
import { SYNC_PAGES_MAX } from '../anonymize/limits.js';
import { withoutForeignTags } from '../anonymize/tag-book.js';
import type { CellDoor } from '../cell/cell.js';
import { searchedNames } from '../intake/searched-names.js';
import { shownName } from '../intake/shown-name.js';
import { asSearched, cleanTexts } from './clean-texts.js';

export interface CleaningTools {
  readonly cell: CellDoor;
  readonly finder: ValueFinder;
  readonly clock: Clock;
}

/** A document of a call, before and after. */
export interface CallDocument {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
}

/** Of one whose name is a value. */
const UNNAMED = shownName('');

/** Takes the values out of the documents of one call, within its time and the pages that one call may have. */
export class Cleaning {
  /** The caller has gone, or the call took too long. */
  readonly ended = new Cancellation();
  private readonly remove: readonly string[];
  private readonly counts = new Map<string, number>();
  private readonly finish: () => void;
  private pagesLeft = SYNC_PAGES_MAX;

  /** @returns null where the policy of its workload leaves documents as they are @throws field_invalid */
  static of(tools: CleaningTools, call: ReceivedCall, body: JsonNode): Cleaning | null {
    return isCleaning(call.principal.workload.protection) ? new Cleaning(tools, call, body) : null;
  }

  private constructor(
    private readonly tools: CleaningTools,
    private readonly call: ReceivedCall,
    body: JsonNode,
  ) {
    this.remove = tools.finder.termsOf(body);
    const stopListening = call.callerGone.onCancel((reason) => this.ended.cancel(reason));
    const alarm = tools.clock.after(call.timeoutMs, () =>
      this.ended.cancel(failed('document_processing_timeout')),
    );
    this.finish = () => {
      stopListening();
      alarm.cancel();
    };
  }

  end(): void {
    this.finish();
  }

  /** Values that were taken out so far, by kind. */
  get found(): CleanedDocuments['found'] {
    return [...this.counts].map(([kind, count]) => ({ kind, count }));
  }

  /**
   * The same document without values, of the same kind.
   * @throws what is wrong with it; document_unscannable where something is left in it
   */
  async file({ bytes, mediaType, name }: CallDocument, param: string): Promise<CallDocument> {
    const { cell, finder, clock } = this.tools;
    const { organisation, workload } = this.call.principal;
    try {
      const done = await new Anonymizer(cell, finder, clock).run({
        bytes,
        filename: name,
        mediaType,
        options: { ...AS_IT_IS, remove: this.remove },
        organisation,
        protection: workload.protection,
        pagesMax: this.pagesLeft,
        ended: this.ended,
      });
      this.pagesLeft -= done.pagesProcessed + done.imagesProcessed;
      for (const { type, count } of done.entities) this.count(type, count);
      return { bytes: done.bytes, mediaType: done.mediaType, name: done.filename };
    } catch (fault) {
      throw toldAt(fault, param);
    }
  }

  /**
   * What a document says, without values. Its name goes where it is one.
   * @param texts each begins with the name in square brackets, where it has a head
   */
  async texts(name: string, texts: readonly string[], param: string): Promise<readonly string[]> {
    const shown = shownName(name);
    const head = `[${shown}`;
    const hasHead = texts.map((text) => text.startsWith(head));
    const bodies = texts.map((text, index) => (hasHead[index] ? text.slice(head.length) : text));
    const { written, hasValue } = await this.withoutValues(bodies, [name], param);
    const newHead = hasValue[0] ? `[${UNNAMED}` : withoutForeignTags(head);
    return written.map((text, index) => (hasHead[index] ? newHead + text : text));
  }

  /** Texts as they stand in a call, without values; of names that hold one nothing is kept. */
  async told(
    texts: readonly string[],
    names: readonly string[],
    param: string,
  ): Promise<{ readonly texts: readonly string[]; readonly names: readonly string[] }> {
    const { written, hasValue } = await this.withoutValues([...texts, ...names], names, param);
    const newNames = written.slice(texts.length).map((put, index) => {
      const isKept = put === names[index] && !hasValue[index];
      return isKept ? put : UNNAMED;
    });
    return { texts: written.slice(0, texts.length), names: newNames };
  }

  /** @param names that are looked at, and not written */
  private async withoutValues(
    texts: readonly string[],
    names: readonly string[],
    param: string,
  ): Promise<{ readonly written: readonly string[]; readonly hasValue: readonly boolean[] }> {
    const { cell, finder, clock } = this.tools;
    const { organisation, workload } = this.call.principal;
    const { ended, remove } = this;
    const order = {
      organisation,
      protection: workload.protection,
      kinds: null,
      remove,
      nowMs: clock.nowMs(),
      ended,
    };
    const words = names.map((name) => wordsOf(shownName(name)));
    const done = await cleanTexts({ texts, alsoSearched: words }, { cell, finder }, order);
    if (!done) throw notClean(param);
    for (const { type, count } of done.tags.entities) this.count(type, count);
    const known = done.tags.mapping.map(({ type, value }) => ({ kind: type, value }));
    const hasValue: boolean[] = [];
    for (const [index, name] of names.entries()) {
      const told = done.found[texts.length + index] ?? []; // Counted with the others.
      const searched = told.length > 0 ? [] : asSearched(searchedNames(name));
      const [value] = (await finder.find(searched, { ...order, known })).flat();
      if (value) this.count(value.kind, 1);
      hasValue.push(told.length > 0 || value !== undefined);
    }
    return { written: done.written, hasValue };
  }

  private count(kind: string, count: number): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }
}

const AS_IT_IS = {
  entities: null,
  includeMapping: false,
  outputFormat: 'same',
  images: 'blur',
  languages: null,
  hasTextLayer: true,
} as const;

/** As somebody would write them in a sentence: who is named there is looked for in the document, too. */
const wordsOf = (name: string): string =>
  name.replace(/\.[A-Za-z0-9]{1,8}$/, '').replaceAll(/[._\-+]+/g, ' ');

/** A fault in words for who sent a call with documents in it. */
function toldAt(fault: unknown, param: string): unknown {
  if (!(fault instanceof GatewayError)) return fault;
  if (fault.key === 'anonymization_verification_failed') return notClean(param);
  if (fault.key !== 'document_page_budget_exceeded') return fault;
  return refuse('document_page_budget_exceeded', {
    message: `The documents have more than ${SYNC_PAGES_MAX} pages and pictures, which is what personal data is taken out of in one call. Send fewer.`,
    param,
  });
}

const notClean = (param: string): GatewayError =>
  refuse('document_unscannable', {
    message: `Not all personal data could be taken out of the document at ${param}, so it was not sent.`,
    param,
  });
