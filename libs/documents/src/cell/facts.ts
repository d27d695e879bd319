import { languagesThere } from '../ocr/languages.js';
import type { CellFacts } from './messages.js';

/** One page with one letter of a font that is not in it. */
const TINY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 24 24]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F 24 Tf 2 2 Td (H) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

/** Tries what the cell is for, so that a broken installation is known before a document comes. */
export async function findFacts(): Promise<CellFacts> {
  return { canRender: await drawsInk(), languages: languagesThere() };
}

async function drawsInk(): Promise<boolean> {
  try {
    const [{ openPdf, openPage }, { drawPage }] = await Promise.all([
      import('../pdf/open.js'),
      import('../pdf/render.js'),
    ]);
    const pdf = await openPdf(new TextEncoder().encode(TINY_PDF));
    const page = await openPage(pdf, 0);
    const { canvas } = await drawPage(page, { dpi: 72, showsAnnotations: false });
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value < 128);
  } catch {
    return false; // The library that draws is missing, or another one than the other was made for.
  }
}
