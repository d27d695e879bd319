import { describe, expect, it } from 'vitest';
import { writeBlocks } from '../layout/blocks.js';
import { anArchive } from '../testing/an-archive.js';
import { aDocx, anOdt, anXlsx } from '../testing/office-files.js';
import { readDocument, type WrittenKind } from './read-document.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

const relationships = (
  ...entries: readonly (readonly [id: string, type: string, target: string])[]
) =>
  `<Relationships>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** Pages as they are told, with their margins. */
function told(kind: WrittenKind, parts: Uint8Array | Record<string, string>) {
  const bytes = parts instanceof Uint8Array ? parts : anArchive(parts);
  return readDocument(kind, bytes).pages.map(({ name, header, body, footer, pictures }) => ({
    name,
    header: writeBlocks(header),
    text: writeBlocks(body),
    footer: writeBlocks(footer),
    pictures,
  }));
}

const HIDDEN = { body: ['Elea', 'nor Whit', 'combe'], elsewhere: 'Tobias Fairweather' };

describe('a letter of Word', () => {
  const docx = (body: string, parts: Record<string, string> = {}) =>
    told('docx', {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships(['rId1', 'officeDocument', 'word/document.xml']),
      'word/_rels/document.xml.rels': relationships(
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'numbering', 'numbering.xml'],
      ),
      'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
      ...parts,
    })[0];

  const paragraph = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

  it('has words whole that are cut into runs, notes, comments, and its header apart', () => {
    const [page] = told('docx', aDocx(HIDDEN));
    expect(page?.text).toMatch(/^Eleanor Whitcombe\n\nwrite/);
    expect(page?.header).toBe('Header Tobias Fairweather');
    expect(page?.text).toContain('[comment by Tobias Fairweather: ask Tobias Fairweather]');
    expect(page?.text).toContain('[picture: Picture of Tobias Fairweather]');
    expect(page?.text).toContain('kept words');
    expect(page?.pictures).toBe(1);
  });

  it('has no deleted text, no fields of programs and no hidden text', () => {
    const page = docx(
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r>' +
        '<w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r></w:p>',
    );
    expect(page?.text).toBe('seen');
  });

  it('has headings and lists as its styles and numbers say', () => {
    const list = (level: number) =>
      `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;
    const page = docx(
      paragraph('Terms', '<w:pStyle w:val="Own"/>') +
        paragraph('First', list(0)) +
        paragraph('Within', list(1)) +
        paragraph('Second', list(0)) +
        paragraph('Dot', '<w:numPr><w:numId w:val="8"/></w:numPr>'),
      {
        'word/styles.xml': `<w:styles ${W}><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Own"><w:basedOn w:val="H2"/></w:style></w:styles>`,
        'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
      },
    );
    expect(page?.text).toBe('## Terms\n\n§ 4 First\n  4.i) Within\n§ 5 Second\n- Dot');
  });

  it('has tables with merged cells in their columns', () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
    const page = docx(
      `<w:tbl><w:tr>${cell('A', '<w:gridSpan w:val="2"/>')}${cell('B|C')}</w:tr><w:tr>${cell('1')}${cell('2')}${cell('3', '<w:vMerge/>')}</w:tr></w:tbl>`,
    );
    expect(page?.text).toBe('| A |  | B\\|C |\n| --- | --- | --- |\n| 1 | 2 |  |');
  });

  it('tells a note once, however often it is referred to', () => {
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const page = docx(`<w:p><w:r><w:t>One</w:t></w:r>${note}${note}</w:p>`, {
      'word/_rels/document.xml.rels': relationships(['rId1', 'footnotes', 'footnotes.xml']),
      'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="2">${paragraph('See below')}</w:footnote></w:footnotes>`,
    });
    expect(page?.text).toBe('One[^1][^1]\n\n[^1]: See below');
  });

  it('is refused with names that lead out of it, definitions of entities, or nothing in it', () => {
    expect(() => docx('', { '../evil': 'x' })).toThrow('document_unreadable');
    expect(() =>
      docx('', { 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }),
    ).toThrow('document_unreadable');
    expect(() => told('docx', { '[Content_Types].xml': '<Types/>' })).toThrow(
      'document_unreadable',
    );
  });
});

