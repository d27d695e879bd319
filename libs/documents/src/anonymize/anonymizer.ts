import { failed, refuse, type Cancellation, type Clock } from '#kernel';
import type { FoundValue, KnownValue, SearchedText, ValueFinder, ValueOrder } from '#call';
import type { CellDoor } from '../cell/cell.js';
import { searchedNames } from '../intake/searched-names.js';
import type { PagePaint } from '../pixels/draw-pages.js';
import { picturePdf, sheetOf } from '../pixels/picture-pdf.js';
import type { PlacedText } from '../pixels/placed-text.js';
import type { SeenPage } from '../pixels/read-pages.js';
import type { Rect } from '../pixels/rect.js';
import { anonymizeTexts } from './anonymize-texts.js';
import { inShares, type Shares } from './in-shares.js';
import { MEDIA_TYPES } from './media-types.js';
import { paintOf, wordsLeft } from './paint.js';
import type { AnonymizationOptions } from './read-options.js';
import { TagBook, withoutForeignTags, type MappedValue } from './tag-book.js';
import type { OpenedDocument } from './tasks.js';
import { inBatches, partFor, type WrittenPages } from './written-pages.js';

/** Times that pages are painted anew because something shows on them still. */
const ROUNDS_MAX = 3;

export interface ToAnonymize {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly mediaType: string;
  readonly options: AnonymizationOptions;
  readonly organisation: ValueOrder['organisation'];
  readonly protection: ValueOrder['protection'];
  /** Pages and pictures that may be read. */
  readonly pagesMax: number;
  readonly ended: Cancellation;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly stage: 'opening' | 'detecting' | 'writing' | 'verifying';
  readonly pagesDone: number;
  readonly pagesTotal: number;
}

export interface Anonymized extends Omit<Written, 'extension'> {
  readonly filename: string;
}

interface Written {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Of its name: `pdf`. */
  readonly extension: string;
  readonly mapping: readonly MappedValue[];
  readonly entities: readonly { readonly type: string; readonly count: number }[];
  readonly pages: readonly {
    readonly index: number;
    readonly entities: number;
    readonly imagesBlurred: number;
    readonly source: 'text' | 'ocr' | 'text_layer+ocr';
  }[];
  readonly warnings: readonly string[];
  /** What is billed. */
  readonly pagesProcessed: number;
  readonly imagesProcessed: number;
}

/** Takes values out of documents. All parsing is done in cells; what was written is read by another look before it is given. */
export class Anonymizer {
  constructor(
    private readonly cell: CellDoor,
    private readonly finder: ValueFinder,
    private readonly clock: Clock,
    private readonly shares: Shares = ONE_SHARE,
  ) {}

  /** @throws what is wrong with the document; anonymization_verification_failed where a value is left in the result */
  async run(job: ToAnonymize): Promise<Anonymized> {
    const { bytes, filename, mediaType, ended } = job;
    job.onProgress?.({ stage: 'opening', pagesDone: 0, pagesTotal: 0 });
    const opened = await this.cell.run('openToRewrite', {
      documents: [bytes],
      options: { mediaType, filename },
      ended,
    });
    const done = await ('pages' in opened
      ? this.runPages(job, opened)
      : this.runTexts(job, opened));
    return { ...done, filename: await this.nameFor(job, done) };
  }

  /** As the file was called, unless its name holds a value: then nobody is told what it was. */
  private async nameFor(job: ToAnonymize, { mapping, extension }: Written): Promise<string> {
    const base = baseName(job.filename);
    const known = mapping.map(({ type, value }) => ({ kind: type, value }));
    const texts = searchedNames(lastOf(job.filename)).map((text) => ({ text, isProse: true }));
    const found = await this.finder.find(texts, { ...this.orderOf(job), known });
    const isValue = found.some((values) => values.length > 0);
    return `${isValue || base === '' ? UNNAMED : base}.anonymized.${extension}`;
  }

