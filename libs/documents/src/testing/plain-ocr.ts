import type { OcrOptions } from '../tasks/ocr.js';

/** A document is read, and nothing is asked for beside its text. */
export const PLAIN: OcrOptions = {
  mediaType: '',
  filename: '',
  pages: null,
  languages: null,
  tables: 'inline',
  partsHeader: false,
  partsFooter: false,
  showsBlocks: false,
  showsImages: false,
  imagesMax: null,
  imageSizeMin: 0,
};
