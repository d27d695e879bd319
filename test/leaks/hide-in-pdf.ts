import { deflateSync } from 'node:zlib';
import { pictureOf } from './picture-of.js';
import { sentencesOf, type Person, type Random } from './people.js';

/** A document with values planted in it. */
export interface Planted {
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** Where they were put, for the table. */
  readonly traps: readonly string[];
}

const WIDTH = 420;
const HEIGHT = 300;
const TRAPS_A_PAGE = 6;

/** A PDF in the making: objects by their number. */
class PdfFile {
  readonly objects = new Map<number, Buffer>();
  readonly catalog: string[] = [];
  readonly page: string[] = [];
  readonly annotations: string[] = [];
  readonly resources: string[] = [];
  readonly images: string[] = [];
  content = '';
  info = '';
  /** What the page said before it was changed. */
  before: string | null = null;
  private count = 10; // Below are those that every file has.

  add(body: string | Buffer): string {
    this.count++;
    this.objects.set(this.count, typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    return `${this.count} 0 R`;
  }

  stream(dictionary: string, bytes: Buffer | string, packs = true): string {
    const plain = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    const data = packs ? deflateSync(plain) : plain;
    const filter = packs ? '/Filter/FlateDecode' : '';
    return this.add(
      Buffer.concat([
        Buffer.from(`<<${dictionary}${filter}/Length ${data.length}>>stream\n`, 'latin1'),
        data,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  }

  write(): Buffer {
    const content = this.stream('', this.content);
    const old = this.before === null ? content : this.stream('', this.before);
    this.objects.set(1, latin(`<</Type/Catalog/Pages 2 0 R${this.catalog.join('')}>>`));
    this.objects.set(2, latin('<</Type/Pages/Kids[3 0 R]/Count 1>>'));
    this.objects.set(3, this.pageOf(old));
    this.objects.set(
      4,
      latin('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
    );
    if (this.info !== '') this.objects.set(5, latin(`<<${this.info}>>`));
    const first = this.section(Buffer.from('%PDF-1.7\n'), this.objects, null);
    if (this.before === null) return first.bytes;
    const changed = new Map([[3, this.pageOf(content)]]);
    return this.section(first.bytes, changed, first.xref).bytes;
  }

  private pageOf(content: string): Buffer {
    return latin(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents ${content}/Annots[${this.annotations.join(' ')}]` +
        `/Resources<</Font<</F 4 0 R>>/XObject<<${this.images.join('')}>>${this.resources.join('')}>>${this.page.join('')}>>`,
    );
  }

  private section(start: Buffer, objects: ReadonlyMap<number, Buffer>, before: number | null) {
    const chunks = [start];
    let at = start.length;
    const rows: string[] = [];
    for (const [number, body] of objects) {
      const chunk = Buffer.concat([latin(`${number} 0 obj\n`), body, latin('\nendobj\n')]);
      rows.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
      chunks.push(chunk);
      at += chunk.length;
    }
    const previous = before === null ? '' : `/Prev ${before}`;
    const info = this.info === '' ? '' : '/Info 5 0 R';
    chunks.push(
      latin(
        `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${this.count + 1}/Root 1 0 R${info}${previous}>>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return { bytes: Buffer.concat(chunks), xref: at };
  }
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const quoted = (text: string): string => `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
const utf16 = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

interface Hiding {
  readonly pdf: PdfFile;
  readonly random: Random;
  /** Whom the page is about. */
  readonly person: Person;
  /** Who stands where nobody looks. */
  readonly other: Person;
  /** A line that nothing was written on yet, in points from below. */
  readonly line: () => number;
}

const shown = (text: string, y: number, { x = 30, size = 11, mode = '' } = {}): string =>
  `BT ${mode} /F ${size} Tf ${x} ${y} Td ${quoted(text)} Tj ET\n`;

const TRAPS: Readonly<Record<string, (hiding: Hiding) => void | Promise<void>>> = {
  'cut into pieces': ({ pdf, random, person, line }) => {
    const pieces = random.cut(`Signed by ${person.name} for the client.`);
    pdf.content += `BT /F 11 Tf 30 ${line()} Td ${pieces.map((one) => `${quoted(one)} Tj`).join(' ')} ET\n`;
  },
  kerned: ({ pdf, random, person, line }) => {
    const pieces = random.cut(`Write to ${person.email} today.`);
    const kerned = pieces.map((one) => `${quoted(one)} ${random.below(60) - 30}`).join(' ');
    pdf.content += `BT /F 11 Tf 30 ${line()} Td [${kerned}] TJ ET\n`;
  },
  'words parted by kerning': ({ pdf, person, line }) => {
    const words = `Paid by ${person.name} in cash`.split(' ').map(quoted).join(' -280 ');
    pdf.content += `BT /F 11 Tf 30 ${line()} Td [${words}] TJ ET\n`;
  },
  'turned by a right angle': ({ pdf, person }) => {
    pdf.content += `BT /F 10 Tf 0 1 -1 0 410 20 Tm ${quoted(`Client ${person.name}`)} Tj ET\n`;
  },
  slanted: ({ pdf, person }) => {
    pdf.content += `BT /F 11 Tf 0.985 0.17 -0.17 0.985 200 20 Tm ${quoted(`Copy for ${person.name}`)} Tj ET\n`;
  },
  'page on its side': ({ pdf }) => {
    pdf.page.push('/Rotate 90');
  },
  'small header': ({ pdf, person }) => {
    pdf.content += shown(`${person.name} - ${person.iban}`, HEIGHT - 14, { size: 7 });
  },
  note: ({ pdf, other }) => {
    const text = quoted(`Ask ${other.name}, ${other.email}`);
    pdf.annotations.push(
      pdf.add(
        `<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents ${text}/T ${quoted(other.name)}>>`,
      ),
    );
  },
  'text box': ({ pdf, other }) => {
    const look = pdf.stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 4 0 R>>>>',
      shown(other.name, 5, { x: 2 }),
    );
    pdf.annotations.push(
      pdf.add(
        `<</Type/Annot/Subtype/FreeText/Rect[200 270 400 290]/DA(/F 11 Tf)/Contents ${quoted(other.name)}/AP<</N ${look}>>>>`,
      ),
    );
  },
  'link to an address': ({ pdf, other }) => {
    pdf.annotations.push(
      pdf.add(
        `<</Type/Annot/Subtype/Link/Rect[10 10 30 30]/A<</S/URI/URI ${quoted(`mailto:${other.email}`)}>>>>`,
      ),
    );
  },
  information: ({ pdf, other }) => {
    pdf.info += `/Title ${quoted(other.name)}/Author ${utf16(other.name)}/Keywords ${quoted(other.iban)}`;
  },
  'XML of its properties': ({ pdf, other }) => {
    const xml = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>${other.name}</dc:creator></x:xmpmeta>`;
    pdf.catalog.push(`/Metadata ${pdf.stream('/Type/Metadata/Subtype/XML', xml, false)}`);
  },
  'hidden layer': ({ pdf, other, line }) => {
    const layer = pdf.add('<</Type/OCG/Name(Internal)>>');
    pdf.catalog.push(`/OCProperties<</OCGs[${layer}]/D<</OFF[${layer}]>>>>`);
    pdf.resources.push(`/Properties<</L ${layer}>>`);
    pdf.content += `/OC /L BDC ${shown(`Internal: ${other.name} ${other.iban}`, line())} EMC\n`;
  },
  'text without ink': ({ pdf, other, line }) => {
    pdf.content += shown(`Client ${other.name} ${other.email}`, line(), { mode: '3 Tr' });
    pdf.content += '0 Tr\n';
  },
  'white on white': ({ pdf, other, line }) => {
    pdf.content += `1 1 1 rg ${shown(`Client ${other.name}`, line())}0 0 0 rg\n`;
  },
  'pale grey': ({ pdf, person, line }) => {
    pdf.content += `0.8 0.8 0.8 rg ${shown(`Client ${person.name} ${person.email}`, line())}0 0 0 rg\n`;
  },
  'off the page': ({ pdf, other }) => {
    pdf.content += shown(`Client ${other.name} ${other.iban}`, 20, { x: WIDTH + 40 });
  },
  'under a white box': ({ pdf, other, line }) => {
    const y = line();
    pdf.content += `${shown(`Client ${other.name}`, y)}1 1 1 rg 20 ${y - 4} 380 18 re f 0 0 0 rg\n`;
  },
  'under a black box': ({ pdf, other, line }) => {
    const y = line();
    pdf.content += `${shown(`Account ${other.iban}`, y)}0 0 0 rg 20 ${y - 4} 380 18 re f\n`;
  },
  'older revision': ({ pdf, other }) => {
    pdf.before = shown(`Draft for ${other.name}, ${other.email}`, 200);
  },
  'text for readers aloud': ({ pdf, other, line }) => {
    pdf.content += `/Span <</ActualText ${utf16(other.name)}/Alt ${quoted(other.email)}>> BDC ${shown('A diagram', line())} EMC\n`;
  },
  pixels: async ({ pdf, person, line }) => {
    const y = line();
    const { bytes, width, height } = await pictureOf([`Scanned: ${person.name} ${person.email}`]);
    const image = pdf.stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
      bytes,
      false,
    );
    pdf.images.push(`/P ${image}`);
    pdf.content += `q 380 0 0 ${Math.round((380 * height) / width)} 20 ${y - 8} cm /P Do Q\n`;
  },
  'attached file': ({ pdf, other }) => {
    const file = pdf.stream('/Type/EmbeddedFile', `${other.name};${other.iban}`);
    pdf.catalog.push(
      `/Names<</EmbeddedFiles<</Names[(a) <</Type/Filespec/F ${quoted(`${other.surname}.txt`)}/EF<</F ${file}>>>>]>>>>`,
    );
  },
  bookmark: ({ pdf, other }) => {
    const item = pdf.add(`<</Title ${utf16(other.name)}/Dest[3 0 R/Fit]>>`);
    pdf.catalog.push(`/Outlines<</First ${item}/Last ${item}/Count 1>>`);
  },
  'form field': ({ pdf, other }) => {
    const field = pdf.add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(client)/V ${quoted(other.name)}/DV ${utf16(other.iban)}/Rect[200 10 380 26]/DA(/F 11 Tf)>>`,
    );
    pdf.annotations.push(field);
    pdf.catalog.push(`/AcroForm<</Fields[${field}]/DR<</Font<</F 4 0 R>>>>>>`);
  },
  script: ({ pdf, other }) => {
    pdf.catalog.push(`/OpenAction<</S/JavaScript/JS ${quoted(`app.alert("${other.name}")`)}>>`);
  },
  'data of a program': ({ pdf, other }) => {
    pdf.page.push(`/PieceInfo<</Prog<</Private ${quoted(`${other.name} ${other.iban}`)}>>>>`);
  },
  'name over two lines': ({ pdf, person, line }) => {
    const [first = '', last = ''] = person.name.split(' ');
    pdf.content += shown(`The report was written by Ms ${first}`, line());
    pdf.content += shown(`${last} and sent in May.`, line());
  },
  'tiny print': ({ pdf, person, line }) => {
    pdf.content += shown(`Contact ${person.name}, ${person.email}`, line(), { size: 5 });
  },
};

const NAMES = Object.keys(TRAPS);

/** @param number of the document: over all of them every trap has its turn */
export async function hideInPdf(
  number: number,
  {
    random,
    person,
    other,
  }: { readonly random: Random; readonly person: Person; readonly other: Person },
): Promise<Planted> {
  const pdf = new PdfFile();
  const traps = Array.from(
    { length: TRAPS_A_PAGE },
    (_, index) => NAMES[(number * TRAPS_A_PAGE + index) % NAMES.length] as string,
  );
  let y = HEIGHT - 40;
  const line = (): number => (y -= 22);
  const hiding = { pdf, random, person, other, line };
  for (const sentence of sentencesOf(person)) pdf.content += shown(sentence, line());
  for (const trap of traps) await TRAPS[trap]?.(hiding);
  return { bytes: pdf.write(), filename: `contract-${number}.pdf`, traps };
}