  private async runTexts(
    job: ToAnonymize,
    opened: Extract<OpenedDocument, { readonly texts: unknown }>,
  ): Promise<Written> {
    const { bytes, options, ended, pagesMax } = job;
    const { kind, texts, pictures } = opened;
    refuseMore(pictures.length, pagesMax);
    if (options.outputFormat === 'pdf') throw formatRefused(kind);
    const warnings: string[] = [];
    const cleaned = await this.cleanPictures(job, pictures, warnings);
    const given = cleaned.filter((picture) => picture !== null);
    job.onProgress?.({ stage: 'detecting', pagesDone: 0, pagesTotal: 1 });
    const done = await anonymizeTexts(
      {
        texts,
        write: (edits) =>
          this.cell.run('rewriteDocument', {
            documents: [bytes, ...given],
            options: { kind, edits, pictures: cleaned.map((picture) => picture !== null) },
            ended,
          }),
        lookAgain: (written, values) => {
          job.onProgress?.({ stage: 'verifying', pagesDone: 0, pagesTotal: 1 });
          return this.cell.run('readAgain', {
            documents: [written],
            options: { kind, values },
            ended,
            isFresh: true,
          });
        },
      },
      this.finder,
      this.orderOf(job),
    );
    if (!done) throw failed('anonymization_verification_failed');
    const { tags, written } = done;
    const isText = options.outputFormat === 'text';
    return {
      bytes: isText ? await this.asText(written, kind, ended) : written,
      ...MEDIA_TYPES[isText ? 'text' : kind],
      mapping: tags.mapping,
      entities: tags.entities,
      pages: [
        {
          index: 0,
          entities: tags.entities.reduce((sum, { count }) => sum + count, 0),
          imagesBlurred: given.length,
          source: 'text',
        },
      ],
      warnings,
      pagesProcessed: 1,
      imagesProcessed: pictures.length,
    };
  }

  /** Pictures within a document are made coarse as a whole, or left out; nobody reads them with the document. */
  private async cleanPictures(
    { options, ended }: ToAnonymize,
    pictures: readonly Uint8Array[],
    warnings: string[],
  ): Promise<readonly (Uint8Array | null)[]> {
    if (options.images === 'remove') return pictures.map(() => null);
    const cleaned: (Uint8Array | null)[] = [];
    for (const picture of pictures) {
      const coarse = await this.cell
        .run('coarsenPicture', { documents: [picture], options: {}, ended })
        .catch((fault: unknown) => {
          if (ended.reason) throw fault;
          return null; // A drawing of lines, or damaged: it is left out, and that is told.
        });
      if (coarse === null && !warnings.includes('picture_removed'))
        warnings.push('picture_removed');
      cleaned.push(coarse);
    }
    return cleaned;
  }

  private async textsOf(
    bytes: Uint8Array,
    kind: string,
    ended: Cancellation,
  ): Promise<readonly SearchedText[]> {
    const again = await this.cell.run('openToRewrite', {
      documents: [bytes],
      options: { mediaType: '', filename: `x.${kind}` },
      ended,
    });
    return 'texts' in again ? again.texts : [];
  }

  private async asText(bytes: Uint8Array, kind: string, ended: Cancellation): Promise<Uint8Array> {
    const texts = await this.textsOf(bytes, kind, ended);
    const prose = texts.filter(({ isProse }) => isProse).map(({ text }) => text.trim());
    return new TextEncoder().encode(`${prose.join('\n\n')}\n`);
  }

