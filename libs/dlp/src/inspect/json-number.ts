/** Texts that hold JSON: results of tools, arguments of calls. */
export const looksLikeJson = (text: string): boolean =>
  /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text.slice(-64));

const BEFORE_VALUE = /[:,[]\s*$/;
const BEHIND_VALUE = /^\s*[,}\]]/;
const AROUND_CHARS = 64; // As far as anyone indents.
const BACKSLASH = 0x5c;

/**
 * The quotes that a word needs which takes the place of a number in a JSON text, as they are written
 * at that depth; empty where it takes the place of anything else.
 */
export function quoteAround(text: string, start: number, end: number): string {
  if (!/^\d+$/.test(text.slice(start, end))) return '';
  if (!BEFORE_VALUE.test(text.slice(Math.max(0, start - AROUND_CHARS), start))) return '';
  if (!BEHIND_VALUE.test(text.slice(end, end + AROUND_CHARS))) return '';
  const quote = text.lastIndexOf('"', start);
  let from = quote;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from--;
  return quote < 0 ? '"' : text.slice(from, quote + 1);
}
