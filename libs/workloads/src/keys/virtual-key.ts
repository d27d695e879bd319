import { crc32 } from 'node:zlib';
import type { Entropy } from '#kernel';

/**
 * `gw_<env>_<id8>_<secret><crc>`: a public id of 8 base62 characters, 256 random bits as 43, and a
 * CRC-32 of all before it as 6. The fixed shape lets secret scanners find a leaked key, and a
 * mistyped one is told from a revoked one without asking the store.
 */
export interface VirtualKey {
  readonly env: 'live' | 'test';
  readonly id: string;
  /** The whole key, as the caller sends it. Shown once, never stored. */
  readonly text: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^gw_(live|test)_([0-9A-Za-z]{8})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;
const CHECK_CHARACTERS = 6;

export function generateVirtualKey(env: 'live' | 'test', entropy: Entropy): VirtualKey {
  const id = base62(entropy, 8);
  const body = `gw_${env}_${id}_${base62(entropy, 43)}`;
  return { env, id, text: body + checksum(body) };
}

/** Undefined when the text has not the shape or the checksum of a key. */
export function parseVirtualKey(text: string): VirtualKey | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const body = text.slice(0, -CHECK_CHARACTERS);
  if (checksum(body) !== match[3]) return undefined;
  return { env: match[1] as 'live' | 'test', id: match[2] as string, text };
}

/** Unbiased: bytes of 248 and above are thrown away, 248 being four times 62. */
function base62(entropy: Entropy, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of entropy.bytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECK_CHARACTERS; place++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
