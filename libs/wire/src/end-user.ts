import { member, stringOf, type JsonNode } from '#kernel';
import type { CallerProtocol } from './protocol.js';

const CHARS_MAX = 4_096; // Providers take 64 to 512. A longer one names nobody, and costs time to hash.

/**
 * The caller's own id of the person it asks for: `safety_identifier` or the older `user`, of which
 * the first that can be a name counts, in the messages format `metadata.user_id`. Gemini's format has no place for one.
 */
export function readEndUser(root: JsonNode | undefined, protocol: CallerProtocol): string | null {
  const idAt = (holder: JsonNode | undefined, name: string) =>
    boundedEndUser(stringOf(member(holder, name)));
  return protocol === 'messages'
    ? idAt(member(root, 'metadata'), 'user_id')
    : (idAt(root, 'safety_identifier') ?? idAt(root, 'user'));
}

/** The same of a field of a form. */
export const boundedEndUser = (id: string | undefined): string | null =>
  id === undefined || id === '' || id.length > CHARS_MAX ? null : id;
