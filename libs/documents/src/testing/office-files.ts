import { anArchive, escaped } from './an-archive.js';

/** Where a value is hidden in an office file. */
export interface Hidden {
  /** In the words of a paragraph, cut into runs at these places. */
  readonly body: readonly string[];
  readonly elsewhere: string;
  /** In place of bytes that are none. */
  readonly picture?: Uint8Array;
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPE = `${R}/`;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const runs = (pieces: readonly string[]): string =>
  pieces.map((piece) => `<w:r><w:t xml:space="preserve">${escaped(piece)}</w:t></w:r>`).join('');

const relationships = (
  entries: readonly (readonly [id: string, type: string, target: string, external?: true])[],
): string =>
  `<Relationships xmlns="${RELATIONSHIPS}">${entries
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="${TYPE}${type}" Target="${escaped(target)}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const contentTypes = (overrides: Readonly<Record<string, string>>): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${Object.entries(
    overrides,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const ROOT = (main: string): string =>
  relationships([
    ['rId1', 'officeDocument', main],
    ['rId2', 'metadata/core-properties', 'docProps/core.xml'],
    ['rId3', 'metadata/thumbnail', 'docProps/thumbnail.jpeg'],
    ['rId4', 'custom-properties', 'docProps/custom.xml'],
  ]);

const properties = (value: string) => ({
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${escaped(value)}</dc:creator></cp:coreProperties>`,
  'docProps/custom.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><property name="client">${escaped(value)}</property></Properties>`,
  'docProps/thumbnail.jpeg': value,
  'customXml/item1.xml': `<client>${escaped(value)}</client>`,
});

/** A letter of Word that has a value in each place where one can be. */
export function aDocx({ body, elsewhere, picture }: Hidden): Uint8Array {
  const value = escaped(elsewhere);
  return anArchive({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${OFFICE}.wordprocessingml.document.main+xml`,
      'word/header1.xml': `${OFFICE}.wordprocessingml.header+xml`,
      'word/footnotes.xml': `${OFFICE}.wordprocessingml.footnotes+xml`,
      'word/comments.xml': `${OFFICE}.wordprocessingml.comments+xml`,
      'word/styles.xml': `${OFFICE}.wordprocessingml.styles+xml`,
      'word/embeddings/sheet.xlsx': `${OFFICE}.spreadsheetml.sheet`,
      'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
    }),
    '_rels/.rels': ROOT('word/document.xml'),
    ...properties(elsewhere),
    'word/document.xml': `<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:a="${A}"><w:body><!-- ${value.replaceAll('--', '')} --><w:p>${runs(body)}</w:p><w:p><w:hyperlink r:id="rId5"><w:r><w:t>write</w:t></w:r></w:hyperlink><w:del w:id="1" w:author="${value}"><w:r><w:delText>${value}</w:delText></w:r></w:del><w:ins w:author="${value}"><w:r><w:t>kept words</w:t></w:r></w:ins><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> HYPERLINK "mailto:${value}" </w:instrText></w:r></w:p><w:p><w:bookmarkStart w:id="2" w:name="${value}"/><w:r><w:drawing><docPr id="1" name="${value}" descr="Picture of ${value}"/><a:blip r:embed="rId6"/></w:drawing></w:r><w:r><w:object><OLEObject r:id="rId7"/></w:object></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships([
      ['rId1', 'header', 'header1.xml'],
      ['rId2', 'footnotes', 'footnotes.xml'],
      ['rId3', 'comments', 'comments.xml'],
      ['rId4', 'styles', 'styles.xml'],
      ['rId5', 'hyperlink', `mailto:${encodeURIComponent(elsewhere)}`, true],
      ['rId6', 'image', `media/${encodeURIComponent(elsewhere)}.png`],
      ['rId7', 'package', 'embeddings/sheet.xlsx'],
    ]),
    'word/header1.xml': `<w:hdr xmlns:w="${W}"><w:p>${runs(['Header ', elsewhere])}</w:p></w:hdr>`,
    'word/footnotes.xml': `<w:footnotes xmlns:w="${W}"><w:footnote w:id="1"><w:p>${runs([elsewhere, ' in a note'])}</w:p></w:footnote></w:footnotes>`,
    'word/comments.xml': `<w:comments xmlns:w="${W}"><w:comment w:id="1" w:author="${value}" w:initials="${value.slice(0, 2)}"><w:p>${runs(['ask ', elsewhere])}</w:p></w:comment></w:comments>`,
    'word/styles.xml': `<w:styles xmlns:w="${W}"><w:style w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
    'word/embeddings/sheet.xlsx': elsewhere,
    [`word/media/${elsewhere.replaceAll(/[\\/]/g, '')}.png`]: picture ?? elsewhere,
  });
}

/** A workbook with shared and inline strings, a formula, a hidden sheet and a cache of a pivot table. */
export function anXlsx({ body, elsewhere }: Hidden): Uint8Array {
  const value = escaped(elsewhere);
  return anArchive({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${OFFICE}.spreadsheetml.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${OFFICE}.spreadsheetml.worksheet+xml`,
      'xl/worksheets/sheet2.xml': `${OFFICE}.spreadsheetml.worksheet+xml`,
      'xl/sharedStrings.xml': `${OFFICE}.spreadsheetml.sharedStrings+xml`,
      'xl/pivotCache/cache1.xml': `${OFFICE}.spreadsheetml.pivotCacheDefinition+xml`,
      'xl/externalLinks/link1.xml': `${OFFICE}.spreadsheetml.externalLink+xml`,
    }),
    '_rels/.rels': ROOT('xl/workbook.xml'),
    ...properties(elsewhere),
    'xl/workbook.xml': `<workbook xmlns="${S}" xmlns:r="${R}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" state="hidden" r:id="rId2"/></sheets><externalReferences><externalReference r:id="rId5"/></externalReferences><definedNames><definedName name="Range" comment="${value}">People!$A$1</definedName></definedNames><pivotCaches><pivotCache cacheId="1" r:id="rId4"/></pivotCaches></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'pivotCacheDefinition', 'pivotCache/cache1.xml'],
      ['rId5', 'externalLink', 'externalLinks/link1.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${S}"><si>${body.map((piece) => `<r><t xml:space="preserve">${escaped(piece)}</t></r>`).join('')}</si><si><t>Amount</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${S}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>${value}</t></is></c><c r="B2"><v>840.5</v></c><c r="C2" t="str"><f>UPPER("${value}")</f><v>${escaped(elsewhere.toUpperCase())}</v></c><c r="D2"><f>[1]Sheet!A1</f><v>3</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${S}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>ask ${value}</t></is></c></row></sheetData><headerFooter><oddHeader>&amp;L${value}</oddHeader></headerFooter></worksheet>`,
    'xl/pivotCache/cache1.xml': `<pivotCacheDefinition xmlns="${S}"><s v="${value}"/></pivotCacheDefinition>`,
    'xl/externalLinks/link1.xml': `<externalLink xmlns="${S}">${value}</externalLink>`,
  });
}