  private async runPages(
    job: ToAnonymize,
    { kind, pages: count }: Extract<OpenedDocument, { readonly pages: number }>,
  ): Promise<Written> {
    const { bytes, options, pagesMax } = job;
    refuseMore(count, pagesMax);
    const isPdf = options.outputFormat === 'pdf' || kind === 'pdf' || count > 1;
    const all = Array.from({ length: count }, (_, index) => index);
    const seen = await this.see(job, bytes, all);
    const texts = seen.flatMap(textsOfPage);
    let known: readonly KnownValue[] = [];
    let paints: readonly PagePaint[] = [];
    let extra: readonly (readonly Rect[])[] = seen.map(() => []);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const tags = new TagBook();
      const found = await this.finder.find(texts, { ...this.orderOf(job), known });
      const before = paints;
      paints = seen.map((page, index) => {
        const values = valuesOfPage(found, index);
        const paint = paintOf(page, values, tags, options.images);
        const more = (extra[index] ?? []).map((box) => ({ ...box, tag: '' }));
        return { ...paint, boxes: [...paint.boxes, ...more] };
      });
      const written = await this.draw(job, { paints, seen, isPdf });
      // Where no box was added nothing else is to be seen than the last time.
      const changed = all.filter(
        (index) => paints[index]?.boxes.length !== before[index]?.boxes.length,
      );
      const isText = options.outputFormat === 'text';
      const text = isText ? asText(seen, paints) : undefined;
      const { left, isLeaking } = await this.lookAgain(job, written, {
        text,
        pages: changed,
        paints,
        tags,
      });
      if (left.length === 0) {
        if (isLeaking) break;
        const bytes = text ?? Buffer.concat(written.pieces);
        const named = MEDIA_TYPES[isText ? 'text' : isPdf ? 'pdf' : 'image'];
        return { bytes, ...named, ...resultOf(tags, seen, paints) };
      }
      known = [...known, ...left.flatMap(({ values }) => values)];
      extra = extra.map((rects, index) => [
        ...rects,
        ...left.flatMap((page) => (page.index === index ? page.rects : [])),
      ]);
    }
    throw failed('anonymization_verification_failed');
  }

  private async see(
    { options, ended, onProgress }: ToAnonymize,
    bytes: Uint8Array,
    pages: readonly number[],
  ): Promise<readonly SeenPage[]> {
    let pagesDone = 0;
    const onPage = () =>
      onProgress?.({ stage: 'detecting', pagesDone: ++pagesDone, pagesTotal: pages.length });
    return inShares(pages, this.shares, ended, async (share, over) => {
      const seen: SeenPage[] = [];
      await this.cell.run('seePages', {
        documents: [bytes],
        options: { languages: options.languages, pages: share, painted: [] },
        onPart: (page) => {
          seen.push(page);
          onPage();
        },
        ended: over,
      });
      return seen;
    });
  }

  private async draw(
    { bytes, options, ended, onProgress }: ToAnonymize,
    {
      paints,
      seen,
      isPdf,
    }: {
      readonly paints: readonly PagePaint[];
      readonly seen: readonly SeenPage[];
      readonly isPdf: boolean;
    },
  ): Promise<WrittenPages> {
    let pagesDone = 0;
    const onPage = () =>
      onProgress?.({ stage: 'writing', pagesDone: ++pagesDone, pagesTotal: paints.length });
    const drawShare = async (
      share: readonly number[],
      over: Cancellation,
    ): Promise<readonly Uint8Array[]> => {
      const drawn: Uint8Array[] = [];
      await this.cell.run('drawPages', {
        documents: [bytes],
        options: {
          pages: share,
          paints: share.flatMap((index) => paints[index] ?? []),
          format: isPdf ? 'jpeg' : 'png',
        },
        onPart: (picture) => {
          drawn.push(picture);
          onPage();
        },
        ended: over,
      });
      return drawn;
    };
    const all = seen.map(({ index }) => index);
    if (!isPdf) return { pieces: await inShares(all, this.shares, ended, drawShare), isPdf };
    const sheets = await inShares(all, this.shares, ended, async (share, over) => {
      const drawn = await drawShare(share, over);
      return Promise.all(
        share.flatMap((index, place) => {
          const [page, paint, picture] = [seen[index], paints[index], drawn[place]];
          if (!page || !paint || !picture) return [];
          const { width, height, dpi } = page;
          const words = options.hasTextLayer ? wordsLeft(page, paint) : [];
          return sheetOf(index, picture, { width, height, dpi, words });
        }),
      );
    });
    return { pieces: await picturePdf(sheets), isPdf };
  }

  /** Pages of the result on which something is found, by a reading that knows where boxes are and nothing else. */
  private async lookAgain(
    job: ToAnonymize,
    written: WrittenPages,
    {
      text,
      pages,
      paints,
      tags,
    }: {
      /** What is handed out in place of the pages. */
      readonly text: Uint8Array | undefined;
      readonly pages: readonly number[];
      readonly paints: readonly PagePaint[];
      readonly tags: TagBook;
    },
  ): Promise<{ readonly left: readonly LeftOnPage[]; readonly isLeaking: boolean }> {
    const { options, ended, onProgress } = job;
    let pagesDone = 0;
    const onPage = () =>
      onProgress?.({ stage: 'verifying', pagesDone: ++pagesDone, pagesTotal: pages.length });
    let isLeaking = false;
    const values = [...tags.spellings, ...options.remove];
    // What is handed out, all of it, once: also pages that nobody looks at again.
    const batches = text ? [[text]] : [...inBatches(written.pieces)];
    const searchedAs = written.isPdf && !text ? 'pdf' : 'file';
    const look = async (
      share: readonly number[],
      over: Cancellation,
      searched: readonly Uint8Array[] = [],
    ): Promise<readonly SeenPage[]> => {
      const looked: SeenPage[] = [];
      const { pieces, ...part } = partFor(written, share);
      const leaks = await this.cell.run('seeAgain', {
        documents: [...pieces, ...searched],
        options: {
          ...part,
          languages: options.languages,
          pages: share,
          painted: share.map((index) => paints[index]?.boxes ?? []),
          searchedAs,
          values,
        },
        onPart: (page) => {
          looked.push(page);
          onPage();
        },
        ended: over,
        isFresh: true, // Whoever drew it, or read it before, has no say in this.
      });
      isLeaking ||= leaks;
      return looked;
    };
    const again = await inShares(pages, this.shares, ended, (share, over) =>
      look(share, over, batches.shift()),
    );
    for (const batch of batches) await look([], ended, batch);
    const known = tags.mapping.map(({ type, value }) => ({ kind: type, value }));
    const found = await this.finder.find(again.flatMap(textsOfPage), {
      ...this.orderOf(job),
      known,
    });
    const left = again.flatMap((page, place) => {
      const values = valuesOfPage(found, place);
      const { boxes } = paintOf(page, values, new TagBook(), 'redact_text');
      const there = [...values.layer, ...values.seen];
      return there.length === 0 ? [] : [{ index: page.index, values: there, rects: boxes }];
    });
    return { left, isLeaking };
  }

  private orderOf(job: ToAnonymize): Omit<ValueOrder, 'known'> {
    const { organisation, protection, options, ended } = job;
    const { entities: kinds, remove } = options;
    return { organisation, protection, kinds, remove, ended, nowMs: this.clock.nowMs() };
  }
}

