import type { JsonNode } from '#kernel';

/** The member where there is a value; nothing where the caller said nothing. */
export function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [name in Key]?: Value });
}

export const booleanOf = (node: JsonNode | undefined): boolean | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
