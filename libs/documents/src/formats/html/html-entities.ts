/** Letters of Europe and the signs that addresses and numbers are disguised with; the rest stays as it is written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  commat: '@',
  period: '.',
  colon: ':',
  comma: ',',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  ndash: '–',
  mdash: '—',
  plus: '+',
  num: '#',
  sol: '/',
  lpar: '(',
  rpar: ')',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  euro: '€',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  lstrok: 'ł',
  Lstrok: 'Ł',
  thorn: 'þ',
  eth: 'ð',
  Tab: '\t',
  NewLine: '\n',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200c',
  zwj: '\u200d',
};

/** `&eacute;` and its like: a letter and the mark upon it. */
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  ogon: '\u0328',
  dblac: '\u030b',
  breve: '\u0306',
  macr: '\u0304',
  dot: '\u0307',
};

const REFERENCE = /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z]{2,16}));?/g;
const MARKED =
  /^([a-zA-Z])(acute|grave|circ|uml|tilde|ring|cedil|caron|ogon|dblac|breve|macr|dot)$/;
const LAST_CODE_POINT = 0x10ffff;

export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(REFERENCE, decoded) : text;

export const encodeEntities = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function decoded(whole: string, hex?: string, decimal?: string, name?: string): string {
  const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
  if (code !== undefined) return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
  const known = NAMED[name ?? ''];
  if (known !== undefined) return known;
  const [, letter, mark] = MARKED.exec(name ?? '') ?? [];
  return letter && mark ? `${letter}${MARKS[mark] ?? ''}`.normalize('NFC') : whole;
}
