/** Of ASCII, as an escape of JSON: what parsers read as the character itself. */
const ESCAPED_ASCII = String.raw`\\u00[0-7]`;

/**
 * Whether a JSON text may hold these names or values. A quick no: escapes spell any name otherwise, and whoever
 * parses the text undoes them. One pattern is linear whatever the text is made of, where `includes` stops at each
 * byte that a word begins with.
 * @param names a regular expression's source
 */
export function mayMention(names: string): (text: string) => boolean {
  const pattern = new RegExp(`${names}|${ESCAPED_ASCII}`);
  return (text) => pattern.test(text);
}
