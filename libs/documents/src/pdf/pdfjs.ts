import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { RENDER_PIXELS_MAX } from '../limits.js';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * How every document is opened: all data from the package, no script of the document is run, no font of the
 * machine is used, and what it says of itself goes to `warnings` alone.
 */
export const OPENING = {
  standardFontDataUrl: `${folder}/standard_fonts/`,
  cMapUrl: `${folder}/cmaps/`,
  cMapPacked: true,
  wasmUrl: `${folder}/wasm/`,
  iccUrl: `${folder}/iccs/`,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  stopAtErrors: false,
  maxImageSize: RENDER_PIXELS_MAX,
  verbosity: pdfjs.VerbosityLevel.WARNINGS,
} as const;

/** Marks of what the library says when something of a page was left out. */
const LARGE_IMAGE = /Image exceeded maximum allowed size/;
const BROKEN_IMAGE = /Unable to decode image|Dependent image isn't ready|image decod/i;

/** What was left out of a page since it was last asked. */
export interface LeftOut {
  isImageTooLarge: boolean;
  isImageBroken: boolean;
}

let leftOut: LeftOut = { isImageTooLarge: false, isImageBroken: false };

/** The library tells it on the console and nowhere else; nobody reads the console of a cell. */
console.warn = (...words: readonly unknown[]): void => {
  const line = String(words[0]);
  if (LARGE_IMAGE.test(line)) leftOut.isImageTooLarge = true;
  if (BROKEN_IMAGE.test(line)) leftOut.isImageBroken = true;
};

export function takeLeftOut(): LeftOut {
  const taken = leftOut;
  leftOut = { isImageTooLarge: false, isImageBroken: false };
  return taken;
}

export { pdfjs };
