import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type {
  TessBaseApi,
  TesseractModule,
} from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js';
import { DocumentFault } from '../document-fault.js';
import type { GreyImage } from '../image/grey.js';
import { dataFileOf, type OcrLanguage } from './languages.js';

/** A recognised word, in pixels of the picture that was read. */
export interface OcrWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words that stand on one line. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  /** From the highest to the lowest letter, in pixels. */
  readonly height: number;
  /** Where its letters stand, at its beginning. */
  readonly baseline: number;
}

/** Columns, tables and whatever else a page has are looked for: mode 6, one block, makes five times the errors. */
const SEGMENTATION = '3';
const NEURAL_ENGINE = 1;
/** Large letters of a page that was drawn small: their strokes are taken for ruled lines, and removed. */
const RESOLUTION_MIN = 200;
const INPUT = '/input';

const unzip = promisify(gunzip);

let loaded: Promise<TesseractModule> | undefined;
let opened: { readonly languages: string; readonly api: TessBaseApi } | undefined;

/** @throws DocumentFault where the engine or the data of a language is not there */
async function engineFor(languages: readonly OcrLanguage[]): Promise<TessBaseApi> {
  const wanted = languages.join('+');
  if (opened?.languages === wanted) return opened.api;
  const module = await (loaded ??= load());
  for (const language of languages) {
    const file = dataFileOf(language);
    if (file === undefined) throw new DocumentFault('ocr_unavailable');
    module.FS.writeFile(`./${language}.traineddata`, await unzip(await readFile(file)));
  }
  opened?.api.End();
  opened = undefined;
  const api = new module.TessBaseAPI();
  if (api.Init(null, wanted, NEURAL_ENGINE) !== 0) throw new DocumentFault('ocr_unavailable');
  api.SetVariable('tessedit_pageseg_mode', SEGMENTATION);
  opened = { languages: wanted, api };
  return api;
}

async function load(): Promise<TesseractModule> {
  try {
    const core = await import('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js');
    return await core.default({ print: () => undefined, printErr: () => undefined });
  } catch {
    throw new DocumentFault('ocr_unavailable');
  }
}

/** Reads a picture whose lines are level. It takes all of the thread for about a second. */
export async function recognise(
  image: GreyImage,
  languages: readonly OcrLanguage[],
  dpi: number,
): Promise<readonly OcrLine[]> {
  const api = await engineFor(languages);
  const { FS } = await (loaded as Promise<TesseractModule>);
  FS.writeFile(INPUT, pgmOf(image));
  try {
    if (api.SetImageFile(1, 0) === 1) throw new DocumentFault('document_unreadable');
    api.SetSourceResolution(Math.round(Math.max(dpi, RESOLUTION_MIN)));
    api.Recognize(null);
    return linesOf(JSON.parse(api.GetJSONText()) as Recognised);
  } finally {
    api.Clear();
    FS.unlink(INPUT);
  }
}

/** The plainest format there is, which costs a copy. */
function pgmOf({ width, height, pixels }: GreyImage): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  return Buffer.concat([head, pixels]);
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface Recognised {
  readonly blocks:
    | readonly {
        readonly paragraphs:
          | readonly {
              readonly lines:
                | readonly {
                    readonly words: readonly {
                      readonly text: string;
                      readonly confidence: number;
                      readonly bbox: Box;
                    }[];
                    readonly bbox: Box;
                    readonly baseline: Box;
                    readonly rowAttributes: { readonly rowHeight: number };
                  }[]
                | null;
            }[]
          | null;
      }[]
    | null;
}

const linesOf = ({ blocks }: Recognised): readonly OcrLine[] =>
  (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs ?? [])
    .flatMap(({ lines }) => lines ?? [])
    .map(({ words, baseline, rowAttributes }) => ({
      height: rowAttributes.rowHeight,
      baseline: baseline.y0,
      words: words
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, confidence, bbox }) => ({
          text,
          confidence: confidence / 100,
          left: bbox.x0,
          top: bbox.y0,
          right: bbox.x1,
          bottom: bbox.y1,
        })),
    }))
    .filter(({ words }) => words.length > 0);
