import type { TextItem } from '../layout/item.js';
import { POINTS_PER_INCH } from '../limits.js';
import { guessLanguage } from '../ocr/guess-language.js';
import { languageOf, OCR_LANGUAGES_DEFAULT, type OcrLanguage } from '../ocr/languages.js';
import { readPicture } from '../ocr/read-picture.js';
import { readPlaces, type Box } from '../pdf/places.js';
import { readText } from '../pdf/text.js';
import type { TaskTools } from '../cell/task.js';
import { READING, type Picture, type SourcePage } from './page-source.js';

/** What is amiss with a page that was read all the same. */
export type PageWarning = 'font_not_embedded' | 'image_not_decoded';

export interface PageReading {
  /** In points, from the upper left. */
  readonly items: readonly TextItem[];
  readonly pictures: readonly Box[];
  readonly source: 'text_layer' | 'ocr' | 'text_layer+ocr';
  /** That were looked for; none where nothing was recognised. */
  readonly languages: readonly OcrLanguage[];
  /** Of each recognised word, 0 to 1, in the order of `items`; of a text layer, none. */
  readonly confidences: readonly (readonly [text: string, confidence: number])[];
  readonly warnings: readonly PageWarning[];
}

/** What is remembered from page to page of one document. */
export interface ReadingMemory {
  /** Given by the caller: nobody guesses then. */
  readonly asked: readonly OcrLanguage[] | null;
  languages: readonly OcrLanguage[];
  /** Fonts whose text was compared with their pixels, and was the same. */
  readonly trustedFonts: Set<string>;
}

export const newMemory = (
  asked: readonly OcrLanguage[] | null,
  own: string | undefined,
): ReadingMemory => {
  const said = own === undefined ? undefined : languageOf(own);
  return {
    asked,
    languages: asked ?? (said ? [said] : OCR_LANGUAGES_DEFAULT),
    trustedFonts: new Set(),
  };
};

const CHARS_MIN = 32; // A page number is no text of a page.
const STRANGE_SHARE_MAX = 0.05;
/** Of a page: what pictures cover more of may hold text that the layer has not. */
export const PICTURE_SHARE_MAX = 0.08;

/** How much is recognised of a document whose pages have texts of their own. */
export interface ReadingBounds {
  readonly pictureShareMax: number;
  /** Before a page is; throws where it is one too many. */
  readonly onRecognise: () => void;
}

const ALL: ReadingBounds = { pictureShareMax: PICTURE_SHARE_MAX, onRecognise: () => undefined };

/** The text of a page: its layer where that can be trusted, else what its pixels say; both where it has pictures. */
export async function readPage(
  page: SourcePage,
  memory: ReadingMemory,
  tools: Pick<TaskTools<unknown>, 'step'>,
  { pictureShareMax, onRecognise }: ReadingBounds = ALL,
): Promise<PageReading> {
  const recognise = (pictures: readonly Box[], warnings: readonly PageWarning[]) => {
    onRecognise();
    return recognisePage(page, pictures, memory, tools, warnings);
  };
  if (!page.pdf) return recognise([], []);
  await tools.step('page');
  const { items: all, lacksFont } = await readText(page.pdf);
  const { pictures } = await readPlaces(page.pdf);
  const items = all.filter((item) => isOn(page, item));
  const warnings: PageWarning[] = lacksFont ? ['font_not_embedded'] : [];
  const layer = { items, pictures, warnings };
  const isUsable = isReadable(items);
  const covered = pictures.reduce((sum, box) => sum + shareOf(page, box), 0);
  if (isUsable && covered <= pictureShareMax) {
    const fonts = await fontsOf(page);
    const isKnown = fonts.every((font) => memory.trustedFonts.has(font));
    if (isKnown || lacksFont || !isLatin(items)) return asLayer(layer);
    const isSame = await agrees(page, items, memory, tools);
    if (isSame) {
      for (const font of fonts) memory.trustedFonts.add(font);
      return asLayer(layer);
    }
    return recognise(pictures, warnings);
  }
  const recognised = await recognise(pictures, warnings);
  if (!isUsable) return recognised;
  // What the layer says of a place is better than what was recognised there.
  const added = recognised.items.filter((item) => !items.some((known) => covers(known, item)));
  return {
    ...recognised,
    items: [...items, ...added],
    source: 'text_layer+ocr',
  };
}

/** Nothing else can be recognised, so that nothing would be the same. */
function isLatin(items: readonly TextItem[]): boolean {
  const text = items.map((item) => item.text).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{sc=Latin}/gu)?.length ?? 0) >= letters / 2;
}

const asLayer = (layer: Pick<PageReading, 'items' | 'pictures' | 'warnings'>): PageReading => ({
  ...layer,
  source: 'text_layer',
  languages: [],
  confidences: [],
});

const isOn = ({ width, height }: SourcePage, { x, y, width: w, height: h }: TextItem): boolean =>
  x + w > 0 && x < width && y + h > 0 && (y < height || x === 0);

