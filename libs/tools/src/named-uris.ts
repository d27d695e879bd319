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
    ...itemsOf(member(result, 'messages')).flatMap((message) => member(message, 'content') ?? []),
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

function ownerIn(block: JsonNode): JsonNode | undefined {
  const type = stringOf(member(block, 'type'));
  if (type === 'resource_link') return block;
  return type === 'resource' ? member(block, 'resource') : undefined;
}
