import { createCipheriv, createDecipheriv } from 'node:crypto';
import { HmacSha256, type Entropy } from '#kernel';

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each writing has a key of its own, so no nonce comes twice under one. */
const NONCE = Buffer.alloc(12);

/**
 * AES-256-GCM: salt, tag, and the text. The key is derived for each writing from that of the organisation.
 * @param place what it belongs to, which is authenticated with it: it opens nowhere else
 */
export function sealText(key: Buffer, place: string, text: string, entropy: Entropy): Buffer {
  const salt = entropy.bytes(SALT_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key, salt), NONCE);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]);
}

/** @throws where it was changed or cut off, belongs elsewhere, or was sealed by another key */
export function openText(key: Buffer, place: string, sealed: Buffer): string {
  const salt = sealed.subarray(0, SALT_BYTES);
  const head = SALT_BYTES + TAG_BYTES;
  const options = { authTagLength: TAG_BYTES }; // A shorter one would be guessed sooner.
  const decipher = createDecipheriv(CIPHER, keyOf(key, salt), NONCE, options);
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(SALT_BYTES, head));
  return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]).toString('utf8');
}

/** As HKDF expands a key that is random already: the data key makes nothing else. */
const keyOf = (key: Buffer, salt: Buffer): Buffer => new HmacSha256(key).digest(salt);
