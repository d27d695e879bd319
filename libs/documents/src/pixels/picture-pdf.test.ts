import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openPage, openPdf } from '../pdf/open.js';
import { readText } from '../pdf/text.js';
import { picturePdf, sheetOf } from './picture-pdf.js';

const [width, height, dpi] = [400, 600, 100];
const picture = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer();

const WORDS = ['Größe', 'źródło', '東京', '[NAME_1]'];

async function aFile(pages: number): Promise<Uint8Array> {
  const sheets = Array.from({ length: pages }, (_, index) =>
    sheetOf(index, picture, {
      width,
      height,
      dpi,
      words: WORDS.map((text, line) => ({
        text: `${text}${index}`,
        left: 50,
        right: 150,
        top: 100 + 50 * line,
        bottom: 125 + 50 * line,
      })),
    }),
  );
  return new Uint8Array(Buffer.concat(await picturePdf(await Promise.all(sheets))));
}

it('is a PDF with the words of each page where they are seen', async () => {
  const pdf = await openPdf(await aFile(12));
  expect(pdf.numPages).toBe(12);
  const page = await openPage(pdf, 11);
  expect(page.getViewport({ scale: 1 })).toMatchObject({ width: 288, height: 432 });
  const { items } = await readText(page);
  expect(items.map(({ text }) => text.trim())).toEqual(WORDS.map((word) => `${word}11`));
  expect(items[0]?.x).toBeCloseTo(36, 1);
  expect((items[0]?.y ?? 0) + (items[0]?.height ?? 0)).toBeCloseTo(90, 1);
});

it('tells nothing of itself, and where each object is', async () => {
  const bytes = Buffer.from(await aFile(3));
  const text = bytes.toString('latin1');
  expect(text).not.toMatch(/\/(?:Info|ID|Metadata|Producer|CreationDate|Annots|AcroForm)\b/);
  const table = text.slice(text.lastIndexOf('xref\n0 '), text.lastIndexOf('trailer'));
  const places = [...table.matchAll(/^(\d{10}) 00000 n /gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(6 + 3 * 3);
  for (const [index, place] of places.entries()) {
    expect(text.slice(place, place + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  }
});
