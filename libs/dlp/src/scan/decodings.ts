import type { Decoding } from './view.js';

/** A quick no for nearly every text. */
export const mayHoldEscapes = (text: string): boolean => /[\\%&]/.test(text);

const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
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
    zwj: '\u200d',
    zwnj: '\u200c',
  }),
]);

const CODE_POINT_MAX = 0x10ffff;

/**
 * JSON and program escapes, percent-encoding one UTF-8 character at a time, and HTML references. Texts
 * do not say which of them they mean, so all are undone: what is read wrongly is only looked at.
 */
export const ESCAPES: Decoding = {
  pattern:
    /\\(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[0-9a-f]{2}|["'\\/bfnrt])|%(?:[0-7][0-9a-f]|[cd][0-9a-f]%[89ab][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f]){2}|f[0-7](?:%[89ab][0-9a-f]){3})|&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi,

  decode(escape) {
    switch (escape.charAt(0)) {
      case '\\':
        return decodeBackslash(escape);
      case '%':
        return decodePercent(escape);
      default:
        return decodeReference(escape);
    }
  },
};

function decodeBackslash(escape: string): string {
  const kind = escape.charAt(1);
  const digits = /[0-9a-f]+/i.exec(escape.slice(2));
  if (digits) return characterOf(Number.parseInt(digits[0], 16), escape);
  return CONTROLS[kind] ?? kind;
}

function decodePercent(escape: string): string {
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape; // An overlong or otherwise impossible sequence.
  }
}

function decodeReference(escape: string): string {
  const name = escape.slice(1, -1);
  if (!name.startsWith('#')) return NAMED.get(name) ?? escape;
  const isHex = /^#x/i.test(name);
  return characterOf(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10), escape);
}

const characterOf = (code: number, otherwise: string): string =>
  code <= CODE_POINT_MAX ? String.fromCodePoint(code) : otherwise;

/** Characters beyond the table of `fold.ts`, which is made of single units. */
const LOOKALIKES =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u2070-\u209c\u2100-\u214f\u2460-\u24ff\u2776-\u2793\ufb00-\ufb06\ufe19-\ufe6f\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\u{1fbf0}-\u{1fbf9}\u{e0000}-\u{e0fff}]|(?![0-9])\p{Nd}/gu;

export const mayHoldLookalikes = (text: string): boolean =>
  /[\u00aa\u00b2\u00b3\u00b9\u00ba]|[^\u0000-\u02ff]/.test(text);

/** Mathematical, circled and small letters and digits, digits of all scripts, and invisible tags. */
export const COMPATIBLE: Decoding = {
  pattern: LOOKALIKES,
  decode(character) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0000 && code <= 0xe0fff) return '';
    const plain = character.normalize('NFKC');
    if (/^[\u0020-\u007e]+$/.test(plain)) return plain;
    return /^\p{Nd}$/u.test(character) ? digitOf(code) : plain;
  },
};

/** Digits of a script stand in a row that begins at a multiple of sixteen, or six behind one. */
function digitOf(code: number): string {
  const low = code & 0xf;
  return String(low <= 9 ? low : low - 6);
}
