import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { HmacSha256, type Entropy } from '#kernel';

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each writing has a key of its own, so no nonce comes twice under one. */
const NONCE = Buffer.alloc(12);

/**
 * AES-256-GCM: salt, tag, and the bytes. The key is derived for each writing from that of the organisation.
 * @param place what they belong to, which is authenticated with them: they open nowhere else
 */
export function sealBytes(key: Buffer, place: string, bytes: Uint8Array, entropy: Entropy): Buffer {
  const salt = entropy.bytes(SALT_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key, salt), NONCE);
  cipher.setAAD(Buffer.from(place));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([salt, cipher.getAuthTag(), ...sealed]);
}

/** As `sealBytes`, of a text in UTF-8. */
export const sealText = (key: Buffer, place: string, text: string, entropy: Entropy): Buffer =>
  sealBytes(key, place, Buffer.from(text), entropy);

/** @throws as `openBytes` */
export const openText = (key: Buffer, place: string, sealed: Buffer): string =>
  openBytes(key, place, sealed).toString('utf8');

/** @throws where they were changed or cut off, belong elsewhere, or were sealed by another key */
export function openBytes(key: Buffer, place: string, sealed: Buffer): Buffer {
  const salt = sealed.subarray(0, SALT_BYTES);
  const head = SALT_BYTES + TAG_BYTES;
  const options = { authTagLength: TAG_BYTES }; // A shorter one would be guessed sooner.
  const decipher = createDecipheriv(CIPHER, keyOf(key, salt), NONCE, options);
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(SALT_BYTES, head));
  return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]);
}

/**
 * As HKDF expands a key that is random already: the data key makes nothing else. As a `KeyObject`: Node takes 19 µs to find out
 * that a buffer is none, and 7 with it.
 */
const keyOf = (key: Buffer, salt: Buffer): KeyObject =>
  createSecretKey(new HmacSha256(key).digest(salt));
