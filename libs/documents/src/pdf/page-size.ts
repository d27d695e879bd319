import { DocumentFault } from '../document-fault.js';
import { POINTS_PER_INCH, RENDER_PIXELS_MAX, SCAN_DPI_MIN } from '../limits.js';

/** In points, as the page is shown: turned, and in its own unit. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The resolution that a page is drawn at: as wanted, or less where it would have too many pixels.
 * @param pixels that are enough, as long as text can be read at so few
 * @throws DocumentFault where that would be less than text can be read at
 */
export function fitDpi(
  { width, height }: PageSize,
  wanted: number,
  pixels = RENDER_PIXELS_MAX,
): number {
  const squareInches = (width / POINTS_PER_INCH) * (height / POINTS_PER_INCH);
  const within = (most: number): number => Math.floor(Math.sqrt(most / squareInches));
  const liked = Math.max(within(pixels), Math.min(SCAN_DPI_MIN, wanted));
  const dpi = Math.min(wanted, liked, within(RENDER_PIXELS_MAX));
  // A caller may want less; a page may not force it.
  if (dpi < Math.min(wanted, SCAN_DPI_MIN)) throw new DocumentFault('document_too_large_to_scan');
  return dpi;
}
