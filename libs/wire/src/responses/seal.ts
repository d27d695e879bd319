import type { Opaque } from '../reply.js';
import type { Protocol } from '../protocol.js';
import { isSealed } from '../texts/place.js';

/**
 * What another maker signed or hid, in the place that this format has for sealed bytes: the maker's value
 * unchanged behind a word that says whose it is. On the way back it goes to that maker or nowhere.
 */
const PREFIX = 'gw1_';
const SIGNED = 'messages'; // The only maker who demands its signatures back.
const HIDDEN = 'redacted';

/** `encrypted_content` for thinking under a signature; undefined where nobody wants it back. */
export function sealSignature({ origin, value }: Opaque): string | undefined {
  if (origin === 'responses') return value;
  return origin === SIGNED && isSealed(value) ? `${PREFIX}${SIGNED}_${value}` : undefined;
}

/** The same for thinking that its maker does not show. @param data of a `redacted_thinking` */
export const sealHidden = (data: string): string | undefined =>
  isSealed(data) ? `${PREFIX}${HIDDEN}_${data}` : undefined;

export type Unsealed =
  | { readonly kind: 'signature'; readonly value: Opaque }
  | { readonly kind: 'hidden'; readonly value: Opaque };

const SEAL = new RegExp(`^${PREFIX}(${SIGNED}|${HIDDEN})_(.+)$`, 's');

/** Undefined for what is not sealed here: bytes of a provider of this format, or of nobody. */
export function unseal(text: string): Unsealed | undefined {
  const [, word, value = ''] = SEAL.exec(text) ?? [];
  if (word === undefined || !isSealed(text) || !isSealed(value)) return undefined;
  const origin: Protocol = SIGNED;
  if (word === SIGNED) return { kind: 'signature', value: { origin, value } };
  const block = JSON.stringify({ type: 'redacted_thinking', data: value });
  return { kind: 'hidden', value: { origin, value: block } };
}

/** Is it a seal of the gateway, whole or not? No provider of this format can open it. */
export const isOwnSeal = (text: string): boolean => text.startsWith(PREFIX);
