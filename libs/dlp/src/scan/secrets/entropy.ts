const ASCII = 128;
/** Used again by each call. */
const counts = new Uint16Array(ASCII + 1);

/**
 * Shannon entropy in bits per character, by how often each occurs: 0 for one character over and over, at most
 * 4 for hexadecimal and 6 for base64. Of 20 random characters of base64 it is about 4.
 */
export function entropyOf(text: string): number {
  counts.fill(0);
  for (let at = 0; at < text.length; at++) {
    const code = Math.min(text.charCodeAt(at), ASCII);
    counts[code] = (counts[code] as number) + 1;
  }
  let sum = 0;
  for (const count of counts) if (count > 0) sum += count * Math.log2(count);
  return text.length === 0 ? 0 : Math.log2(text.length) - sum / text.length;
}
