import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Languages that come along, by the three letters of ISO 639-2. */
export const OCR_LANGUAGES = ['eng', 'deu', 'fra', 'pol', 'spa', 'ita', 'nld', 'ces'] as const;

export type OcrLanguage = (typeof OCR_LANGUAGES)[number];

/** Where nobody says better: each further one costs a fifth of the time. */
export const OCR_LANGUAGES_DEFAULT: readonly OcrLanguage[] = ['eng', 'deu', 'fra'];

/** Of one page: with more, words of one are read as another's. */
export const OCR_LANGUAGES_MAX = 4;

export const isOcrLanguage = (name: string): name is OcrLanguage =>
  (OCR_LANGUAGES as readonly string[]).includes(name);

/** By what else they are called: the two letters of a document's own language, for instance. */
const SHORT: Readonly<Record<string, OcrLanguage>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  pl: 'pol',
  es: 'spa',
  it: 'ita',
  nl: 'nld',
  cs: 'ces',
};

/** @param tag as in BCP 47, or three letters */
export function languageOf(tag: string): OcrLanguage | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return isOcrLanguage(primary) ? primary : SHORT[primary];
}

const require = createRequire(import.meta.url);

/** The smaller set: as good on our pages as the one of four times the size. */
const SET = '4.0.0_best_int';

/** Gzipped; undefined where its package is not installed. */
export function dataFileOf(language: OcrLanguage): string | undefined {
  try {
    const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
    const file = join(folder, SET, `${language}.traineddata.gz`);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined; // Not installed, which readiness tells.
  }
}

/** Languages that can be recognised; none where the engine is not installed. */
export function languagesThere(): readonly OcrLanguage[] {
  try {
    require.resolve('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js');
  } catch {
    return [];
  }
  return OCR_LANGUAGES.filter((language) => dataFileOf(language) !== undefined);
}
