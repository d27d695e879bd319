import type { TextItem as Run } from 'pdfjs-dist/types/src/display/api.js';
import type { TextItem } from '../layout/item.js';
import type { PDFPageProxy } from './open.js';
import { pdfjs } from './pdfjs.js';

export interface PageText {
  /** In points, from the upper left of the page as it is shown. */
  readonly items: readonly TextItem[];
  /** A font with Chinese, Japanese or Korean characters is not in the file: they cannot be drawn. */
  readonly lacksFont: boolean;
}

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/** The text layer of a page. Text that stands on its side comes last, in its own order. */
export async function readText(page: PDFPageProxy): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent({ includeMarkedContent: false });
  const runs = content.items.filter((item): item is Run => 'str' in item && item.str.trim() !== '');
  const upright: TextItem[] = [];
  const turned: TextItem[] = [];
  for (const run of runs) {
    const [a, b, , , x, y] = pdfjs.Util.transform(
      viewport.transform,
      run.transform,
    ) as unknown as Matrix;
    const height = Math.hypot(a, b) || run.height;
    const isUpright = Math.abs(b) < 0.1 * height && a > 0;
    const item = { text: run.str, x, y: y - height, width: run.width, height };
    if (isUpright) upright.push(item);
    else turned.push({ ...item, x: 0, y: viewport.height + turned.length * height * 3 });
  }
  return { items: [...upright, ...turned], lacksFont: await lacksFont(page, runs) };
}

type Matrix = readonly [number, number, number, number, number, number];

/** Fonts are known once the operators of the page were read. */
async function lacksFont(page: PDFPageProxy, runs: readonly Run[]): Promise<boolean> {
  const names = new Set(runs.flatMap(({ str, fontName }) => (CJK.test(str) ? [fontName] : [])));
  if (names.size === 0) return false;
  await page.getOperatorList();
  return [...names].some((name) => {
    const font = page.commonObjs.has(name)
      ? (page.commonObjs.get(name) as { readonly missingFile?: boolean })
      : undefined;
    return font?.missingFile === true;
  });
}
