import type { Opaque } from './reply.js';
import { isSealed } from './texts/place.js';

/**
 * What the maker of Gemini signs a call with, and wants back with it. Formats that keep what is signed with
 * what was thought have no place for it beside a call, so a thought without words stands before the call: the
 * maker's value, unchanged, behind a word that says whose it is. On the way back it goes to that maker or
 * nowhere.
 */
const PREFIX = 'gw1_gemini_';

/** Undefined for a signature of any other maker. */
export const sealCall = ({ origin, value }: Opaque): string | undefined =>
  origin === 'gemini' && isSealed(value) ? PREFIX + value : undefined;

/** Undefined for what is not sealed here, or was altered. */
export function unsealCall(signature: string): Opaque | undefined {
  const value = signature.slice(PREFIX.length);
  return isCallSeal(signature) && isSealed(value) ? { origin: 'gemini', value } : undefined;
}

/** Is it a seal of the gateway, whole or not? The maker of Claude refuses it. */
export const isCallSeal = (signature: string): boolean => signature.startsWith(PREFIX);
