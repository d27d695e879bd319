import { member, stringOf, type JsonNode } from '#kernel';
import type { Opaque } from '../reply.js';

/**
 * What the maker of Gemini signs a call with, where its own surface of this format has it:
 * `extra_content.google.thought_signature` beside the call.
 */
export const extraContent = (value: string): object => ({
  extra_content: { google: { thought_signature: value } },
});

/** Undefined for a signature of any other maker: it means nothing to clients of this format. */
export const signatureFor = ({ origin, value }: Opaque): string | undefined =>
  origin === 'gemini' && BASE64.test(value) ? value : undefined;

/** What a client brings back. A value that was altered would be refused, so it is left out. */
export function readSignature(call: JsonNode): Opaque | undefined {
  const google = member(member(call, 'extra_content'), 'google');
  const value = stringOf(member(google, 'thought_signature'));
  return value !== undefined && BASE64.test(value) ? { origin: 'gemini', value } : undefined;
}

const BASE64 = /^[\w+/-]+={0,2}$/;
