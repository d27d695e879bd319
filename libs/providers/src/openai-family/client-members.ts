import {
  changeMembers,
  itemsOf,
  mayMention,
  member,
  objectOf,
  type Edit,
  type JsonNode,
  type JsonObject,
} from '#kernel';

const INDEX: ReadonlySet<string> = new Set(['index']);
const PREFIX: ReadonlySet<string> = new Set(['prefix']);
const mayNameThem = mayMention('"(?:index|prefix)"');

/**
 * What clients say of the turns of an assistant without being asked, and OpenAI refuses: the place that a
 * call had in its stream, and that a turn is no beginning of the next one (`"prefix":false`).
 */
export function dropClientMembers(text: string, root: JsonObject): Edit[] {
  if (!mayNameThem(text)) return [];
  return itemsOf(member(root, 'messages')).flatMap((node) => {
    const message = objectOf(node);
    if (!message) return [];
    return [
      ...itemsOf(member(message, 'tool_calls')).flatMap(dropIndex),
      ...(isFalse(member(message, 'prefix')) ? changeMembers(message, PREFIX) : []),
    ];
  });
}

function dropIndex(node: JsonNode): Edit[] {
  const call = objectOf(node);
  return call && member(call, 'index') ? changeMembers(call, INDEX) : [];
}

const isFalse = (node: JsonNode | undefined): boolean =>
  node?.kind === 'scalar' && node.value === false;