export function aPptx({ body, elsewhere }: Hidden): Uint8Array {
  const value = escaped(elsewhere);
  const paragraph = (pieces: readonly string[]): string =>
    `<a:p>${pieces.map((piece) => `<a:r><a:t>${escaped(piece)}</a:t></a:r>`).join('')}</a:p>`;
  return anArchive({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': `${OFFICE}.presentationml.presentation.main+xml`,
      'ppt/slides/slide1.xml': `${OFFICE}.presentationml.slide+xml`,
      'ppt/notesSlides/notesSlide1.xml': `${OFFICE}.presentationml.notesSlide+xml`,
      'ppt/commentAuthors.xml': `${OFFICE}.presentationml.commentAuthors+xml`,
    }),
    '_rels/.rels': ROOT('ppt/presentation.xml'),
    ...properties(elsewhere),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${P}" xmlns:r="${R}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships([
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'commentAuthors', 'commentAuthors.xml'],
    ]),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="${P}" xmlns:a="${A}"><p:cSld><p:sp><p:cNvPr id="1" name="${value}" descr="${value}"/><p:txBody>${paragraph(body)}</p:txBody></p:sp></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships([
      ['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml'],
    ]),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes xmlns:p="${P}" xmlns:a="${A}"><p:txBody>${paragraph(['call ', elsewhere])}</p:txBody></p:notes>`,
    'ppt/commentAuthors.xml': `<p:cmAuthorLst xmlns:p="${P}"><p:cmAuthor id="1" name="${value}" initials="${value.slice(0, 2)}"/></p:cmAuthorLst>`,
  });
}

export function anOdt({ body, elsewhere }: Hidden): Uint8Array {
  const value = escaped(elsewhere);
  const spaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';
  return anArchive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${spaces}><office:body><office:text><text:tracked-changes><text:changed-region>${value}</text:changed-region></text:tracked-changes><text:p>${body.map((piece) => `<text:span>${escaped(piece)}</text:span>`).join('')}</text:p><text:p><office:annotation><dc:creator>${value}</dc:creator><text:p>ask ${value}</text:p></office:annotation><text:a xlink:href="mailto:${encodeURIComponent(elsewhere)}">write</text:a><draw:frame draw:name="${value}"><draw:image xlink:href="Pictures/one.png"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${spaces}><office:master-styles><text:p>${value}</text:p></office:master-styles></office:document-styles>`,
    'meta.xml': `<office:document-meta ${spaces}><dc:creator>${value}</dc:creator></office:document-meta>`,
    'settings.xml': `<office:document-settings ${spaces}>${value}</office:document-settings>`,
    'Thumbnails/thumbnail.png': elsewhere,
    'Pictures/one.png': elsewhere,
    'META-INF/manifest.xml': `<manifest/>`,
  });
}
