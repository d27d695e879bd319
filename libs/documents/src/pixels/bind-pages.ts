import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFContext,
  type PDFRef,
} from 'pdf-lib';
import type { Task } from '../cell/task.js';
import { POINTS_PER_INCH } from '../limits.js';
import type { Rect } from './rect.js';

/** A page of the new document: its picture, and the words that can be selected on it. */
export interface BoundPage {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly words: readonly (Rect & { readonly text: string })[];
}

/**
 * A new PDF of pictures. It has pages, their pictures, and a layer of words that were seen in them; no information
 * of its own, no notes, no forms, no files, no other version: none of that was ever copied.
 * @param documents the pictures, JPEG, one for each page
 */
export const bindPages: Task<{ readonly pages: readonly BoundPage[] }, never, Uint8Array> = async (
  documents,
  { pages },
  tools,
) => {
  await tools.step('office');
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = glyphlessFont(pdf.context);
  for (const [index, { width, height, dpi, words }] of pages.entries()) {
    const picture = await pdf.embedJpg(documents[index] ?? new Uint8Array());
    const scale = POINTS_PER_INCH / dpi;
    const page = pdf.addPage([width * scale, height * scale]);
    page.drawImage(picture, { x: 0, y: 0, width: width * scale, height: height * scale });
    if (words.length === 0) continue;
    page.node.setFontDictionary(PDFName.of('Words'), font);
    const content = pdf.context.flateStream(wordsOf(words, height, scale));
    page.node.addContentStream(pdf.context.register(content));
  }
  return pdf.save({ useObjectStreams: false, addDefaultPage: false });
};

/** Text that is not drawn, each word as wide as the one that is seen there. */
function wordsOf(
  words: readonly (Rect & { readonly text: string })[],
  height: number,
  scale: number,
): string {
  const lines = words.map(({ text, left, top, right, bottom }) => {
    const size = Math.max(1, (bottom - top) * scale);
    // Each sign of the font is as wide as it is high.
    const stretch = (100 * (right - left) * scale) / (size * Math.max(1, text.length));
    const x = left * scale;
    const y = (height - bottom) * scale;
    const codes = PDFHexString.of(utf16Of(`${text} `)).toString();
    return `/Words ${round(size)} Tf ${round(stretch)} Tz 1 0 0 1 ${round(x)} ${round(y)} Tm ${codes} Tj`;
  });
  return `BT 3 Tr ${lines.join('\n')} ET`;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const utf16Of = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** A font of all characters and no shapes: what is never drawn needs none. */
function glyphlessFont(context: PDFContext): PDFRef {
  const name = PDFName.of('Words');
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, 0, 1000, 1000],
      ItalicAngle: 0,
      Ascent: 1000,
      Descent: 0,
      CapHeight: 1000,
      StemV: 80,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: PDFNumber.of(0),
      },
      FontDescriptor: descriptor,
      DW: 1000,
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(toUnicode())),
    }),
  );
}

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
