import { stringOf, type JsonNode } from '#kernel';

/** Words of the caller's own about a request, under names of its own. */
export function readMetadata(node: JsonNode | undefined): Record<string, string> {
  const metadata: Record<string, string> = {};
  if (node?.kind !== 'object') return metadata;
  node.keys.forEach((key, index) => {
    const value = stringOf(node.values[index]);
    if (value !== undefined && key !== '__proto__') metadata[key] = value;
  });
  return metadata;
}
