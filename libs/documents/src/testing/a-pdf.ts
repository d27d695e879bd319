/** A line of text on a page, in points from its lower left. */
export interface PdfLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
  /** PDF's own operators in front of it: ` 3 Tr` for invisible text. */
  readonly mode?: string;
}

export interface PdfOptions {
  /** Of each page, in points. */
  readonly width?: number;
  readonly height?: number;
  readonly unit?: number;
  readonly language?: string;
  /** Objects from number 100 on, by their number. */
  readonly objects?: Readonly<Record<number, string | Buffer>>;
  /** Of each page, beside its font. */
  readonly resources?: string;
  /** In place of the lines. */
  readonly content?: string;
}

const FONT = 3;
const FIRST_PAGE = 4;

/** A PDF with lines of Helvetica, which is not in it: latin-1 alone. */
export function aPdf(pages: readonly (readonly PdfLine[])[], options: PdfOptions = {}): Buffer {
  const { width = 595, height = 842, unit, language, objects = {}, resources = '' } = options;
  const parts = new Map<number, string | Buffer>();
  const kids = pages.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ');
  const lang = language ? `/Lang(${language})` : '';
  parts.set(1, `<</Type/Catalog/Pages 2 0 R${lang}>>`);
  parts.set(2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  parts.set(FONT, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  pages.forEach((lines, index) => {
    const number = FIRST_PAGE + 2 * index;
    const scale = unit === undefined ? '' : `/UserUnit ${unit}`;
    parts.set(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${scale}/Contents ${number + 1} 0 R` +
        `/Resources<</Font<</F ${FONT} 0 R>>${resources}>>>>`,
    );
    const content = options.content ?? lines.map(operatorsOf).join('\n');
    parts.set(number + 1, streamOf('', Buffer.from(content, 'latin1')));
  });
  for (const [number, body] of Object.entries(objects)) parts.set(Number(number), body);
  return written(parts);
}

/** @param dictionary of the stream, but for its length */
export const streamOf = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);

const operatorsOf = ({ text, x = 60, y, size = 11, mode = ' 0 Tr' }: PdfLine): string =>
  `BT${mode} /F ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;

function written(parts: ReadonlyMap<number, string | Buffer>): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  let at = chunks[0]?.length ?? 0;
  const places = new Map<number, number>();
  for (const [number, body] of parts) {
    const chunk = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`, 'latin1'),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    places.set(number, at);
    chunks.push(chunk);
    at += chunk.length;
  }
  const size = Math.max(...places.keys()) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const place = places.get(number);
    return place === undefined
      ? '0000000000 65535 f \n'
      : `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const tail = `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(tail, 'latin1')]);
}
