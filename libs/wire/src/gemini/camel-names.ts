import {
  applyEdits,
  mayMention,
  parseSteps,
  replaceKey,
  type Edit,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type Steps,
} from '#kernel';
import type { Place } from '../texts/place.js';

interface Placed {
  readonly node: JsonNode;
  readonly place: Place;
}

const mayHoldUnderscores = mayMention('_');
const STEP_NODES = 8_192; // Well under a millisecond.

/**
 * The same request in one spelling: the format's own members may be written with underscores, too.
 * Names of the caller's own, in arguments, results and schemas, stay as they are.
 * @param schema of the request
 * @throws what `parseSteps` throws, as for a member that is there in both spellings
 */
export function* withCamelNames(document: JsonDocument, schema: Place): Steps<JsonDocument> {
  const { text } = document;
  if (!mayHoldUnderscores(text)) return document;
  const edits: Edit[] = [];
  const open: Placed[] = [{ node: document.root, place: schema }];
  let left = STEP_NODES;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, place } = next;
    if (node.kind === 'array' && place.items) {
      for (const item of node.items) open.push({ node: item, place: place.items });
    } else if (node.kind === 'object') addMembers(node, place, text, open, edits);
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
  return edits.length === 0 ? document : yield* parseSteps(applyEdits(text, edits));
}

function addMembers(
  object: JsonObject,
  given: Place,
  text: string,
  open: Placed[],
  edits: Edit[],
): void {
  const place = given.pick ? given.pick(object) : given;
  object.keys.forEach((key, index) => {
    const value = object.values[index];
    if (!value || !place) return;
    const name = place.members && key.includes('_') ? camel(key) : key;
    const own = place.members?.get(name);
    if (own && name !== key) edits.push(replaceKey(text, value, name));
    const below = own ?? place.rest;
    if (below) open.push({ node: value, place: below });
  });
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_pair, letter: string) => letter.toUpperCase());
