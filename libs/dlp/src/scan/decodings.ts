import { isAssignment } from './plain-equals.js';
import { unitsOf } from './unit-table.js';
import type { Decoding } from './view.js';

const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '', // A line that goes on.
};

/** The letters from U+00C0 on, as HTML names them. */
const LATIN_1 =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc ' +
  'Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute ' +
  'THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave ' +
  'iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [
    name,
    String.fromCharCode(0xc0 + index),
  ]),
  ...Object.entries({
    amp: '&',
    AMP: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    commat: '@',
    period: '.',
    comma: ',',
    colon: ':',
    plus: '+',
    num: '#',
    percnt: '%',
    sol: '/',
    bsol: '\\',
    lowbar: '_',
    UnderBar: '_',
    hyphen: '-',
    dash: '-',
    ndash: '-',
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    Tab: '\t',
    NewLine: '\n',
    shy: '\u00ad',
    ZeroWidthSpace: '\u200b',
    NoBreak: '\u2060',
    InvisibleTimes: '\u2062',
    InvisibleComma: '\u2063',
    NonBreakingSpace: ' ',
    zwj: '\u200d',
    zwnj: '\u200c',
  }),
]);

const CODE_POINT_MAX = 0x10ffff;

/** Escapes that escape others, as runs: one level undoes `%252540` as it does `%40`. */
const AGAIN = {
  backslash: String.raw`\\{1,30}`,
  percent: '%(?:25){0,8}',
  ampersand: '&(?:amp;|#38;|#x26;){0,8}',
};
const HEX = '[0-9a-fA-F]';
const UTF8_REST = (introducer: string, count: number): string =>
  `(?:${introducer}[89abAB]${HEX}){${count}}`;
/** One UTF-8 character as octets, each behind an introducer. */
const octets = (first: string, next: string, ascii: string): string =>
  `${first}(?:${ascii}|[cdCD]${HEX}${UTF8_REST(next, 1)}` +
  `|[eE]${HEX}${UTF8_REST(next, 2)}|[fF][0-7]${UTF8_REST(next, 3)})`;

interface Grammar {
  readonly pattern: string;
  readonly decode: (escape: string) => string;
}

const codePoint = (digits: RegExp, radix: number) => (escape: string) =>
  characterOf(Number.parseInt(digits.exec(escape)?.[1] ?? '', radix), escape);

/**
 * What common parsers undo. Texts do not say which of them they mean, so all are undone: what is read
 * wrongly is only looked at. The first that fits is taken.
 */