function isReadable(items: readonly TextItem[]): boolean {
  const text = items.map((item) => item.text).join('');
  const strange = text.match(/[\ufffd\ue000-\uf8ff\0-\x08]/g)?.length ?? 0;
  return text.length >= CHARS_MIN && strange <= STRANGE_SHARE_MAX * text.length;
}

const shareOf = ({ width, height }: SourcePage, { left, top, right, bottom }: Box): number =>
  ((Math.min(right, width) - Math.max(left, 0)) * (Math.min(bottom, height) - Math.max(top, 0))) /
  (width * height);

const covers = (known: TextItem, { x, y, width, height }: TextItem): boolean => {
  const [cx, cy] = [x + width / 2, y + height / 2];
  return (
    cx > known.x &&
    cx < known.x + known.width &&
    cy > known.y - known.height * 0.2 &&
    cy < known.y + known.height * 1.3
  );
};

async function fontsOf({ pdf }: SourcePage): Promise<readonly string[]> {
  const content = await pdf?.getTextContent();
  return Object.keys(content?.styles ?? {});
}

const PROBE_LINES = 6;
const AGREEMENT_MIN = 0.7;

/** Do the pixels of some lines say what the text layer says of them? */
async function agrees(
  page: SourcePage,
  items: readonly TextItem[],
  memory: ReadingMemory,
  tools: Pick<TaskTools<unknown>, 'step'>,
): Promise<boolean> {
  const { grey, dpi } = await drawn(page, tools);
  const perPoint = dpi / POINTS_PER_INCH;
  const probed = items
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, PROBE_LINES)
    .toSorted((a, b) => a.y - b.y);
  const [first, last] = [probed[0], probed.at(-1)];
  if (!first || !last) return false;
  const top = Math.max(0, Math.floor((first.y - first.height) * perPoint));
  const wanted = Math.ceil((last.y + last.height * 2) * perPoint);
  // A band of the page; the lines between the longest come along.
  const bottom = Math.min(grey.height, wanted, top + Math.ceil(grey.height / 4));
  const band = {
    width: grey.width,
    height: bottom - top,
    pixels: grey.pixels.subarray(top * grey.width, bottom * grey.width),
  };
  await tools.step('ocr');
  const { words } = await readPicture(band, memory.languages, dpi);
  const inBand = items.filter(({ y, height }) => {
    const middle = (y + height / 2) * perPoint;
    return middle > top && middle < bottom;
  });
  return isSameText(
    inBand.flatMap(({ text }) => wordsOf(text)),
    words.flatMap(({ text }) => wordsOf(text)),
  );
}

/** Most words of each are in the other: a layer may neither lack nor add what a page shows. */
function isSameText(layer: readonly string[], seen: readonly string[]): boolean {
  const shareIn = (words: readonly string[], others: ReadonlySet<string>): number =>
    words.filter((word) => others.has(word)).length / Math.max(1, words.length);
  return (
    shareIn(seen, new Set(layer)) >= AGREEMENT_MIN && shareIn(layer, new Set(seen)) >= AGREEMENT_MIN
  );
}

/** Without the marks of letters, which other languages than those that are looked for may have. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];

async function drawn(page: SourcePage, tools: Pick<TaskTools<unknown>, 'step'>) {
  await tools.step('page');
  const picture = await page.draw(READING);
  return { picture, grey: picture.grey(), dpi: picture.dpi };
}

async function recognisePage(
  page: SourcePage,
  pictures: readonly Box[],
  memory: ReadingMemory,
  tools: Pick<TaskTools<unknown>, 'step'>,
  warnings: readonly PageWarning[],
): Promise<PageReading> {
  const { picture, grey, dpi } = await drawn(page, tools);
  await tools.step('ocr');
  let languages = memory.languages;
  let reading = await readPicture(grey, languages, dpi);
  const language = memory.asked ? undefined : guessLanguage(textOf(reading.items));
  if (language && (languages.length > 1 || languages[0] !== language)) {
    languages = [language];
    await tools.step('ocr');
    reading = await readPicture(grey, languages, dpi);
    memory.languages = languages; // The next page is likely to be in it, too.
  }
  const perPixel = POINTS_PER_INCH / dpi;
  return {
    items: reading.items.map(({ text, x, y, width, height }) => ({
      text,
      x: x * perPixel,
      y: y * perPixel,
      width: width * perPixel,
      height: height * perPixel,
    })),
    pictures: pictures.filter((box) => shareOf(page, box) < WHOLE_PAGE),
    source: 'ocr',
    languages,
    confidences: reading.words.map(({ text, confidence }) => [text, confidence]),
    warnings: lacking(picture, warnings),
  };
}

/** A picture of so much of a page is the page. */
const WHOLE_PAGE = 0.8;

const lacking = ({ lacksImage }: Picture, warnings: readonly PageWarning[]) =>
  lacksImage ? [...warnings, 'image_not_decoded' as const] : warnings;

const textOf = (items: readonly TextItem[]): string => items.map(({ text }) => text).join(' ');
