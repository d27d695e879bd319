import type { JsonDocument, JsonNode, JsonObject } from '#kernel';

/**
 * The same text for the same value: members sorted by their names, no space between tokens. Strings and numbers are as they
 * were written: two spellings of a number are a miss, two numbers that a double cannot tell apart must not be a hit.
 * @param leavesOut members of the outermost object
 */
export function canonicalJson(
  { root, text }: JsonDocument,
  leavesOut: ReadonlySet<string>,
): string {
  return root.kind === 'object'
    ? objectText(root, text, (name) => !leavesOut.has(name))
    : valueText(root, text);
}

function valueText(node: JsonNode, text: string): string {
  switch (node.kind) {
    case 'object':
      return objectText(node, text, () => true);
    case 'array':
      return `[${node.items.map((item) => valueText(item, text)).join(',')}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'scalar':
      return text.slice(node.start, node.end);
  }
}

function objectText(
  { keys, values }: JsonObject,
  text: string,
  isKept: (name: string) => boolean,
): string {
  const places = keys.map((_, place) => place).filter((place) => isKept(keys[place] as string));
  places.sort((one, other) => ((keys[one] as string) < (keys[other] as string) ? -1 : 1));
  const members = places.map(
    (place) => `${JSON.stringify(keys[place])}:${valueText(values[place] as JsonNode, text)}`,
  );
  return `{${members.join(',')}}`;
}
