import { childTowards, member, stringOf, type JsonNode } from '#kernel';
import type { Place } from '#wire';

const ROLES: ReadonlySet<string> = new Set([
  'assistant',
  'developer',
  'function',
  'model',
  'system',
  'tool',
  'user',
]);

/**
 * What sort of place a node stands in, as `messages.user`, `tools` or `metadata`. In words of the format
 * alone: a key that the format does not know may be data itself, and is `other`.
 */
export function placeIn(root: JsonNode, target: JsonNode, format: Place): string {
  if (root.kind !== 'object') return 'other';
  const index = childTowards(root, target);
  const key = root.keys[index] ?? '';
  if (!format.members?.has(key)) return 'other';
  const list = root.values[index];
  if (list?.kind !== 'array') return key;
  const role = stringOf(member(list.items[childTowards(list, target)], 'role'));
  return role !== undefined && ROLES.has(role) ? `${key}.${role}` : key;
}
