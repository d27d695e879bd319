import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { POINTS_PER_INCH } from '../limits.js';
import type { Rect } from './rect.js';

const pack = promisify(deflate);

/** A page of the new document, and the words that can be selected on it. */
export interface BoundPage {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly words: readonly (Rect & { readonly text: string })[];
}

/** A page as it lies in the file: its picture, and behind it what is drawn. */
export interface Sheet {
  readonly page: BoundPage;
  readonly bytes: Uint8Array;
  readonly drawingAt: number;
}

/** Numbers of the objects that there is one of. */
const [CATALOG, TREE, FONT, DESCENDANT, DESCRIPTOR, TO_UNICODE] = [1, 2, 3, 4, 5, 6];
/** Then three of each page: itself, its picture, and what is drawn on it. */
const pageNumber = (index: number): number => TO_UNICODE + 1 + 3 * index;
const pictureNumber = (index: number): number => pageNumber(index) + 1;
const drawingNumber = (index: number): number => pageNumber(index) + 2;

/** @param index of the page, from 0 @param picture JPEG, in colours */
export async function sheetOf(index: number, picture: Uint8Array, page: BoundPage): Promise<Sheet> {
  const { width, height } = page;
  const head =
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
    `/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  const drawing = stream('/Filter/FlateDecode', await pack(drawingOf(page)));
  const shown = object(pictureNumber(index), stream(head, picture));
  const bytes = Buffer.concat([...shown, ...object(drawingNumber(index), drawing)]);
  return { page, bytes, drawingAt: lengthOf(shown) };
}

/**
 * A new PDF of pictures, in pieces that lie behind each other: what tells of all pages, then each page, then the table of
 * places. It has pages, their pictures, and a layer of words that were seen in them; no information of its own, no notes, no forms,
 * no files, no other version: none of that was ever copied. It is written as its pages come and never held twice.
 */
export async function picturePdf(sheets: readonly Sheet[]): Promise<readonly Uint8Array[]> {
  const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const all = [...(await common(sheets.length)), ...sheets.map(({ page }, at) => leaf(at, page))];
  const places: number[] = [];
  let at = start.length;
  for (const [number, bytes] of all) {
    places[number] = at;
    at += bytes.length;
  }
  for (const [index, { bytes, drawingAt }] of sheets.entries()) {
    places[pictureNumber(index)] = at;
    places[drawingNumber(index)] = at + drawingAt;
    at += bytes.length;
  }
  return [
    Buffer.concat([start, ...all.map(([, bytes]) => bytes)]),
    ...sheets.map(({ bytes }) => bytes),
    Buffer.from(tableOf(places, at), 'latin1'),
  ];
}

function tableOf(places: readonly number[], at: number): string {
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).slice(1);
  const size = rows.length + 1;
  return (
    `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}` +
    `trailer\n<</Size ${size}/Root ${CATALOG} 0 R>>\nstartxref\n${at}\n%%EOF\n`
  );
}

type Numbered = readonly [number: number, object: Uint8Array];

/** What all pages share, and a font of all characters and no shapes: what is never drawn needs none. */
async function common(pages: number): Promise<readonly Numbered[]> {
  const kids = Array.from({ length: pages }, (_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const map = stream('/Filter/FlateDecode', await pack(toUnicode()));
  return [
    dictionary(CATALOG, `/Type/Catalog/Pages ${TREE} 0 R`),
    dictionary(TREE, `/Type/Pages/Kids[${kids}]/Count ${pages}`),
    dictionary(
      FONT,
      '/Type/Font/Subtype/Type0/BaseFont/Words/Encoding/Identity-H' +
        `/DescendantFonts[${DESCENDANT} 0 R]/ToUnicode ${TO_UNICODE} 0 R`,
    ),
    dictionary(
      DESCENDANT,
      `/Type/Font/Subtype/CIDFontType2/BaseFont/Words/FontDescriptor ${DESCRIPTOR} 0 R/DW 1000` +
        '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>',
    ),
    dictionary(
      DESCRIPTOR,
      '/Type/FontDescriptor/FontName/Words/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0' +
        '/Ascent 1000/Descent 0/CapHeight 1000/StemV 80',
    ),
    [TO_UNICODE, Buffer.concat(object(TO_UNICODE, map))],
  ];
}

/** The page itself: who looks for one goes by all of those before it. */
function leaf(index: number, page: BoundPage): Numbered {
  const { width, height } = inPoints(page);
  return dictionary(
    pageNumber(index),
    `/Type/Page/Parent ${TREE} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${drawingNumber(index)} 0 R` +
      `/Resources<</XObject<</Page ${pictureNumber(index)} 0 R>>/Font<</Words ${FONT} 0 R>>>>`,
  );
}

/** Not put together yet: a picture is copied once. */
const object = (number: number, body: readonly Uint8Array[]): readonly Uint8Array[] => [
  Buffer.from(`${number} 0 obj\n`),
  ...body,
  Buffer.from('\nendobj\n'),
];

const stream = (head: string, bytes: Uint8Array): readonly Uint8Array[] => [
  Buffer.from(`<<${head}/Length ${bytes.length}>>\nstream\n`),
  bytes,
  Buffer.from('\nendstream'),
];

const dictionary = (number: number, body: string): Numbered => [
  number,
  Buffer.concat(object(number, [Buffer.from(`<<${body}>>`)])),
];

const lengthOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

function inPoints({ width, height, dpi }: BoundPage) {
  const scale = POINTS_PER_INCH / dpi;
  return { width: round(width * scale), height: round(height * scale) };
}

/** The picture, and text that is not drawn, each word as wide as the one that is seen there. */
function drawingOf(page: BoundPage): string {
  const { width, height } = inPoints(page);
  const picture = `q ${width} 0 0 ${height} 0 0 cm /Page Do Q`;
  if (page.words.length === 0) return picture;
  const scale = POINTS_PER_INCH / page.dpi;
  const lines = page.words.map(({ text, left, top, right, bottom }) => {
    const size = Math.max(1, (bottom - top) * scale);
    // Each sign of the font is as wide as it is high.
    const stretch = (100 * (right - left) * scale) / (size * Math.max(1, text.length));
    const x = left * scale;
    const y = (page.height - bottom) * scale;
    const codes = `<${utf16Of(`${text} `)}>`;
    return `/Words ${round(size)} Tf ${round(stretch)} Tz 1 0 0 1 ${round(x)} ${round(y)} Tm ${codes} Tj`;
  });
  return `${picture}\nBT 3 Tr ${lines.join('\n')} ET`;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const utf16Of = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** A code is its own character; a range may not go over the end of its row of 256. */
function toUnicode(): string {
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');
  const rows = Array.from(
    { length: 256 },
    (_, row) => `<${hex(row)}00> <${hex(row)}FF> <${hex(row)}00>`,
  );
  const blocks = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfrange\n${block.join('\n')}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}
