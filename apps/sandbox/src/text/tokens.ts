/**
 * The sandbox's tokenizer: a token is four UTF-16 units of text, the last one may be shorter. It is
 * exact, costs nothing to count, and cuts every longer placeholder when an answer is streamed.
 */
const TOKEN_CHARS = 4;

export const countTokens = (text: string): number => Math.ceil(text.length / TOKEN_CHARS);

/** The text's tokens in order. A cut within a surrogate pair moves before it; the count stays. */
export function* tokensOf(text: string): Generator<string> {
  let start = 0;
  for (let at = TOKEN_CHARS; start < text.length; at += TOKEN_CHARS) {
    const end = borderAt(text, at);
    yield text.slice(start, end);
    start = end;
  }
}

/** The first `count` tokens. */
export const firstTokens = (text: string, count: number): string =>
  text.slice(0, borderAt(text, count * TOKEN_CHARS));

/** A text of exactly `count` tokens. */
export const textOfTokens = (count: number): string =>
  'This is a long sandbox answer. '.repeat(Math.ceil(count / 7)).slice(0, count * TOKEN_CHARS);

function borderAt(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const isWithinPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return isWithinPair ? at - 1 : at;
}
