import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { DocumentFault } from '../document-fault.js';
import { decodeGrey, openImage, readHead } from '../image/decode.js';
import { greyOfRgba, type GreyImage } from '../image/grey.js';
import { kindOf } from '../intake/kind-of.js';
import type { DocumentKind } from '../intake/sniff.js';
import { POINTS_PER_INCH, READING_PIXELS, SCAN_DPI } from '../limits.js';
import { openPage, openPdf, type PDFDocumentProxy, type PDFPageProxy } from '../pdf/open.js';
import { drawPage, forgetPage, type Drawing } from '../pdf/render.js';
import type { TaskTools } from '../cell/task.js';

/** What a caller says of a document; its bytes decide. */
export interface Declared {
  readonly mediaType: string;
  readonly filename: string;
}

/** One page as pixels. */
export interface Picture {
  readonly dpi: number;
  readonly width: number;
  readonly height: number;
  readonly lacksImage: boolean;
  grey(): GreyImage;
  jpeg(quality: number): Promise<Uint8Array>;
  /** A part of it, in pixels. */
  crop(left: number, top: number, width: number, height: number): Promise<Uint8Array>;
}

export interface SourcePage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Of a PDF; null for an image, which has no text layer. */
  readonly pdf: PDFPageProxy | null;
  draw(drawing: Drawing): Promise<Picture>;
  forget(): void;
}

/** A document with pages: a PDF or an image. */
export interface PageSource {
  readonly kind: Extract<DocumentKind, 'pdf' | 'image'>;
  readonly pages: number;
  /** The language that it says it is in. */
  readonly language: string | undefined;
  page(index: number): Promise<SourcePage>;
}

/** @throws DocumentFault */
export async function openPages(
  bytes: Uint8Array,
  declared: Declared,
  tools: Pick<TaskTools<unknown>, 'step'>,
): Promise<PageSource> {
  await tools.step('open');
  const kind = kindOf(bytes, declared);
  if (kind === 'pdf') return pdfSource(await openPdf(bytes));
  if (kind === 'image') return imageSource(bytes);
  throw new DocumentFault('document_type_unsupported');
}

async function pdfSource(pdf: PDFDocumentProxy): Promise<PageSource> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Language: language } = info as { readonly Language?: unknown };
  return {
    kind: 'pdf',
    pages: pdf.numPages,
    language: typeof language === 'string' ? language : undefined,
    page: async (index) => {
      const page = await openPage(pdf, index);
      const { width, height } = page.getViewport({ scale: 1 });
      const drawn: Canvas[] = [];
      return {
        width,
        height,
        pdf: page,
        draw: async (drawing) => {
          const { canvas, dpi, lacksImage } = await drawPage(page, drawing);
          drawn.push(canvas);
          return pictureOfCanvas(canvas, dpi, lacksImage);
        },
        forget: () => forgetPage(page, drawn),
      };
    },
  };
}

function pictureOfCanvas(canvas: Canvas, dpi: number, lacksImage: boolean): Picture {
  const { width, height } = canvas;
  const pixels = () => canvas.getContext('2d').getImageData(0, 0, width, height).data;
  return {
    dpi,
    width,
    height,
    lacksImage,
    grey: () => greyOfCanvas(canvas),
    jpeg: (quality) => canvas.encode('jpeg', quality),
    crop: (left, top, w, h) =>
      sharp(pixels(), { raw: { width, height, channels: 4 } })
        .extract({ left, top, width: w, height: h })
        .removeAlpha()
        .jpeg({ quality: 85 })
        .toBuffer(),
  };
}

/** Of how many rows pixels are copied at a time: four bytes each of a large page would be as much as the page again. */
const BAND_ROWS = 256;

function greyOfCanvas(canvas: Canvas): GreyImage {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const pixels = new Uint8Array(width * height);
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top);
    const { data } = context.getImageData(0, top, width, rows);
    pixels.set(greyOfRgba(data, width, rows).pixels, top * width);
  }
  return { width, height, pixels };
}

/** Of a picture that does not say: what a page of it would have been scanned at, if it is one. */
const PAGE_INCHES = 11.7;
const IMAGE_DPI_MIN = 70;
const IMAGE_DPI_MAX = 300;

async function imageSource(bytes: Uint8Array): Promise<PageSource> {
  const head = await readHead(bytes);
  return {
    kind: 'image',
    pages: head.pages,
    language: undefined,
    page: async (index) => {
      const grey = await decodeGrey(bytes, index);
      const likely = Math.max(grey.width, grey.height) / PAGE_INCHES;
      const dpi = Math.round(head.dpi ?? Math.min(IMAGE_DPI_MAX, Math.max(IMAGE_DPI_MIN, likely)));
      return {
        width: (grey.width * POINTS_PER_INCH) / dpi,
        height: (grey.height * POINTS_PER_INCH) / dpi,
        pdf: null,
        draw: () => Promise.resolve(pictureOfImage(bytes, index, grey, dpi)),
        forget: () => undefined,
      };
    },
  };
}

const pictureOfImage = (
  bytes: Uint8Array,
  page: number,
  grey: GreyImage,
  dpi: number,
): Picture => ({
  dpi,
  width: grey.width,
  height: grey.height,
  lacksImage: false,
  grey: () => grey,
  jpeg: async (quality) => openImage(bytes, page).jpeg({ quality }).toBuffer(),
  crop: async (left, top, width, height) =>
    openImage(bytes, page).extract({ left, top, width, height }).jpeg({ quality: 85 }).toBuffer(),
});

/** What text is read at. */
export const READING: Drawing = {
  dpi: SCAN_DPI,
  pixels: READING_PIXELS,
  showsAnnotations: true,
};
