import type { JsonArray, JsonNode, JsonObject } from './json-document.js';

/** The value of a member, or undefined when the node is no object or has no such key. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  const index = node.keys.indexOf(key);
  return index < 0 ? undefined : node.values[index];
}

export const stringOf = (node: JsonNode | undefined): string | undefined =>
  node?.kind === 'string' ? node.value : undefined;

export const numberOf = (node: JsonNode | undefined): number | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;

export const isTrue = (node: JsonNode | undefined): boolean =>
  node?.kind === 'scalar' && node.value === true;

export const isNull = (node: JsonNode | undefined): boolean =>
  node?.kind === 'scalar' && node.value === null;

export const objectOf = (node: JsonNode | undefined): JsonObject | undefined =>
  node?.kind === 'object' ? node : undefined;

export const arrayOf = (node: JsonNode | undefined): JsonArray | undefined =>
  node?.kind === 'array' ? node : undefined;

export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : [];

/** A plain value of the node, with null-prototype objects so that no key can reach a prototype. */
export function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const object = Object.create(null) as Record<string, unknown>;
      node.keys.forEach((key, index) => {
        object[key] = valueOf(node.values[index] as JsonNode);
      });
      return object;
    }
    case 'array':
      return node.items.map(valueOf);
    case 'string':
    case 'scalar':
      return node.value;
  }
}
