import { childTowards, objectOf, stringOf, type JsonNode } from '#kernel';
import { childOf } from './child-of.js';
import type { DataPlaces } from './data-in.js';

/** The model, which speaks in a conversation beside its caller. */
const OTHERS: ReadonlySet<string> = new Set(['assistant', 'model']);
/** What a model called a tool with, in the formats that have no role for it, and what a server says that it has. */
const OTHER_TYPES = /(?:_call|_list_tools|^tool_use|_tool_use)$/;
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  'functionCall',
  'function_call',
  'toolUse',
  'tool_calls',
]);

/**
 * Whether a text of a request is what a model said before, a tool brought or a document holds, and not its caller's own.
 * @param data of the same request
 */
export function isSaidByOthers(root: JsonNode, target: JsonNode, data: DataPlaces): boolean {
  const place = data.of(target);
  if (place === 'tool_result' || place === 'document') return true;
  let node: JsonNode | undefined = root;
  while (node && node !== target) {
    const index: number = childTowards(node, target);
    const object = objectOf(node);
    if (object) {
      if (OTHER_MEMBERS.has(object.keys[index] ?? '')) return true;
      for (const [at, key] of object.keys.entries()) {
        if (key !== 'role' && key !== 'type') continue;
        const said = stringOf(object.values[at]) ?? '';
        if (key === 'role' ? OTHERS.has(said) : OTHER_TYPES.test(said)) return true;
      }
    }
    node = childOf(node, index);
  }
  return false;
}
