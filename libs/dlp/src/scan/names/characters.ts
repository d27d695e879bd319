/** What a UTF-16 unit is to the reader of names. Classes below `SPACE` make words, the others part them. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
/** Accents that stand apart, soft hyphens, joiners: within a word, and no letter of it. */
export const MARK = 3;
/** `_`: it makes an identifier of a word. */
export const UNDERSCORE = 4;
export const SPACE = 5;
export const NEWLINE = 6;
export const PERIOD = 7;
export const COMMA = 8;
export const APOSTROPHE = 9;
export const HYPHEN = 10;
export const SENTENCE_END = 11;
export const COLON = 12;
export const OPENING = 13;
export const CLOSING = 14;
/** What prose holds seldom and code often. */
export const CODE_SIGN = 15;
export const OTHER = 16;

/** Scripts of the European languages end here; what follows is read as a sign between words. */
const LETTERS_END = 0x2000;

const SIGNS: readonly (readonly [klass: number, signs: string])[] = [
  [
    SPACE,
    ' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000',
  ],
  [NEWLINE, '\n\r\u000b\u000c\u0085\u2028\u2029'],
  [PERIOD, '.'],
  [COMMA, ','],
  [APOSTROPHE, "'\u2019\u02bc`\u00b4"],
  [HYPHEN, '-\u2010\u2011'],
  [SENTENCE_END, '!?\u2026;\u037e'],
  [COLON, ':'],
  [OPENING, '([{\u201e\u201c\u00ab\u00bf\u00a1\u2018\u201a'],
  [CLOSING, ')]}\u201d\u00bb"'],
  [CODE_SIGN, '/\\@=<>#$^~|*+&%'],
  [MARK, '\u00ad\u200b\u200c\u200d\u2060\ufeff'],
  [UNDERSCORE, '_'],
];

/** Letters by their class, signs by their use: `Nº`, `1ª`. */
const ORDINALS: ReadonlySet<string> = new Set(['\u00aa', '\u00ba']);

/** Letters that Unicode does not take apart. */
const BASES: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ß: 's',
  ħ: 'h',
  ı: 'i',
  æ: 'a',
  œ: 'o',
  þ: 't',
  ŋ: 'n',
  ς: 'σ',
};

/** The class of each unit. */
export const CLASS = new Uint8Array(0x10000).fill(OTHER);

/** Each letter as it is hashed: small and without accents, so that `MÜLLER` and `Muller` are one word. */
export const FOLD = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);

for (let unit = 0; unit < LETTERS_END; unit++) {
  const sign = String.fromCharCode(unit);
  if (/\p{Nd}/u.test(sign)) CLASS[unit] = DIGIT;
  else if (/\p{M}/u.test(sign)) CLASS[unit] = MARK;
  else if (/\p{L}/u.test(sign) && !ORDINALS.has(sign)) {
    const lower = sign.toLowerCase();
    CLASS[unit] = lower === sign ? LOWER : UPPER;
    const base = lower.normalize('NFD').charAt(0);
    FOLD[unit] = (BASES[base] ?? base).charCodeAt(0);
  }
}
for (const [klass, signs] of SIGNS) {
  for (const sign of signs) CLASS[sign.charCodeAt(0)] = klass;
}
