const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const SENTINEL = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** A text as a header says it: as it is, or as base64 where it would not survive. */
export const writeHeaderValue = (text: string): string =>
  PLAIN.test(text) && !text.startsWith('=?')
    ? text
    : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;

/** Undefined where the base64 is none, or not of a text. */
export function readHeaderValue(value: string): string | undefined {
  if (!value.startsWith('=?')) return value;
  const [, base64] = SENTINEL.exec(value) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}
