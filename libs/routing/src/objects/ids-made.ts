import { itemsOf, member, stringOf, type JsonNode, OWN_WORDS } from '#kernel';
import { nameKindOf } from './member-names.js';

/** The ids of objects that an answer tells its caller of. */
export function idsMade(root: JsonNode): ReadonlySet<string> {
  const made = new Set<string>();
  addStrings(member(root, 'id'), made);
  for (const item of itemsOf(member(root, 'output'))) addStrings(member(item, 'id'), made);
  collect(root, made);
  return made;
}

/** The ids of what was said in a conversation: later turns name it by them. */
export function audioMade(root: JsonNode): ReadonlySet<string> {
  const made = new Set<string>();
  for (const choice of itemsOf(member(root, 'choices'))) {
    const said = member(choice, 'message') ?? member(choice, 'delta');
    const id = stringOf(member(member(said, 'audio'), 'id'));
    if (id) made.add(id);
  }
  return made;
}

function collect(node: JsonNode, made: Set<string>): void {
  if (node.kind === 'array') {
    for (const item of node.items) collect(item, made);
  } else if (node.kind === 'object') {
    if (stringOf(member(node, 'type')) === 'item_reference') addStrings(member(node, 'id'), made);
    for (const [index, key] of node.keys.entries()) {
      const value = node.values[index] as JsonNode;
      const kind = nameKindOf(key);
      if (kind === 'kept' || kind === 'named') addStrings(value, made);
      if (value.kind !== 'string' && value.kind !== 'scalar' && !OWN_WORDS.has(key)) {
        collect(value, made);
      }
    }
  }
}

/** One id, a list of them, or an object that has one. */
function addStrings(node: JsonNode | undefined, made: Set<string>): void {
  if (node?.kind === 'string') {
    if (node.value !== '') made.add(node.value);
  } else if (node?.kind === 'array') for (const item of node.items) addStrings(item, made);
  else if (node?.kind === 'object') addStrings(member(node, 'id'), made);
}