describe('a workbook', () => {
  const xlsx = (rows: string, parts: Record<string, string> = {}) =>
    told('xlsx', {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook ${S} xmlns:r="${R}"><sheets><sheet name="A, page 1]" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships(
        ['rId1', 'worksheet', 'sheet.xml'],
        ['rId2', 'styles', 'styles.xml'],
        ['rId3', 'sharedStrings', 'strings.xml'],
      ),
      'xl/sheet.xml': `<worksheet ${S}><sheetData>${rows}</sheetData></worksheet>`,
      ...parts,
    });

  it('is a page a sheet, with what formulas came to and its hidden sheets', () => {
    const pages = told('xlsx', anXlsx(HIDDEN));
    expect(pages.map(({ name }) => name)).toEqual(['sheet People', 'sheet Notes (hidden)']);
    expect(pages[0]?.text).toBe(
      '| Eleanor Whitcombe | Amount |  |  |\n| --- | --- | --- | --- |\n' +
        '| Tobias Fairweather | 840.5 | TOBIAS FAIRWEATHER | 3 |',
    );
    expect(pages[1]).toMatchObject({
      text: '| ask Tobias Fairweather |\n| --- |',
      header: 'Tobias Fairweather',
    });
  });

  it('shows dates, times and shares as they are seen', () => {
    const [page] = xlsx(
      '<row><c s="1"><v>46024</v></c><c s="2"><v>0.5</v></c><c s="3"><v>0.125</v></c><c><v>0.30000000000000004</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>',
      {
        'xl/styles.xml': `<styleSheet ${S}><numFmts><numFmt numFmtId="170" formatCode="[$-407]dd\\.mm\\.yyyy&quot; h&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="20"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
      },
    );
    expect(page?.text.split('\n')[0]).toBe(
      '| 2026-01-02 | 12:00:00 | 12.5% | 0.3 | TRUE | #REF! |',
    );
    expect(page?.name).toBe('sheet A page 1');
  });

  it('has whole numbers in full', () => {
    const numbers = ['4111111111111111', '4.111111111111111E15', '41111111111111111234', '1.0E2'];
    const [page] = xlsx(`<row>${numbers.map((one) => `<c><v>${one}</v></c>`).join('')}</row>`);
    expect(page?.text.split('\n')[0]).toBe(
      '| 4111111111111111 | 4111111111111111 | 41111111111111111234 | 100 |',
    );
  });

  it('is no larger than what is in it, wherever that stands', () => {
    const [page] = xlsx(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
    );
    expect(page?.text).toBe('| 1 |  |\n| --- | --- |\n|  | 2 |');
  });

  it('tells how many rows were left out, and refuses one string told a million times', () => {
    const row = '<row><c><v>1</v></c></row>';
    expect(xlsx(row.repeat(2_010))[0]?.text).toMatch(/\[10 of 2010 rows are left out\]$/);
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(200);
    const strings = `<sst ${S}><si><t>${'x'.repeat(30_000)}</t></si></sst>`;
    expect(() => xlsx(cells, { 'xl/strings.xml': strings })).toThrow('document_too_large_to_scan');
  });
});

describe('a presentation', () => {
  const line = (text: string, properties = ''): string =>
    `<p><pPr>${properties}</pPr><r><t>${text}</t></r></p>`;
  const shape = (type: string, lines: string, told = ''): string =>
    `<sp><nvSpPr><cNvPr name="x" descr="${told}"/><nvPr><ph type="${type}"/></nvPr></nvSpPr><txBody>${lines}</txBody></sp>`;
  const cell = (text: string): string => `<tc><txBody>${line(text)}</txBody></tc>`;

  it('is a page a slide, in their order, with notes, comments and alternative texts', () => {
    const pages = told('pptx', {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships(['rId1', 'officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<presentation xmlns:r="${R}"><sldIdLst><sldId r:id="rId2"/><sldId r:id="rId1"/><sldId r:id="rId2"/></sldIdLst></presentation>`,
      'ppt/_rels/presentation.xml.rels': relationships(
        ['rId1', 'slide', 'slides/a.xml'],
        ['rId2', 'slide', 'slides/b.xml'],
        ['rId3', 'commentAuthors', 'authors.xml'],
      ),
      'ppt/authors.xml': '<cmAuthorLst><cmAuthor id="4" name="Ann"/></cmAuthorLst>',
      'ppt/slides/a.xml': `<sld show="0"><spTree>${shape('title', line('Last'))}</spTree></sld>`,
      'ppt/slides/b.xml': `<sld><spTree>${shape('ctrTitle', line('Plan'))}${shape('body', line('One') + line('Two', '<buNone/>'))}<pic><nvPicPr><cNvPr descr="A bay"/></nvPicPr></pic><sp><nvSpPr><cNvPr hidden="1"/></nvSpPr><txBody>${line('unseen')}</txBody></sp><graphicFrame><tbl><tr>${cell('A')}${cell('B')}</tr><tr>${cell('1')}${cell('2')}</tr></tbl></graphicFrame>${shape('ftr', line('Foot'))}</spTree></sld>`,
      'ppt/slides/_rels/b.xml.rels': relationships(
        ['rId1', 'notesSlide', '../n.xml'],
        ['rId2', 'comments', '../c.xml'],
      ),
      'ppt/n.xml': `<notes>${shape('sldImg', '')}${shape('body', line('Say it'))}</notes>`,
      'ppt/c.xml': '<cmLst><cm authorId="4"><text>why</text></cm></cmLst>',
    });
    expect(pages).toEqual([
      {
        name: 'slide 1',
        header: '',
        text: '# Plan\n\n- One\n\nTwo\n\n[picture: A bay]\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nNotes: Say it\n\n[comment by Ann: why]',
        footer: 'Foot',
        pictures: 1,
      },
      { name: 'slide 2 (hidden)', header: '', text: '# Last', footer: '', pictures: 0 },
    ]);
  });
});

