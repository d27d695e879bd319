import { member, stringOf, type JsonNode } from '#kernel';
import type { CallerProtocol } from './protocol.js';

const CHARS_MAX = 4_096; // Providers take 64 to 512. A longer one names nobody, and costs time to hash.

/**
 * The caller's own id of the person it asks for: `safety_identifier` or the older `user`, in the messages
 * format `metadata.user_id`. Gemini's format has no place for one.
 */
export function readEndUser(root: JsonNode | undefined, protocol: CallerProtocol): string | null {
  const id =
    protocol === 'messages'
      ? stringOf(member(member(root, 'metadata'), 'user_id'))
      : (stringOf(member(root, 'safety_identifier')) ?? stringOf(member(root, 'user')));
  return boundedEndUser(id);
}

/** The same of a field of a form. */
export const boundedEndUser = (id: string | undefined): string | null =>
  id === undefined || id === '' || id.length > CHARS_MAX ? null : id;
