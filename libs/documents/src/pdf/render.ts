import type { Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from './open.js';
import { DocumentFault } from '../document-fault.js';
import { POINTS_PER_INCH } from '../limits.js';
import { fitDpi } from './page-size.js';
import { pdfjs, takeLeftOut } from './pdfjs.js';

export interface DrawnPage {
  readonly canvas: Canvas;
  /** What it was drawn at. */
  readonly dpi: number;
  /** An image of it could not be decoded, so it is missing. */
  readonly lacksImage: boolean;
}

export interface Drawing {
  readonly dpi: number;
  /** That are enough; those that a page may have, if it is left out. */
  readonly pixels?: number;
  /** Notes and filled-in fields are shown, too. */
  readonly showsAnnotations: boolean;
}

/**
 * Draws a page on white. The canvas draws late: what reads its pixels pays for them.
 * @throws DocumentFault for a page of too many pixels, or with an image of too many, which would be missing
 */
export async function drawPage(page: PDFPageProxy, drawing: Drawing): Promise<DrawnPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const dpi = fitDpi({ width, height }, drawing.dpi, drawing.pixels);
  const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
  const { createCanvas } = await canvasLibrary();
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  takeLeftOut();
  await page.render({
    // The library draws on what has the methods of a browser's canvas.
    canvas: canvas as never,
    viewport,
    background: '#ffffff',
    annotationMode: drawing.showsAnnotations
      ? pdfjs.AnnotationMode.ENABLE
      : pdfjs.AnnotationMode.DISABLE,
  }).promise;
  const { isImageTooLarge, isImageBroken } = takeLeftOut();
  if (isImageTooLarge) throw new DocumentFault('document_too_large_to_scan');
  return { canvas, dpi, lacksImage: isImageBroken };
}

/** An optional dependency of who draws on it, so that it may be missing. @throws pdf_renderer_unavailable */
export async function canvasLibrary() {
  try {
    return await import('@napi-rs/canvas');
  } catch {
    throw new DocumentFault('pdf_renderer_unavailable');
  }
}

/** Gives the pixels back at once; collecting them would come too late. */
export function forgetPage(page: PDFPageProxy, canvases: readonly Canvas[]): void {
  page.cleanup();
  for (const canvas of canvases) {
    canvas.width = 1;
    canvas.height = 1;
  }
}
