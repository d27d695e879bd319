import type { Protocol } from '../protocol.js';
import type { Opaque } from '../reply.js';
import { isSealed, SEALED_CHARS_MAX, type Packed } from '../texts/place.js';

/**
 * What another maker signed or hid, in the place that this format has for sealed bytes: the maker's value
 * unchanged behind a word that says whose it is. On the way back it goes to that maker or nowhere. A thought
 * that its caller is not shown goes within its seal: its maker wants the words back with the signature.
 */
const PREFIX = 'gw1_';
const SIGNED = 'messages'; // The only maker who demands its signatures back.
const HIDDEN = 'redacted';
const THOUGHT = 'thought';

/** `encrypted_content` for thinking under a signature; undefined where nobody wants it back. */
export function sealSignature({ origin, value }: Opaque): string | undefined {
  if (origin === 'responses') return value;
  return origin === SIGNED && isSealed(value) ? `${PREFIX}${SIGNED}_${value}` : undefined;
}

/** The same for thinking that its maker does not show. @param data of a `redacted_thinking` */
export const sealHidden = (data: string): string | undefined =>
  isSealed(data) ? `${PREFIX}${HIDDEN}_${data}` : undefined;

/** The same for thinking that its caller is not shown: the length of its text, the text, the signature. */
export function sealThought(text: string, signature: Opaque | undefined): string | undefined {
  if (text === '' || signature?.origin === 'responses') {
    return signature && sealSignature(signature);
  }
  // Whose signature cannot go back, nobody else may read.
  if (signature && sealSignature(signature) === undefined) return undefined;
  if (text.length > SEALED_CHARS_MAX) return undefined;
  const bytes = Buffer.from(text);
  if (bytes.toString() !== text) return undefined; // Half a character: not what was signed.
  const packed = bytes.toString('base64url');
  const seal = `${PREFIX}${THOUGHT}_${packed.length}_${packed}${signature?.value ?? ''}`;
  return isSealed(seal) ? seal : undefined;
}

export type Unsealed =
  | { readonly kind: 'signature'; readonly value: Opaque }
  | { readonly kind: 'hidden'; readonly value: Opaque }
  | { readonly kind: 'thought'; readonly text: string; readonly signature: Opaque | undefined };

const SEAL = new RegExp(`^${PREFIX}(${SIGNED}|${HIDDEN})_(.+)$`, 's');

/** Undefined for what is not sealed here: bytes of a provider of this format, or of nobody. */
export function unseal(text: string): Unsealed | undefined {
  const packed = unpackThought(text);
  if (packed) {
    const { text: thought, bytes } = packed;
    const signature = bytes === '' ? undefined : { origin: MAKER, value: bytes };
    return { kind: 'thought', text: thought, signature };
  }
  const [, word, value = ''] = SEAL.exec(text) ?? [];
  if (word === undefined || !isSealed(text) || !isSealed(value)) return undefined;
  if (word === SIGNED) return { kind: 'signature', value: { origin: MAKER, value } };
  const block = JSON.stringify({ type: 'redacted_thinking', data: value });
  return { kind: 'hidden', value: { origin: MAKER, value: block } };
}

const MAKER: Protocol = SIGNED;
const PACKED = new RegExp(`^${PREFIX}${THOUGHT}_(\\d{1,6})_(.*)$`, 's');

/** The text of a thought within its seal, and the signature behind it; undefined for any other seal. */
export function unpackThought(seal: string): Packed | undefined {
  const [, length, all = ''] = PACKED.exec(seal) ?? [];
  if (length === undefined || !isSealed(seal)) return undefined;
  const packed = all.slice(0, Number(length));
  const bytes = all.slice(packed.length);
  const text = Buffer.from(packed, 'base64url').toString();
  const isWhole = text !== '' && Buffer.from(text).toString('base64url') === packed;
  return isWhole && (bytes === '' || isSealed(bytes)) ? { text, bytes } : undefined;
}

/** Is it a seal of the gateway, whole or not? No provider of this format can open it. */
export const isOwnSeal = (text: string): boolean => text.startsWith(PREFIX);
