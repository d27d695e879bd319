import type { Alias, InspectedCall } from '#call';
import { member, sha256, stringOf, type JsonNode } from '#kernel';

/** About 1,024 tokens: providers cache no shorter prefix. */
const PREFIX_CHARS = 4_096;

/** Where the formats have what a conversation begins with, in the order in which models read it. */
const BEGINNINGS = [
  'tools',
  'system',
  'instructions',
  'systemInstruction',
  'messages',
  'input',
  'contents',
];

/**
 * What a provider's prompt cache knows a conversation by: its key, or else how it begins. Undefined for one
 * that is too short to be cached.
 */
export function conversationOf({ inspection }: InspectedCall): string | undefined {
  const { request } = inspection;
  if (request.kind !== 'json') return undefined;
  const { text, root } = request.document;
  const key = stringOf(member(root, 'prompt_cache_key'));
  if (key) return `key ${key}`;
  let prefix = '';
  for (const name of BEGINNINGS) {
    const node: JsonNode | undefined = member(root, name);
    if (node) prefix += text.slice(node.start, Math.min(node.end, node.start + PREFIX_CHARS));
    if (prefix.length >= PREFIX_CHARS) return prefix.slice(0, PREFIX_CHARS);
  }
  return undefined;
}

/**
 * A draw among the targets of an alias that comes out the same for the same conversation, on every replica and
 * without anything kept: what it has cached is where it was. Over many conversations it follows the weights.
 * @returns in [0, 1)
 */
export const drawFor =
  (owner: string, conversation: string) =>
  ({ name }: Alias): number =>
    sha256(`${owner}\n${name}\n${conversation}`).readUInt32BE() / 2 ** 32;
