import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import sharp from 'sharp';
import { picturePdf, sheetOf } from '../pixels/picture-pdf.js';
import type { SeenPage } from '../pixels/read-pages.js';
import { aCell } from '../testing/a-cell.js';
import { inBatches, partFor } from './written-pages.js';

const MIB = 1_048_576;
const { cell } = aCell();
const page = { width: 400, height: 600, dpi: 100 };
const picture = await sharp({
  create: { width: page.width, height: page.height, channels: 3, background: '#ffffff' },
})
  .jpeg()
  .toBuffer();

const wordOf = (text: string) => ({ text, left: 50, right: 250, top: 100, bottom: 125 });

/** Pages with so much in them that all together are more than one child may have in memory. */
async function aLargeFile(pages: number): Promise<readonly Uint8Array[]> {
  const heavy = Buffer.concat([picture, randomBytes(8 * MIB)]); // What is behind its end is no picture.
  const sheets = Array.from({ length: pages }, (_, index) =>
    sheetOf(index, index === pages - 2 ? picture : heavy, {
      ...page,
      words: [wordOf(`page${index}@example.org`)],
    }),
  );
  return picturePdf(await Promise.all(sheets));
}

it('takes a second look at pages of a file that is larger than the memory of who looks', async () => {
  const pieces = await aLargeFile(120); // A GB.
  const { pieces: shown, ...part } = partFor({ pieces, isPdf: true }, [118]);
  const seen: SeenPage[] = [];
  const look = (searched: readonly Uint8Array[], pages: readonly number[]) =>
    cell.run('seeAgain', {
      documents: [...shown, ...searched],
      options: {
        ...part,
        languages: ['eng'],
        pages,
        painted: [],
        searchedAs: 'pdf',
        values: ['page60@example.org'],
      },
      onPart: (one) => seen.push(one),
      ended: new Cancellation(),
    });
  const batches = inBatches(pieces);
  // All of it is searched, also what nobody looks at.
  expect(batches.flat().every((piece, index) => piece === pieces[index])).toBe(true);
  expect(batches.flat()).toHaveLength(pieces.length);
  const withValue = batches.findIndex((batch) => batch.some((piece) => piece === pieces[61]));
  expect(await look(batches[withValue] ?? [], [118])).toBe(true);
  expect(await look(batches[withValue + 1] ?? [], [])).toBe(false);
  expect(seen.map(({ index, layer }) => [index, layer?.text.trim()])).toEqual([
    [118, 'page118@example.org'],
  ]);
});

it('shows nothing of a page that it was not given', async () => {
  const pieces = await aLargeFile(3);
  const { pieces: given, places, length } = partFor({ pieces, isPdf: true }, [1]);
  expect(given.map((piece) => pieces.indexOf(piece))).toEqual([0, 2, 4]);
  expect(places).toEqual([0, 2, 4].map((piece) => lengthOf(pieces.slice(0, piece))));
  expect(length).toBe(lengthOf(pieces));
});

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);
