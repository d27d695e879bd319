import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { GlobalFonts } from '@napi-rs/canvas';

/** The one that comes along for PDFs without fonts of their own: a machine may have none. */
const FILE = 'standard_fonts/LiberationSans-Regular.ttf';
const NAME = 'gateway tags';

let isThere: boolean | undefined;

/** A font by the pixels of its height. */
export type TagFont = (pixels: number) => string;

export function tagFontOf(fonts: typeof GlobalFonts): TagFont {
  isThere ??= fonts.registerFromPath(fontFile(), NAME) !== null;
  const family = isThere ? `'${NAME}'` : 'sans-serif';
  return (pixels) => `${Math.floor(pixels)}px ${family}`;
}

const fontFile = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), FILE);