const GRAMMARS: readonly Grammar[] = [
  // More zeros in front of a number than are read below: a run of them goes with each level.
  {
    pattern: String.raw`(?:${AGAIN.ampersand}#[xX]?|${AGAIN.backslash}[ux]\{)0{17,30}`,
    decode: (escape) => escape.replace(/0+$/, ''),
  },
  // JSON, JavaScript, C, Python, Perl: \u0040 \u{40} \U00000040 \x40 \x{40}
  {
    pattern: String.raw`${AGAIN.backslash}(?:u${HEX}{4}|U${HEX}{8}|x${HEX}{2}|[ux]\{0{0,16}${HEX}{1,6}\})`,
    decode: codePoint(/[uUx]\{?([0-9a-fA-F]+)/, 16),
  },
  // Style sheets: \40 and the blank that ends it
  { pattern: String.raw`\\0{0,4}[2-7]${HEX} `, decode: codePoint(/([0-9a-fA-F]+)/, 16) },
  // C, shells: \100
  { pattern: String.raw`\\[0-3][0-7]{2}`, decode: codePoint(/([0-7]+)/, 8) },
  // JSON and programs once more, and Markdown, where any punctuation may be escaped.
  { pattern: String.raw`\\[bfnrt!-/:-@[-\x60{-~]`, decode: decodeBackslash },
  // Programs and shells: a line that goes on
  { pattern: String.raw`\\\r?\n`, decode: () => '' },
  // Addresses and forms, `escape` of JavaScript: %40 %u0040
  {
    pattern: octets(AGAIN.percent, AGAIN.percent, `[0-7]${HEX}`),
    decode: (escape) => decodeOctets(escape.replace(/%(?:25)+(?=[0-9a-f]{2})/gi, '%')),
  },
  { pattern: `${AGAIN.percent}[uU]${HEX}{4}`, decode: codePoint(/u(.{4})/i, 16) },
  // HTML and XML: &#64; &#x40; &commat;, and without the semicolon, as browsers read it
  { pattern: `${AGAIN.ampersand}#0{0,16}[0-9]{1,7};?`, decode: codePoint(/(\d+);?$/, 10) },
  {
    pattern: `${AGAIN.ampersand}#[xX]0{0,16}${HEX}{1,6};?`,
    decode: codePoint(/x([0-9a-f]+);?$/i, 16),
  },
  { pattern: '&[a-zA-Z]{2,20};', decode: (escape) => NAMED.get(escape.slice(1, -1)) ?? escape },
  // Headers of mail: =?UTF-8?B?amFuZQ==?=; longer ones are told as what is encoded
  {
    pattern: String.raw`=\?[\w-]{2,20}\?[bB]\?[A-Za-z0-9+/]{4,48}={0,2}\?=`,
    decode: (escape) => Buffer.from(escape.split('?')[3] ?? '', 'base64').toString('utf8'),
  },
  // Mail (quoted-printable): =40, signs and other scripts only, and lines that go on
  {
    pattern: octets('=', '=', `(?:2${HEX}|3[a-fA-F]|40|5[b-fB-F]|60|7[b-eB-E])`),
    decode: (escape) => decodeOctets(escape.replaceAll('=', '%')),
  },
  { pattern: String.raw`=\r?\n`, decode: () => '' },
  // Mail of old (UTF-7): +AEA-, Latin letters and signs only, of which each has a beginning of its own
  { pattern: String.raw`\+A[A-Za-f][A-Za-z0-9+/]{1,70}-?`, decode: decodeUtf7 },
];

const GRAMMAR_OF = GRAMMARS.map(({ pattern }) => new RegExp(`^(?:${pattern})$`));

export const ESCAPES: Decoding = {
  pattern: new RegExp(GRAMMARS.map(({ pattern }) => pattern).join('|'), 'y'),
  begins: unitsOf(/[\\%&=+]/),
  mayJoin: (text, from, to) => !isAssignment(text, from) && !isWordEnd(text, from, to),

  decode(escape) {
    if (escape.length === 2 && escape.startsWith('\\')) return decodeBackslash(escape); // Nearly all.
    const index = GRAMMAR_OF.findIndex((pattern) => pattern.test(escape));
    return GRAMMARS[index]?.decode(escape) ?? escape;
  },
};

/** A line that goes on behind a blank, as commands and tables are written, goes on with another word. */
const isWordEnd = (text: string, from: number, to: number): boolean =>
  /^\\\r?\n$/.test(text.slice(from, to)) &&
  (/^\s?$/.test(text.charAt(from - 1)) || /^\s?$/.test(text.charAt(to)));

/** Pairs of bytes in base64; other characters than those of words and addresses are no escape. */
function decodeUtf7(escape: string): string {
  const bytes = Buffer.from(escape.slice(1).replace(/-$/, ''), 'base64');
  if (bytes.length < 2) return escape;
  const text = bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
  return /^[\t\n\r -~\u00a0-\u017f]+$/.test(text) ? text : escape;
}

function decodeBackslash(escape: string): string {
  const kind = escape.charAt(1);
  return CONTROLS[kind] ?? kind;
}

function decodeOctets(percentEncoded: string): string {
  try {
    return decodeURIComponent(percentEncoded);
  } catch {
    return percentEncoded; // An overlong or otherwise impossible sequence.
  }
}

const characterOf = (code: number, otherwise: string): string =>
  code <= CODE_POINT_MAX ? String.fromCodePoint(code) : otherwise;

export const mayHoldJoints = (text: string): boolean => /\p{L}[+/]\p{L}/u.test(text);

/** Words that a form or a list joined: looked at for terms, since paths are written so, too. */
export const JOINTS: Decoding = {
  pattern: /\p{L}[+/](?=\p{L})/gu,
  decode: (joint) => `${joint.slice(0, -1)} `,
};

/** A card has 19 digits at most, and nobody names a longer number as a term. */
const PLAIN_DIGITS_MAX = 40;

/** Numbers as programs write large ones, `4.111e15`, digit by digit. */
export const EXPONENTS: Decoding = {
  pattern: /(?<![\w.])\d{1,40}(?:\.\d{1,30})?[eE][+-]?\d{1,3}(?!\w|\.\d)/g,
  decode(number) {
    const [mantissa = '', exponent = ''] = number.split(/e/i);
    const [whole = '', fraction = ''] = mantissa.split('.');
    const point = whole.length + Number(exponent);
    if (point <= 0 || point > PLAIN_DIGITS_MAX) return number;
    const digits = (whole + fraction).padEnd(point, '0');
    const decimals = digits.slice(point).replace(/0+$/, '');
    const plain = digits.slice(0, point).replace(/^0+(?=\d)/, '');
    return decimals === '' ? plain : `${plain}.${decimals}`;
  },
};

/** Letters that Unicode calls no variants of others; all of one unit. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ';
const THEIR_LETTERS = 'abcdefghijklmnopqrstuvwyz';
/** The first of each alphabet in white on black, in circles and in squares. */
const ON_BLACK = [0x1f150, 0x1f170] as const;

/** Characters beyond the table of `fold.ts`, which is made of single units. */
const LOOKALIKE = String.raw`[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e1-\u02e3\u1d00-\u1d6a\u1d78-\u1dbf${SMALL_CAPITALS}\u2070-\u209c\u2100-\u214f\u2460-\u24ff\u2776-\u2793\ufb00-\ufb06\ufe19-\ufe6f\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\u{1fbf0}-\u{1fbf9}\u{e0000}-\u{e0fff}]|(?![0-9])\p{Nd}`;

/** Full-width forms, and what cannot be seen: matchers that read unit by unit fold them, words and patterns do not. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}{1,8}`;
const FULL_WIDTH = String.raw`[\uff01-\uff5e\u3000]`;
/** Within a word; those of a sentence have a blank behind them. */
const DASH = String.raw`[\u2010-\u2015\u2043\u2212](?=[\p{L}\p{N}])`;
const SPELLED = `${LOOKALIKE}|${FULL_WIDTH}|${UNSEEN}|${DASH}`;

/**
 * Mathematical, circled and small letters and digits, digits of all scripts, full-width forms, and what cannot
 * be seen.
 */
export const COMPATIBLE: Decoding = {
  pattern: new RegExp(SPELLED, 'uy'),
  begins: unitsOf(new RegExp(`${SPELLED}|[\\u2010-\\u2015\\u2043\\u2212\\ud800-\\udbff]`, 'u')),
  // Matchers fold dashes themselves; what an organisation wrote is looked for in the whole of the view.
  mayJoin: (text, from, to) =>
    !DASHES.test(text.charAt(from)) &&
    (!OF_OTHER_SCRIPTS.test(text.slice(from, to)) ||
      isOfValue(text.charCodeAt(from - 1)) ||
      isOfValue(text.charCodeAt(to))),
  decode(character) {
    if (DASHES.test(character)) return '-';
    if (/^\p{Default_Ignorable_Code_Point}+$/u.test(character)) return '';
    const code = character.codePointAt(0) ?? 0;
    const circled = circledNumber(code);
    if (circled !== undefined) return circled;
    const letter = letterOf(character, code);
    if (letter !== undefined) return letter;
    const plain = character.normalize('NFKC');
    const inBrackets = /^\(?(\d+|[A-Za-z])[).,]?$/.exec(plain)?.[1]; // ⑴ ⒈ 🄁 ⒜
    if (inBrackets !== undefined) return inBrackets;
    if (/^[\u0020-\u007e]+$/.test(plain)) return plain;
    return /^\p{Nd}$/u.test(character) ? digitOf(code) : plain;
  },
};

const DASHES = /^[\u2010-\u2015\u2043\u2212]$/;

/** Chinese and Japanese punctuation, joiners of Persian, of Indian scripts and of pictures. */
const OF_OTHER_SCRIPTS =
  /^(?:[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e\u3000]|\p{Default_Ignorable_Code_Point}+)$/u;
const SCRIPTS_END = 0x530;

/** What values are written with: Latin, Greek and Cyrillic letters, digits and signs, of full width as well. */
const isOfValue = (unit: number): boolean =>
  (unit > 0x20 && unit < SCRIPTS_END) || (unit >= 0xff01 && unit <= 0xff5e);

/** Circled numbers that Unicode calls no variants of digits: first character, and what it stands for. */
const CIRCLED: readonly (readonly [first: number, last: number, number: number])[] = [
  [0x24eb, 0x24f4, 11], // ⓫
  [0x24f5, 0x24fe, 1], // ⓵
  [0x24ff, 0x24ff, 0], // ⓿
  [0x2776, 0x277f, 1], // ❶
  [0x2780, 0x2789, 1], // ➀
  [0x278a, 0x2793, 1], // ➊
  [0x1f10b, 0x1f10b, 0], // 🄋
  [0x1f10c, 0x1f10c, 0], // 🄌
];

function circledNumber(code: number): string | undefined {
  const row = CIRCLED.find(([first, last]) => code >= first && code <= last);
  return row && String(row[2] + code - row[0]);
}

function letterOf(character: string, code: number): string | undefined {
  const capital = SMALL_CAPITALS.indexOf(character);
  if (capital >= 0) return THEIR_LETTERS.charAt(capital);
  const first = ON_BLACK.find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCharCode(0x61 + code - first);
}

/** Full-width punctuation behind a backslash, which escapes it as it would any other. */
const ESCAPED_SIGN = String.raw`[\\\uff3c\ufe68]\p{Default_Ignorable_Code_Point}{0,8}[\uff01-\uff0f\uff1a-\uff20\uff3b\uff3d-\uff40\uff5b-\uff5e]`;

/** Full-width characters that escapes are written with, and what cannot be seen. */
const IN_ESCAPES = String.raw`${ESCAPED_SIGN}|[\uff03\uff05\uff06\uff10-\uff19\uff1b\uff1d\uff21-\uff3a\uff3c\uff41-\uff5b\uff5d]|\p{Default_Ignorable_Code_Point}|${LOOKALIKE}`;

/** What an escape may be disguised with: undone first, since it is what a reader sees. */
export const DISGUISE: Decoding = {
  pattern: new RegExp(IN_ESCAPES, 'uy'),
  begins: unitsOf(new RegExp(`${IN_ESCAPES}|[\\\\\uff3c\ufe68\\ud800-\\udbff]`, 'u')),
  decode(disguised) {
    const sign = disguised.at(-1) ?? '';
    return /^[\\\uff3c\ufe68]./u.test(disguised)
      ? `\\${sign.normalize('NFKC')}`
      : COMPATIBLE.decode(disguised);
  },
};

/** What begins an escape, as nobody writes it. */
const INTRODUCERS = String.raw`[\uff05\uff06\uff3c\uff1d\ufe60\ufe66\ufe68\ufe6a]`;
const DISGUISED = new RegExp(
  String.raw`${INTRODUCERS}|${ESCAPED_SIGN}|[\\%&=][^\s\\%&=]{0,24}?(?:${IN_ESCAPES})`,
  'u',
);
const IS_INTRODUCER = new RegExp(INTRODUCERS);

/** Beside `\\`, `%`, `&` and `=`. */
export const beginsDisguisedEscape = (char: string): boolean => IS_INTRODUCER.test(char);

/** An introducer, or what follows it, in characters that only look like those of an escape. */
export const mayHoldDisguisedEscapes = (text: string): boolean => DISGUISED.test(text);

/** Digits of a script stand in a row that begins at a multiple of sixteen, or six behind one. */
function digitOf(code: number): string {
  const low = code & 0xf;
  return String(low <= 9 ? low : low - 6);
}
