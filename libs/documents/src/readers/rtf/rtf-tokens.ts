export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A word such as `par`, with its number if it has one; a sign such as `*` or `~`. */
  | { readonly kind: 'control'; readonly word: string; readonly number: number | undefined }
  /** One byte in the code page of its font. */
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'text'; readonly text: string };

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/giy;

/** @param rtf one character a byte */
export function* rtfTokens(rtf: string): Iterable<RtfToken> {
  TOKEN.lastIndex = 0;
  for (let at = 0; at < rtf.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(rtf);
    if (!match) return;
    const [, word, number, hex, sign, brace, text] = match;
    if (word !== undefined) {
      const value = number === undefined ? undefined : Number(number);
      // What follows is as many bytes, whatever they look like.
      if (word === 'bin') TOKEN.lastIndex += Math.max(0, value ?? 0);
      yield { kind: 'control', word, number: value };
    } else if (hex !== undefined) yield { kind: 'byte', byte: Number.parseInt(hex, 16) };
    else if (sign !== undefined) yield { kind: 'control', word: sign, number: undefined };
    else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' };
    else if (text !== undefined) yield { kind: 'text', text };
  }
}
