import { spacesOf } from '../../formats/xml/find-in-xml.js';
import type { XmlGrammar } from './xml-story.js';

const FORMULAS: ReadonlySet<string> = new Set([
  'f',
  'formula',
  'formula1',
  'formula2',
  'definedName',
]);
const NONE: ReadonlySet<string> = new Set();

/** Attributes of drawings, fields and names, the same in all programs of one office. */
const OOXML_ATTRIBUTES = [
  'descr',
  'title',
  'alt',
  'name',
  'author',
  'initials',
  'instr',
  'tooltip',
  'prompt',
  'promptTitle',
  'error',
  'errorTitle',
  'displayName',
  'location',
  'caption',
  'uniqueName',
  'string',
  'comment',
  'description',
  'help',
  'statusBar',
  'user',
  'oddHeader',
];

export const WORD: XmlGrammar = {
  words: new Set(['t', 'instrText', 'delText', 'delInstrText', 'v', 'f', 'pt']),
  blocks: new Set(['p', 'tc', 'tr', 'txbxContent', 'pt']),
  signs: { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-', softHyphen: '' },
  formulas: FORMULAS,
  proseAttributes: new Set(OOXML_ATTRIBUTES),
};

export const SLIDES: XmlGrammar = {
  words: new Set(['t', 'text', 'v', 'f']),
  blocks: new Set(['p', 'tc', 'tr', 'pt', 'text']),
  signs: { tab: '\t', br: '\n' },
  formulas: FORMULAS,
  proseAttributes: new Set(OOXML_ATTRIBUTES),
};

/** Cells are read by `sheet.ts`; this is for everything beside them. */
export const SHEETS: XmlGrammar = {
  words: new Set([
    't',
    'v',
    'f',
    'formula',
    'formula1',
    'formula2',
    'definedName',
    'oddHeader',
    'oddFooter',
    'evenHeader',
    'evenFooter',
    'firstHeader',
    'firstFooter',
    'author',
  ]),
  blocks: new Set([
    'p',
    'c',
    'row',
    'si',
    'pt',
    'definedName',
    'formula',
    'formula1',
    'formula2',
    'oddHeader',
    'oddFooter',
    'evenHeader',
    'evenFooter',
    'firstHeader',
    'firstFooter',
    'author',
    'comment',
  ]),
  signs: { br: '\n' },
  formulas: FORMULAS,
  proseAttributes: new Set([...OOXML_ATTRIBUTES, 'val', 'totalsRowLabel', 'display']),
};

/** All of its characters are words. */
export const OPEN_DOCUMENT: XmlGrammar = {
  words: 'all',
  blocks: new Set([
    'p',
    'h',
    'table-cell',
    'table-row',
    'list-item',
    'title',
    'desc',
    'creator',
    'date',
    'initial-creator',
    'subject',
    'keyword',
    'user-defined',
  ]),
  signs: { tab: '\t', 'line-break': '\n', s: spacesOf },
  formulas: NONE,
  proseAttributes: new Set([
    'name',
    'title',
    'string-value',
    'value',
    'description',
    'href',
    'formula',
    'condition',
    'label',
    'help-message',
  ]),
};

/** Styles, fonts and settings: their names are those of programs, and read as names of people do. */
export const NO_PROSE: XmlGrammar = {
  words: new Set(),
  blocks: new Set(),
  signs: {},
  formulas: NONE,
  proseAttributes: new Set(),
};
