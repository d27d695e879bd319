const STRING = 7;
/** Bytes of each type's value, by the type's number; bytes and strings tell their own length. */
const SIZES: readonly (number | 'told')[] = [0, 0, 1, 2, 4, 8, 'told', 'told', 8, 16];

/**
 * The headers that hold a string: name and its length, type, value and, where need be, its length.
 * @returns undefined when the bytes are no headers
 */
export function readHeaders(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] as number);
    const type = bytes[nameEnd] ?? -1;
    const size = SIZES[type];
    const start = nameEnd + (size === 'told' ? 3 : 1);
    if (size === undefined || start > bytes.length) return undefined;
    const end = start + (size === 'told' ? bytes.readUInt16BE(start - 2) : size);
    if (end > bytes.length) return undefined;
    if (type === STRING) {
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, end));
    }
    at = end;
  }
  return headers;
}
