import type { Task } from '../cell/task.js';
import type { GreyImage } from '../image/grey.js';
import { POINTS_PER_INCH, SCAN_DPI } from '../limits.js';
import { OCR_LANGUAGES_DEFAULT, type OcrLanguage } from '../ocr/languages.js';
import { readPicture } from '../ocr/read-picture.js';
import { readPlaces, type GlyphBox } from '../pdf/places.js';
import { openPages, type SourcePage } from '../tasks/page-source.js';
import { PlacedTextBuilder, type PlacedText } from './placed-text.js';
import { scaled, shareWithin, type Rect } from './rect.js';

/** A page as it is anonymized: what it holds as text, what it shows, and where. */
export interface SeenPage {
  readonly index: number;
  /** In pixels, as it was drawn. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** Its text layer, the part that is not shown included; null where it has none. */
  readonly layer: PlacedText | null;
  /** What is recognised in its pixels. */
  readonly seen: PlacedText;
  readonly pictures: readonly Rect[];
}

export interface PagesOrder {
  readonly languages: readonly OcrLanguage[] | null;
  /** Pages, from 0. */
  readonly pages: readonly number[];
  /** Of each of them, what is not looked at: boxes that were painted over. */
  readonly painted: readonly (readonly Rect[])[];
}

/** Notes and forms are not drawn: they are not in what is written. */
export const DRAWING = { dpi: SCAN_DPI, showsAnnotations: false } as const;

/** Text and places of pages of a PDF or an image; each page is a part. */
export const seePages: Task<PagesOrder, SeenPage, void> = async (
  [bytes = new Uint8Array()],
  { languages, pages, painted },
  tools,
) => {
  const source = await openPages(bytes, { mediaType: '', filename: '' }, tools);
  for (const [place, index] of pages.entries()) {
    await tools.step('page');
    const page = await source.page(index);
    const picture = await page.draw(DRAWING);
    const boxes = painted[place] ?? [];
    const grey = withoutBoxes(picture.grey(), boxes);
    const { width, height, dpi } = picture;
    const scale = dpi / POINTS_PER_INCH;
    const places = page.pdf ? await readPlaces(page.pdf) : null;
    await tools.step('ocr');
    const { words } = await readPicture(grey, languages ?? OCR_LANGUAGES_DEFAULT, dpi);
    await tools.tell({
      index,
      width,
      height,
      dpi,
      layer: places && layerOf(places.glyphs, scale),
      seen: seenOf(words, boxes),
      pictures: places ? places.pictures.map((box) => scaled(box, scale)) : wholeOf(page, scale),
    });
    page.forget();
  }
};

/** White where boxes are: recognition looks for letters in what is black, for seconds. */
function withoutBoxes(image: GreyImage, boxes: readonly Rect[]): GreyImage {
  const { width, height, pixels } = image;
  for (const { left, top, right, bottom } of boxes) {
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
    if (from >= to) continue;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) {
      pixels.fill(255, y * width + from, y * width + to);
    }
  }
  return image;
}

const wholeOf = ({ width, height }: SourcePage, scale: number): readonly Rect[] => [
  { left: 0, top: 0, right: width * scale, bottom: height * scale },
];

/** Of the height of a letter: what is further apart is two words. */
const GAP = 0.2;

/** In the order in which the page draws it; words are parted where there is room between their letters. */
function layerOf(glyphs: readonly GlyphBox[], scale: number): PlacedText {
  const text = new PlacedTextBuilder();
  let last: GlyphBox | undefined;
  for (const glyph of glyphs) {
    if (last) partBetween(last, glyph, text);
    if (glyph.text.trim() === '') text.part(' ');
    else text.word(glyph.text, scaled(glyph, scale));
    last = glyph;
  }
  return text.build();
}

function partBetween(last: GlyphBox, glyph: GlyphBox, text: PlacedTextBuilder): void {
  const height = Math.max(1, last.bottom - last.top);
  const shared = Math.min(last.bottom, glyph.bottom) - Math.max(last.top, glyph.top);
  if (shared < height / 4) text.part('\n');
  else if (glyph.left - last.right > GAP * height || last.left - glyph.right > GAP * height) {
    text.part(' ');
  }
}

/** Words within a box are the tag that was painted on it. */
const PAINTED_SHARE = 0.5;

function seenOf(
  words: readonly (Rect & { readonly text: string })[],
  painted: readonly Rect[],
): PlacedText {
  const text = new PlacedTextBuilder();
  let last: Rect | undefined;
  for (const word of words) {
    if (painted.some((box) => shareWithin(word, box) > PAINTED_SHARE)) continue;
    if (last) text.part(word.top > last.bottom || word.right < last.left ? '\n' : ' ');
    text.word(word.text, word);
    last = word;
  }
  return text.build();
}
