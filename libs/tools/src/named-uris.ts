import {
  itemsOf,
  member,
  replaceWithString,
  stringOf,
  type Edit,
  type JsonNode,
  type JsonObject,
} from '#kernel';

/**
 * Has the URIs of a result say which server they are of: of what was read, of resources in what tools and prompts say, and of links to them.
 * @param prefix what they begin with then
 */
export function nameUris(result: JsonObject, prefix: string): Edit[] {
  const blocks = [
    ...itemsOf(member(result, 'content')),
    ...itemsOf(member(result, 'messages')).flatMap((message) => blocksOf(message)),
  ];
  const owners = [
    ...itemsOf(member(result, 'contents')),
    ...blocks.flatMap((block) => ownerIn(block) ?? []),
  ];
  return owners.flatMap((owner) => {
    const uri = member(owner, 'uri');
    return uri?.kind === 'string' ? [replaceWithString(uri, prefix + uri.value)] : [];
  });
}

/** One, or several as some servers write and some clients read. */
function blocksOf(message: JsonNode): readonly JsonNode[] {
  const content = member(message, 'content');
  if (!content) return [];
  return content.kind === 'array' ? content.items : [content];
}

function ownerIn(block: JsonNode): JsonNode | undefined {
  const type = stringOf(member(block, 'type'));
  if (type === 'resource_link') return block;
  return type === 'resource' ? member(block, 'resource') : undefined;
}
