/** Of ASCII, as an escape of JSON: what parsers read as the character itself. */
const ESCAPED_ASCII = /\\u00[0-7]/i;

/**
 * Whether a JSON text may hold these characters in a name or a value. A quick no: escapes spell any name
 * otherwise, and whoever parses the text undoes them.
 */
export const mayMention = (text: string, ...words: readonly string[]): boolean =>
  words.some((word) => text.includes(word)) || ESCAPED_ASCII.test(text);
