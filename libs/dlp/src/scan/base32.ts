const BITS = 5;
/** Letters of a group, which are five bytes. */
export const BASE32_GROUP = 8;

/** Of one case throughout, as it is written. */
export const BASE32 = /^(?:[A-Z2-7]*|[a-z2-7]*)$/;

/** @param letters of the alphabet of RFC 4648 alone, without what fills the last group */
export function bytesOfBase32(letters: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((letters.length * BITS) / 8));
  let bits = 0;
  let value = 0;
  let length = 0;
  for (let at = 0; at < letters.length; at++) {
    value = ((value << BITS) | valueOf(letters.charCodeAt(at))) & 0xfff;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (value >>> bits) & 0xff;
  }
  return bytes;
}

const DIGITS_FROM = 26 - 0x32; // The digits follow the letters, from 2 on.

const valueOf = (code: number): number => (code < 0x41 ? code + DIGITS_FROM : (code & 0x1f) - 1);
