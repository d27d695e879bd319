import type { SKRSContext2D } from '@napi-rs/canvas';
import { assert } from '#kernel';
import type { Task } from '../cell/task.js';
import { canvasLibrary } from '../pdf/render.js';
import { openPages } from '../tasks/page-source.js';
import { coarsen } from './coarsen.js';
import { DRAWING } from './read-pages.js';
import type { Rect } from './rect.js';
import { tagFontOf, type TagFont } from './tag-font.js';

/** What is put over a page. */
export interface PagePaint {
  /** Solid, with the tag of what was there where it fits. */
  readonly boxes: readonly (Rect & { readonly tag: string })[];
  /** Made so coarse that nothing can be told of them. */
  readonly coarse: readonly Rect[];
  /** In one grey. */
  readonly blank: readonly Rect[];
}

export interface DrawOrder {
  /** Pages, from 0. */
  readonly pages: readonly number[];
  /** Of each of them. */
  readonly paints: readonly PagePaint[];
  readonly format: 'jpeg' | 'png';
}

const JPEG_FROM = 95; // What is painted on; it is packed once more in the end.
const JPEG_QUALITY = 80;
const BLANK = '#d0d0d0';

/** Draws pages anew with what is to be hidden painted over; each page is a part. Nothing else of them is kept. */
export const drawPages: Task<DrawOrder, Uint8Array, void> = async (
  [bytes = new Uint8Array()],
  { pages, paints, format },
  tools,
) => {
  const { createCanvas, GlobalFonts, loadImage } = await canvasLibrary();
  const font = tagFontOf(GlobalFonts);
  const source = await openPages(bytes, { mediaType: '', filename: '' }, tools);
  for (const [place, index] of pages.entries()) {
    const paint = paints[place];
    assert(paint, 'no page is drawn without what is put over it');
    await tools.step('page');
    const page = await source.page(index);
    const picture = await page.draw(DRAWING);
    const { width, height } = picture;
    const drawn = await loadImage(Buffer.from(await picture.jpeg(JPEG_FROM)));
    page.forget();
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.drawImage(drawn, 0, 0, width, height);
    paintOver(context, paint, { width, height, font });
    const encoded = await (format === 'png'
      ? canvas.encode('png')
      : canvas.encode('jpeg', JPEG_QUALITY));
    canvas.width = canvas.height = 1;
    await tools.tell(encoded);
  }
};

function paintOver(
  context: SKRSContext2D,
  { boxes, coarse, blank }: PagePaint,
  {
    width,
    height,
    font,
  }: { readonly width: number; readonly height: number; readonly font: TagFont },
): void {
  for (const rect of coarse) {
    const { x, y, w, h } = within(rect, width, height);
    if (w < 1 || h < 1) continue;
    const part = context.getImageData(x, y, w, h);
    coarsen(part.data, w, h);
    context.putImageData(part, x, y);
  }
  context.fillStyle = BLANK;
  for (const rect of blank) {
    const { x, y, w, h } = within(rect, width, height);
    context.fillRect(x, y, w, h);
  }
  for (const box of boxes) {
    const { x, y, w, h } = within(box, width, height);
    context.fillStyle = '#000000';
    context.fillRect(x, y, w, h);
    context.fillStyle = '#ffffff';
    writeTag(context, font, box.tag, { x, y, w, h });
  }
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const within = ({ left, top, right, bottom }: Rect, width: number, height: number): Area => {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return {
    x,
    y,
    w: Math.max(0, Math.min(width, Math.ceil(right)) - x),
    h: Math.max(0, Math.min(height, Math.ceil(bottom)) - y),
  };
};

const TAG_HEIGHT = 0.6;
const TAG_PIXELS_MIN = 8; // Smaller ones nobody reads.

function writeTag(context: SKRSContext2D, font: TagFont, tag: string, { x, y, w, h }: Area): void {
  const wanted = h * TAG_HEIGHT;
  context.font = font(wanted);
  const size = Math.min(wanted, (wanted * (w - 4)) / Math.max(1, context.measureText(tag).width));
  if (tag === '' || size < TAG_PIXELS_MIN) return;
  context.font = font(size);
  context.textBaseline = 'middle';
  context.fillText(tag, x + 2, y + h / 2);
}
