import sharp, { type Sharp } from 'sharp';
import { DocumentFault } from '../document-fault.js';
import { IMAGE_PAGES_MAX, RENDER_PIXELS_MAX } from '../limits.js';
import type { GreyImage } from './grey.js';

// What is no picture of pixels has parsers of its own, with doors of their own.
sharp.block({
  operation: [
    'VipsForeignLoadSvg',
    'VipsForeignLoadPdf',
    'VipsForeignLoadMagick',
    'VipsForeignLoadVips',
    'VipsForeignLoadCsv',
    'VipsForeignLoadMat',
  ],
});
sharp.cache(false);
sharp.concurrency(1); // A cell is one process on one core.

const READING = { limitInputPixels: RENDER_PIXELS_MAX, failOn: 'truncated' } as const;

/** What the head of an image says. Only of a TIFF further pages are read. */
export interface ImageHead {
  readonly format: string;
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  /** Pixels to an inch, where it says so and it can be. */
  readonly dpi: number | undefined;
}

/** @throws DocumentFault */
export async function readHead(bytes: Uint8Array): Promise<ImageHead> {
  const {
    format,
    pages = 1,
    width,
    height,
    density,
  } = await judged(() => sharp(bytes, { ...READING, limitInputPixels: false }).metadata());
  if (width * height > RENDER_PIXELS_MAX) throw new DocumentFault('document_too_large_to_scan');
  const own = format === 'tiff' ? pages : 1;
  if (own > IMAGE_PAGES_MAX) throw new DocumentFault('document_page_budget_exceeded');
  const dpi = density !== undefined && density >= 50 && density <= 1_200 ? density : undefined;
  return { format, pages: own, width, height, dpi };
}

/** Upright as its maker meant it, transparent parts white. @param page from 0 @throws DocumentFault */
export const openImage = (bytes: Uint8Array, page: number): Sharp =>
  sharp(bytes, { ...READING, page })
    .autoOrient()
    .flatten({ background: '#ffffff' });

/** The same in grey. @throws DocumentFault */
export async function decodeGrey(bytes: Uint8Array, page: number): Promise<GreyImage> {
  const { data, info } = await judged(() =>
    openImage(bytes, page).greyscale().raw().toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, pixels: data };
}

/** What the decoder says is of the file; who asked hears which of two things is wrong. */
export async function judged<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (fault) {
    const isLarge = fault instanceof Error && /pixel limit/i.test(fault.message);
    throw new DocumentFault(isLarge ? 'document_too_large_to_scan' : 'document_unreadable');
  }
}
