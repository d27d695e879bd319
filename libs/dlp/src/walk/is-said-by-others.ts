import { childTowards, objectOf, stringOf, type JsonNode } from '#kernel';
import { childOf } from './child-of.js';

/** Who else than the caller speaks in a conversation. */
const OTHERS: ReadonlySet<string> = new Set(['assistant', 'model', 'tool', 'function']);
/** What a tool gave, and what a model called it with, in the formats that have no role for it. */
const OTHER_TYPES = /(?:_result|_output|_call|^tool_use|_tool_use)$/;
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  'functionResponse',
  'function_response',
  'functionCall',
  'function_call',
  'toolResult',
  'toolUse',
  'tool_calls',
]);

/** Whether a text of a request is what a model said before or a tool brought, and not its caller's own. */
export function isSaidByOthers(root: JsonNode, target: JsonNode): boolean {
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
