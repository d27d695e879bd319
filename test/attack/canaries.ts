import { BASE64 } from './maximal-chat.js';

/** Values that must not leave, every way to write them that a reader undoes, and who looks for them. */

export const MAIL = 'canary.bird@example.com';
export const IBAN = 'DE89 3704 0044 0532 0130 00';
export const CARD = '4111 1111 1111 1111';
/** What a caller names in `gw.remove`. */
export const TERM = 'Zyxland Kestrel';

type Write = (code: number) => string;
type Encode = (canary: string) => string;
type Encodings = Readonly<Record<string, Encode>>;

const units = (text: string, write: Write) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const octets = (text: string, write: Write) => [...Buffer.from(text)].map(write).join('');
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
/** Letters, digits and what stands beyond them are left as they are. */
const signs = (text: string, write: Write) =>
  text.replaceAll(/[!-/:-@[-`{-~ ]/g, (sign) => write(sign.charCodeAt(0)));
const escaped = (text: string) =>
  text.replaceAll(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

/** Each undoes itself once, so that any two of them are written within one another. */
export const WRITINGS: Encodings = {
  plain: (canary) => canary,
  compact: (canary) => canary.replaceAll(/(?<=\d) (?=\d)/g, ''),
  'json in a string': (canary) => JSON.stringify({ a: canary, b: [canary] }),
  'unicode escapes': escaped,
  'unicode escapes in braces': (canary) => units(canary, (code) => `\\u{${hex(code, 9)}}`),
  'hexadecimal escapes': (canary) => units(canary, (code) => `\\x{${hex(code, 2)}}`),
  octal: (canary) => signs(canary, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  markdown: (canary) => canary.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
  percent: (canary) => octets(canary, (code) => `%${hex(code, 2)}`),
  'percent, what must be': (canary) => `?q=${encodeURIComponent(canary)}&r=1`,
  'html decimal': (canary) => units(canary, (code) => `&#${code};`),
  'html hexadecimal': (canary) => units(canary, (code) => `&#x${hex(code, 20)};`),
  'html names': (canary) =>
    canary
      .replaceAll('&', '&amp;')
      .replaceAll('@', '&commat;')
      .replaceAll('.', '&period;')
      .replaceAll('\\', '&bsol;')
      .replaceAll('%', '&percnt;')
      .replaceAll(' ', '&nbsp;'),
  'quoted-printable': (canary) => signs(canary, (code) => `=${hex(code, 2).toUpperCase()}`),
  'quoted-printable lines': (canary) => canary.replaceAll(/.{5}/gu, '$&=\r\n'),
  'zero width': (canary) => [...canary].join('\u200b'),
  'full width': (canary) =>
    units(canary, (code) => {
      if (code === 0x20) return '\u3000';
      return String.fromCodePoint(code > 0x20 && code < 0x7f ? code + 0xfee0 : code);
    }),
  mathematical: (canary) =>
    units(canary, (code) => {
      if (code >= 0x30 && code <= 0x39) return String.fromCodePoint(0x1d7ce + code - 0x30);
      if (code >= 0x61 && code <= 0x7a) return String.fromCodePoint(0x1d41a + code - 0x61);
      return String.fromCodePoint(code);
    }),
};

const LATIN = 'aeopcxyijsABEKMHOPCTX';
const CYRILLIC = 'аеорсхуіјѕАВЕКМНОРСТХ';
const mixed = (canary: string) =>
  canary.replaceAll(/\w/g, (letter) => CYRILLIC.charAt(LATIN.indexOf(letter)) || letter);

export const ENCODINGS: Encodings = {
  ...WRITINGS,
  'json twice': (canary) => JSON.stringify({ a: JSON.stringify({ b: canary }) }),
  'unicode escapes twice': (canary) => escaped(canary).replaceAll('\\', '\\\\'),
  'one unicode escape': (canary) => canary.replace(/[@ ]|(?<=\d)1/, escaped),
  'percent twice': (canary) => encodeURIComponent(encodeURIComponent(canary)),
  'letters of another script': (canary) => mixed(canary),
  'a line that goes on': (canary) => canary.replaceAll(/(?<=\w{3})(?=\w{3})/g, '\\\n'),
  'format characters': (canary) => canary.replaceAll(/(?<=\w)(?=\w)/g, '\u2060'),
  'behind a data look-alike': (canary) => `data:image/png;base64,${canary}`,
};

/** How people part the groups of a number. */
export const NUMBERS: Encodings = {
  'double spaces': (canary) => canary.replaceAll(' ', '  '),
  dots: (canary) => canary.replaceAll(' ', '.'),
  'line breaks': (canary) => canary.replaceAll(' ', '\n'),
  'carriage returns': (canary) => canary.replace(' ', '\r\n'),
};

const GLUED: Encodings = { 'behind a file’s bytes': (canary: string) => BASE64 + canary };
/** An at sign in every escape that a common parser undoes, in disguise, and in escapes once more. */
const AT_SIGNS = [
  '\\u0040',
  '\\u{0000040}',
  '\\U00000040',
  '\\x40',
  '\\x{40}',
  '\\100',
  '\\@',
  '%40',
  '%u0040',
  '=40',
  '&#64;',
  '&#64',
  '&#0000000064;',
  '&#x00000040;',
  '&commat;',
].flatMap((at) => [
  at,
  at.replace(/^[\\%&]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  `${at.slice(0, 1)}\u200b${at.slice(1)}`,
  JSON.stringify(at).slice(1, -1),
  encodeURIComponent(at),
  at.replaceAll('&', '&amp;').replaceAll('%', '%2525252525'),
]);
const ESCAPED: Encodings = Object.fromEntries(
  AT_SIGNS.map((at) => [at, (canary: string) => canary.replace('@', () => at)]),
);

export const CANARIES: readonly { readonly value: string; readonly encodings: Encodings }[] = [
  { value: MAIL, encodings: ESCAPED },
  { value: MAIL, encodings: GLUED },
  ...[MAIL, IBAN, CARD, TERM].map((value) => ({ value, encodings: ENCODINGS })),
  ...[IBAN, CARD].map((value) => ({ value, encodings: NUMBERS })),
];

/** The core of a canary that no encoding leaves in one piece and nothing else holds. */
const CORES: Readonly<Record<string, string>> = {
  [MAIL]: 'canary',
  [IBAN]: '370400440532',
  [CARD]: '411111111111',
  [TERM]: 'zyxland',
};

export function isIn(sent: string, value: string): boolean {
  const core = CORES[value] ?? value;
  let read = sent;
  for (let depth = 0; depth < 7; depth++) {
    read = read
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/[а-ѵА-Я]/g, (letter) => LATIN.charAt(CYRILLIC.indexOf(letter)) || letter);
    if (
      read
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toLowerCase()
        .includes(core)
    )
      return true;
    read = undone(read);
  }
  return false;
}

const fromHex = (_: string, code: string) => String.fromCodePoint(Number.parseInt(code, 16));

/** Escapes undone once, by other means than the gateway's. */
const undone = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/\\u([0-9a-f]{4})/gi, fromHex)
    .replaceAll(/\\[ux]\{0*([0-9a-f]{1,6})\}/gi, fromHex)
    .replaceAll(/\\([0-3][0-7]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/=([2-7][0-9A-F])/g, fromHex)
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
    )
    .replaceAll(/&#x0*([0-9a-f]{1,6});/gi, fromHex)
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&commat;', '@')
    .replaceAll('&bsol;', '\\')
    .replaceAll('&percnt;', '%');
