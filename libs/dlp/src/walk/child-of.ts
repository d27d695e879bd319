import type { JsonNode } from '#kernel';

/** The item or the value that stands at `index`. */
export function childOf(node: JsonNode, index: number): JsonNode | undefined {
  if (node.kind === 'object') return node.values[index];
  return node.kind === 'array' ? node.items[index] : undefined;
}
