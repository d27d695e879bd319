import { childTowards, objectOf, stringOf, type JsonNode, type JsonObject } from '#kernel';
import { childOf } from './child-of.js';

/** Where texts stand that neither the caller nor a model wrote. */
export type DataPlace = 'tool_result' | 'document' | 'tools';

const RESULT_ROLES: ReadonlySet<string> = new Set(['tool', 'function']);
const RESULT_TYPES = /_(?:result|output)$/;
const RESULT_MEMBERS: ReadonlySet<string> = new Set([
  'functionResponse',
  'function_response',
  'toolResult',
]);
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['document', 'search_result']);

/** Tells what of a body is data. It knows each object again: one may have as many members as there are texts. */
export class DataPlaces {
  private readonly told = new Map<JsonObject, DataPlace | null>();

  constructor(private readonly root: JsonNode) {}

  /** What data a text is part of; null of what its caller or a model says. */
  of(target: JsonNode): DataPlace | null {
    let node: JsonNode | undefined = this.root;
    while (node && node !== target) {
      const index: number = childTowards(node, target);
      const object = objectOf(node);
      if (object) {
        const key = object.keys[index] ?? '';
        // Tools are told by whoever wrote them, which an agent's caller need not know.
        if (node === this.root && key === 'tools') return 'tools';
        const place = RESULT_MEMBERS.has(key) ? 'tool_result' : this.toldBy(object);
        if (place) return place;
      }
      node = childOf(node, index);
    }
    return null;
  }

  private toldBy(object: JsonObject): DataPlace | null {
    const known = this.told.get(object);
    if (known !== undefined) return known;
    const place = placeOf(object);
    this.told.set(object, place);
    return place;
  }
}

function placeOf({ keys, values }: JsonObject): DataPlace | null {
  for (const [at, key] of keys.entries()) {
    if (key !== 'role' && key !== 'type') continue;
    const said = stringOf(values[at]) ?? '';
    if (key === 'role' ? RESULT_ROLES.has(said) : RESULT_TYPES.test(said)) return 'tool_result';
    if (key === 'type' && DOCUMENT_TYPES.has(said)) return 'document';
  }
  return null;
}