/** Of a document whose caller waits: it takes no more of the cell than others do. */
const ONE_SHARE: Shares = { pagesMax: Infinity, atOnce: 1 };

interface LeftOnPage {
  readonly index: number;
  readonly values: readonly FoundValue[];
  readonly rects: readonly Rect[];
}

const UNNAMED = 'document';
const NAME_CHARS_MAX = 100;

const lastOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

/** A path is no part of a name, nor is what says of which kind the file is. */
const baseName = (filename: string): string =>
  lastOf(filename)
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .slice(0, NAME_CHARS_MAX);

const NO_PAINT: PagePaint = { boxes: [], coarse: [], blank: [] };

const EMPTY: PlacedText = { text: '', places: new Float32Array() };

/** What is in a page as text, then what is seen of it: line by line, and as if there were no lines. */
const textsOfPage = ({ layer, seen }: SeenPage): readonly SearchedText[] =>
  [layer ?? EMPTY, seen].flatMap(({ text }) => {
    const plain = withoutForeignTags(text);
    // A name may go on in the next line; what stands in a line of its own is told by that.
    return [plain, plain.replaceAll('\n', ' ')].map((one) => ({ text: one, isProse: true }));
  });

/** @param place of the page among those that were searched */
function valuesOfPage(
  found: readonly (readonly FoundValue[])[],
  place: number,
): { readonly layer: readonly FoundValue[]; readonly seen: readonly FoundValue[] } {
  const [layer = [], layerFlat = [], seen = [], seenFlat = []] = found.slice(4 * place);
  return { layer: together(layer, layerFlat), seen: together(seen, seenFlat) };
}

/** Of the same text read in two ways; where both found something, what was found first. */
function together(one: readonly FoundValue[], other: readonly FoundValue[]): readonly FoundValue[] {
  const more = other.filter(
    ({ start, end }) => !one.some((known) => known.start <= start && end <= known.end),
  );
  return [...one, ...more].toSorted((a, b) => a.start - b.start);
}

/** Words from the top down, those beside each other on one line. */
function linesOf(words: readonly (Rect & { readonly text: string })[]): string {
  const lines: (Rect & { readonly text: string })[][] = [];
  for (const word of words.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const middle = (word.top + word.bottom) / 2;
    if (line && last && middle < last.bottom) line.push(word);
    else lines.push([word]);
  }
  return lines
    .map((line) =>
      line
        .toSorted((a, b) => a.left - b.left)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}

/** @throws document_page_budget_exceeded */
function refuseMore(pages: number, pagesMax: number): void {
  if (pages <= pagesMax) return;
  throw refuse('document_page_budget_exceeded', {
    message: `The document has more than ${pagesMax} pages and pictures. Split it into smaller ones.`,
    param: 'file',
  });
}

const formatRefused = (kind: string) =>
  refuse('document_options_invalid', {
    message: `options.output_format can be same or text for a document of the kind ${kind}.`,
    param: 'options.output_format',
  });

/** Words that are left of pages, and nothing else of them. */
const asText = (seen: readonly SeenPage[], paints: readonly PagePaint[]): Uint8Array =>
  new TextEncoder().encode(
    `${seen
      .map((page, index) => linesOf(wordsLeft(page, paints[index] ?? NO_PAINT)))
      .join('\n\n')}\n`,
  );

const resultOf = (
  tags: TagBook,
  seen: readonly SeenPage[],
  paints: readonly PagePaint[],
): Omit<Written, 'bytes' | 'mediaType' | 'extension'> => ({
  mapping: tags.mapping,
  entities: tags.entities,
  pages: seen.map(({ index, layer }) => ({
    index,
    entities: paints[index]?.boxes.filter(({ tag }) => tag !== '').length ?? 0,
    imagesBlurred: paints[index]?.coarse.length ?? 0,
    source: layer ? 'text_layer+ocr' : 'ocr',
  })),
  warnings: [],
  pagesProcessed: seen.length,
  imagesProcessed: 0,
});
