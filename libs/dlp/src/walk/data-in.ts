import { childTowards, objectOf, stringOf, type JsonNode } from '#kernel';
import { childOf } from './child-of.js';

/** Where texts stand that neither the caller nor a model wrote. */
export type DataPlace = 'tool_result' | 'document' | 'tools';

const RESULT_ROLES: ReadonlySet<string> = new Set(['tool', 'function']);
const RESULT_TYPES = /_(?:result|output)$/;
const RESULT_MEMBERS: ReadonlySet<string> = new Set([
  'functionResponse',
  'function_response',
  'toolResult',
]);
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['document', 'search_result']);

/** What data a text of a request is part of; null of what its caller or a model says. */
export function dataIn(root: JsonNode, target: JsonNode): DataPlace | null {
  let node: JsonNode | undefined = root;
  while (node && node !== target) {
    const index: number = childTowards(node, target);
    const object = objectOf(node);
    if (object) {
      const key = object.keys[index] ?? '';
      // Tools are told by whoever wrote them, which an agent's caller need not know.
      if (node === root && key === 'tools') return 'tools';
      if (RESULT_MEMBERS.has(key)) return 'tool_result';
      const place = placeOf(object.keys, object.values);
      if (place) return place;
    }
    node = childOf(node, index);
  }
  return null;
}

function placeOf(keys: readonly string[], values: readonly JsonNode[]): DataPlace | null {
  for (const [at, key] of keys.entries()) {
    if (key !== 'role' && key !== 'type') continue;
    const said = stringOf(values[at]) ?? '';
    if (key === 'role' ? RESULT_ROLES.has(said) : RESULT_TYPES.test(said)) return 'tool_result';
    if (key === 'type' && DOCUMENT_TYPES.has(said)) return 'document';
  }
  return null;
}
