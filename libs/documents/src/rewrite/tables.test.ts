import { expect, it } from 'vitest';
import { readXml } from '../formats/xml/read-xml.js';
import type { OpenDocument } from './edit.js';
import { openCsv } from './plain/open-csv.js';
import { openHtml } from './plain/open-html.js';
import { OPEN_DOCUMENT, WORD } from './xml/xml-grammars.js';
import { xmlStories, type XmlGrammar } from './xml/xml-story.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** As it is read, without blanks that stand between words anyway, and without attributes. */
const readIn = ({ texts }: OpenDocument): string =>
  texts
    .map(({ text }) => text.replaceAll(/\s*\n\s*/g, '\n').trim())
    .filter((text) => text !== '2')
    .join('\n');

const xmlText = (xml: string, grammar: XmlGrammar): string =>
  (xmlStories(readXml(bytesOf(xml)), grammar).prose[0]?.text ?? '').replaceAll(/\n+/g, '\n').trim();

const W = 'xmlns:w="urn:x:w"';
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (cells: readonly string[], properties = '') =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join('')}</w:tr>`;
const over = (columns: number) => `<w:gridSpan w:val="${columns}"/>`;
const docx = (rows: readonly string[]) =>
  xmlText(`<w:document ${W}><w:tbl>${rows.join('')}</w:tbl></w:document>`, WORD);

it('heads of a letter stand over the columns that their cells go over', () => {
  const head = row([cell('Name', over(2)), cell('Town')]);
  expect(docx([head, row([cell('Ann'), cell('Lee'), cell('Cork')])])).toBe(
    'Name\nTown\nName: Ann\nName: Lee\nTown: Cork',
  );
  expect(docx([head, row([cell('Ann Lee', over(2)), cell('Cork')])])).toBe(
    'Name\nTown\nName: Ann Lee\nTown: Cork',
  );
  const inset = row([cell('Cork')], '<w:gridBefore w:val="2"/>');
  expect(docx([head, inset])).toBe('Name\nTown\nTown: Cork');
});

it('heads of an open document count the cells that others go over', () => {
  const t = (text: string, attributes = '') =>
    `<t:table-cell ${attributes}><x:p>${text}</x:p></t:table-cell>`;
  const wide = t('Ann Lee', 't:number-columns-spanned="2"');
  const xml = `<x:d xmlns:x="urn:x:x" xmlns:t="urn:x:t"><t:table><t:table-row>${t('First')}${t('Last')}${t('Town')}</t:table-row><t:table-row>${wide}<t:covered-table-cell/>${t('Cork')}</t:table-row></t:table></x:d>`;
  expect(xmlText(xml, OPEN_DOCUMENT)).toBe('First\nLast\nTown\nFirst name: Ann Lee\nTown: Cork');
});

it('heads of a page are its cells that say so, over what they go over', () => {
  const page = (head: string) =>
    readIn(
      openHtml(
        bytesOf(
          `<table><tr>${head}</tr><tr><td rowspan="2">Cork</td><td>Ann</td><td>Lee</td></tr><tr><td>Una</td><td><b>Ray</b></td></tr></table><p>after</p>`,
        ),
      ),
    );
  expect(page('<th>Town</th><th colspan="2">Name</th>')).toBe(
    'Town\nName\nTown: Cork\nName: Ann\nName: Lee\nName: Una\nName: Ray\nafter',
  );
  expect(page('<td>Town</td><td colspan="2">Name</td>')).toBe(
    'Town\nName\nCork\nAnn\nLee\nUna\nRay\nafter',
  );
});

const CSV = 'Surname;;;\n"L"; e ;e;\nCork;5;f;\n';
const PAGE =
  '<table>\n <tr>\n  <td> L </td>\n  <td><b>e</b></td>\n  <td>e</td>\n </tr>\n <tr><td>Cork</td><td>5</td><td>f</td></tr>\n</table>';
const LETTER = [row([cell('L'), cell('e'), cell('e')]), row([cell('Cork'), cell('5'), cell('f')])];

it('cells of one letter each are one word, which is taken out of all of them', () => {
  const csv = openCsv(bytesOf(CSV));
  const page = openHtml(bytesOf(PAGE));
  expect(readIn(csv)).toBe('Surname\nSurname: Lee\nSurname: Cork\n5\nf');
  expect(readIn(page)).toBe('Lee\nCork\n5\nf');
  expect(docx(LETTER)).toBe('Lee\nCork\n5\nf');
  const without = (document: OpenDocument): string => {
    const edits = document.texts.map(({ text }) => {
      const start = text.indexOf('Lee');
      return start < 0 ? [] : [{ start, end: start + 3, text: '«X»' }];
    });
    return new TextDecoder().decode(document.write(edits, []));
  };
  expect(without(csv)).toBe('Surname;;;\n"«X»";  ;;\nCork;5;f;\n');
  expect(without(page)).toContain('<td> «X» </td>\n  <td><b></b></td>\n  <td></td>');
});
