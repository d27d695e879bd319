import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Entropy } from '#kernel';
import { PIECE_BYTES } from '../limits.js';
import { inPiecesOf, type Piece } from './in-pieces.js';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';

/** How long it is once it is sealed. */
export const sealedLength = (bytes: number): number =>
  SALT_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / PIECE_BYTES));

/**
 * AES-256-GCM piece by piece, under a key of its own for each writing, so that no nonce comes twice: the
 * number of the piece, and whether it is the last. So none can be left out, put elsewhere or cut off.
 * @param place what it belongs to: it opens nowhere else
 */
export async function* sealPieces(
  {
    key,
    place,
    entropy,
  }: { readonly key: Buffer; readonly place: string; readonly entropy: Entropy },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const salt = entropy.bytes(SALT_BYTES);
  yield salt;
  const own = keyOf(key, salt, place);
  let number = 0;
  for await (const piece of inPiecesOf(PIECE_BYTES, source)) yield seal(own, number++, piece);
}

/** @throws where it was changed, cut off, or belongs elsewhere; pieces before were whole */
export async function* openPieces(
  { key, place }: { readonly key: Buffer; readonly place: string },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let own: Buffer | undefined;
  let number = 0;
  const sealed = withHead(source, SALT_BYTES, (salt) => (own = keyOf(key, salt, place)));
  for await (const piece of inPiecesOf(PIECE_BYTES + TAG_BYTES, sealed)) {
    if (!own) throw new Error('what is sealed was cut off');
    yield open(own, number++, piece);
  }
}

/** A short text, at once. */
export const sealText = (key: Buffer, place: string, text: string, entropy: Entropy): Buffer => {
  const salt = entropy.bytes(SALT_BYTES);
  const piece = { bytes: Buffer.from(text), isLast: true };
  return Buffer.concat([salt, seal(keyOf(key, salt, place), 0, piece)]);
};

export const openText = (key: Buffer, place: string, sealed: Buffer): string => {
  const own = keyOf(key, sealed.subarray(0, SALT_BYTES), place);
  return open(own, 0, { bytes: sealed.subarray(SALT_BYTES), isLast: true }).toString('utf8');
};

const keyOf = (key: Buffer, salt: Uint8Array, place: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, place, KEY_BYTES));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(number, NONCE_BYTES - 4);
  return nonce;
}

function seal(key: Buffer, number: number, { bytes, isLast }: Piece): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, number: number, { bytes, isLast }: Piece): Buffer {
  const end = Math.max(0, bytes.length - TAG_BYTES);
  const options = { authTagLength: TAG_BYTES }; // A shorter one would be guessed sooner.
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), options);
  decipher.setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
}

/** Gives the first bytes away, and the others on. */
async function* withHead(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
  take: (head: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < size) continue;
    take(head.subarray(0, size));
    yield head.subarray(size);
    head = undefined;
  }
}
