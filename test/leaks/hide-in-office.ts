import { unzipSync, zipSync, type Zippable } from 'fflate';
import type { Hidden } from '../../libs/documents/src/testing/office-files.js';
import { aDocx, anOdt, anXlsx, aPptx } from '../../libs/documents/src/testing/office-files.js';
import type { Planted } from './hide-in-pdf.js';
import { pictureOf } from './picture-of.js';
import { sentencesOf, type Person, type Random } from './people.js';

const MAKERS = { docx: aDocx, pptx: aPptx, xlsx: anXlsx, odt: anOdt } as const;

export type OfficeKind = keyof typeof MAKERS;

/** What is done to a finished file, part by part, for those who read only what programs write. */
const DISGUISES: Readonly<Record<string, (parts: Zippable, other: Person) => Zippable>> = {
  plain: (parts) => parts,
  'letters as references': (parts) =>
    eachXml(parts, (xml) => xml.replaceAll(/>([^<>]{3,})</g, asReferences)),
  'comments in words': (parts) =>
    eachXml(parts, (xml) =>
      xml.replaceAll(/>([A-Z][a-z]{2})([a-z][^<>]{3,})</g, '>$1<!-- x -->$2<'),
    ),
  'character data': (parts) =>
    eachXml(parts, (xml) =>
      xml.replaceAll(/(<(?:w:t|a:t|t)(?: [^>]*)?>)([^<>&]+)</g, '$1<![CDATA[$2]]><'),
    ),
  'parts that nobody lists': (parts, other) => ({
    ...parts,
    'docProps/old/backup.xml': Buffer.from(`<backup>${other.name} ${other.iban}</backup>`),
    [`trash/${other.surname}.bin`]: Buffer.from(other.email, 'utf16le'),
  }),
  'nothing packed': (parts) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, [bytes as Uint8Array, { level: 0 }]]),
    ),
};

const asReferences = (_: string, text: string): string =>
  `>${[...text.replaceAll(/&[a-z]+;/g, ' ')].map((sign) => `&#${sign.codePointAt(0)};`).join('')}<`;

const eachXml = (parts: Zippable, change: (xml: string) => string): Zippable =>
  Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => {
      const isWords =
        /(?:document|header1|footnotes|comments|sharedStrings|sheet\d|slide1|notesSlide1|content|styles)\.xml$/.test(
          name,
        );
      return [
        name,
        isWords ? Buffer.from(change(Buffer.from(bytes as Uint8Array).toString())) : bytes,
      ];
    }),
  );

const NAMES = Object.keys(DISGUISES);

export async function hideInOffice(
  kind: OfficeKind,
  number: number,
  {
    random,
    person,
    other,
  }: { readonly random: Random; readonly person: Person; readonly other: Person },
): Promise<Planted> {
  const hidden: Hidden = {
    body: random.cut(sentencesOf(person).join(' ')),
    elsewhere: random.pick([person.name, person.email, other.name, other.email, other.iban]),
    picture: (await pictureOf([`Badge of ${other.name}`])).bytes,
  };
  const disguise = NAMES[number % NAMES.length] as string;
  const parts = unzipSync(MAKERS[kind](hidden));
  const bytes = zipSync(DISGUISES[disguise]?.(parts, other) ?? parts);
  // A comment of the archive, which the library above cannot write.
  const end = Buffer.from(bytes);
  const note = Buffer.from(`${other.name} ${other.iban}`);
  end.writeUInt16LE(note.length, end.length - 2);
  return {
    bytes: Buffer.concat([end, note]),
    filename: `file-${number}.${kind}`,
    traps: [disguise, 'all parts of it', 'comment of the archive'],
  };
}
