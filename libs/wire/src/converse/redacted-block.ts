import { member, parseJson, stringOf } from '#kernel';
import type { Opaque } from '../reply.js';

/**
 * Thoughts that Claude hides: bytes here, and in its own format their text. Undefined for everything
 * else that only one format knows.
 */
export function redactedBlock({
  origin,
  value,
}: Opaque): Readonly<Record<string, unknown>> | undefined {
  if (origin !== 'messages') return undefined;
  const { root } = parseJson(value);
  const data = stringOf(member(root, 'data'));
  if (stringOf(member(root, 'type')) !== 'redacted_thinking' || data === undefined) {
    return undefined;
  }
  return { reasoningContent: { redactedContent: Buffer.from(data, 'latin1').toString('base64') } };
}