describe('a text of OpenDocument', () => {
  it('has words whole, comments and what its margins say, and nothing that was deleted', () => {
    const [page] = told('odt', anOdt(HIDDEN));
    expect(page?.text).toBe(
      'Eleanor Whitcombe\n\nwrite [picture] (mailto:Tobias Fairweather)\n\n[comment by Tobias Fairweather: ask Tobias Fairweather]',
    );
  });

  it('has headings, lists and tables', () => {
    const space = (name: string) => `xmlns:${name}="urn:x:${name}"`;
    const [page] = told('odt', {
      'content.xml': `<o:document-content ${space('o')} ${space('text')} ${space('table')}><o:body><o:text><text:h text:outline-level="2">Terms</text:h><text:list><text:list-item><text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Below</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>Two</text:p></text:list-item></text:list></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>B</text:p></table:table-cell></table:table-row></table:table></o:text></o:body></o:document-content>`,
    });
    expect(page?.text).toBe(
      '## Terms\n\n- One[^1]\n  - Two\n\n| A | B | B |\n| --- | --- | --- |\n\n[^1]: Below',
    );
  });

  it('has no space where it says that there are none', () => {
    const space = (name: string) => `xmlns:${name}="urn:x:${name}"`;
    const [page] = told('odt', {
      'content.xml': `<o:document-content ${space('o')} ${space('text')}><o:body><o:text><text:p>ann<text:s text:c="0"/>@example<text:s text:c="00"/>.org<text:s/>or<text:s text:c="3"/>not</text:p></o:text></o:body></o:document-content>`,
    });
    expect(page?.text).toBe('ann@example.org or not');
  });

  it('with a password is told from one that is damaged', () => {
    expect(() =>
      told('odt', {
        'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>',
        'content.xml': 'x',
      }),
    ).toThrow('document_encrypted');
  });
});
