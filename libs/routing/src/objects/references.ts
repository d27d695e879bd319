import { idsInPath, type FormPart, type InspectedCall, type Operation } from '#call';
import {
  member,
  OWN_WORDS,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type Steps,
} from '#kernel';
import { nameKindOf, type NameKind } from './member-names.js';

const LOOKS_LIKE_ID =
  /^(?:[A-Za-z]{2,24}[_-][\w-]{8,}|[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12})$/;
const ID_LENGTH_MAX = 512; // A longer one is no id, nor has one in it.
// No real request comes near; the look-up stays one statement.
const OWN_MAX = 1_000;
const PARTS_MAX = 10_000;
const WALK_VALUES = 1_024; // Before the walk rests: about a millisecond, however long they are.

/** What a model answers at once, from texts. */
const OF_MODELS: ReadonlySet<string> = new Set(
  'completions embeddings moderations rerank responses audio images'.split(' '),
);

/** The ids that a request names, of objects that lie at the provider it goes to. */
export interface References {
  /** The workload's own, or the request is refused. */
  readonly own: ReadonlySet<string>;
  /** What may be an id of anything: providers make parts of objects, so that nobody may own them. But nobody else's. */
  readonly parts: ReadonlySet<string>;
}

/** @throws field_invalid for more of them than anybody needs */
export function* referencesIn({ principal, inspection }: InspectedCall): Steps<References> {
  const { operation, request } = inspection;
  const found = new Found(kindOf(operation));
  if (operation.kind === 'forward') {
    const { method, segments } = operation;
    const [first, ...rest] = idsInPath(principal.workload.forward, method, segments);
    if (first !== undefined) found.own.add(first);
    for (const id of rest) found.parts.add(id);
  }
  if (operation.kind !== 'chat') {
    const { query } = operation.kind === 'forward' ? operation : operation.hints;
    for (const [name, value] of query) found.take(value, nameKindOf(name));
  }
  if (request.kind === 'json') yield* collect(request.document.root, found);
  else if (request.kind === 'form') collectFields(request.form.parts, found);
  return found;
}

/** What the words of a request mean. */
interface RequestKind {
  readonly isChat: boolean;
  /** Its texts are for a model to read. */
  readonly isOfModels: boolean;
}

const kindOf = (operation: Operation): RequestKind => ({
  // In the responses format a conversation is one of the things that are stored.
  isChat: operation.kind === 'chat' && operation.protocol !== 'responses',
  isOfModels: operation.kind !== 'forward' || OF_MODELS.has(operation.segments[1] ?? ''),
});

/** What the requests of a batch name, together. */
export class BatchReferences {
  private readonly found: Found;

  /** @param path that all of them go to */
  constructor(path: string) {
    this.found = new Found({ isChat: path === '/v1/chat/completions', isOfModels: true });
  }

  get references(): References {
    return this.found;
  }

  /** @throws field_invalid for more of them than anybody needs */
  add({ root }: JsonDocument): Steps<undefined> {
    return collect(root, this.found);
  }
}

class Found implements References {
  readonly own = new Set<string>();
  readonly parts = new Set<string>();
  private readonly isChat: boolean;
  private readonly isOfModels: boolean;

  constructor({ isChat, isOfModels }: RequestKind) {
    this.isChat = isChat;
    this.isOfModels = isOfModels;
  }

  take(value: string, kind: NameKind): void {
    if (value === '' || kind === 'unread' || (kind === 'text' && this.isOfModels)) return;
    if (kind === 'kept' || (kind === 'named' && !this.isChat)) this.own.add(value);
    else if (value.length <= ID_LENGTH_MAX && !/\s/.test(value)) {
      if (kind === 'hinting' || kind === 'named') this.parts.add(value);
      this.takePieces(value);
    }
    if (this.own.size > OWN_MAX) throw tooMany();
  }

  /** Ids within a link, a path, or JSON that is written as text. */
  takePieces(value: string): void {
    for (const piece of value.split(/[^\w-]+/))
      if (LOOKS_LIKE_ID.test(piece)) this.parts.add(piece);
    if (this.parts.size > PARTS_MAX) throw tooMany();
  }
}

const tooMany = () =>
  refuse('field_invalid', { message: 'The request names more objects than anybody needs.' });

/** A container that is still to be walked. */
interface Place {
  readonly node: JsonNode;
  /** Of the name that it stands under, through lists. */
  readonly kind: NameKind;
  /** In a caller's own words a name means nothing. */
  readonly isOwnWords: boolean;
}

/** What an agent notes down of its own threads and turns, beside the request. */
const CLIENT_METADATA = 'client_metadata';

function* collect(root: JsonNode, found: Found): Steps<undefined> {
  const places: Place[] = [{ node: root, kind: 'plain', isOwnWords: false }];
  let seen = 0;
  const visit = (node: JsonNode, kind: NameKind, isOwnWords: boolean): void => {
    if (node.kind === 'string') found.take(node.value, isOwnWords ? weaker(kind) : kind);
    else if (node.kind !== 'scalar') places.push({ node, kind, isOwnWords });
  };
  for (let place = places.pop(); place; place = places.pop()) {
    const { node, kind, isOwnWords } = place;
    if (node.kind === 'array') {
      for (const item of node.items) {
        if (++seen % WALK_VALUES === 0) yield;
        visit(item, kind, isOwnWords);
      }
    } else if (node.kind === 'object') {
      const isSchemaNamed = member(node, 'name') !== undefined;
      for (const [index, key] of node.keys.entries()) {
        if (++seen % WALK_VALUES === 0) yield;
        const isOwn = OWN_WORDS.has(key) || (node === root && key === CLIENT_METADATA);
        if (isOwn && (key === 'metadata' ? node === root : isSchemaNamed)) continue;
        const keyKind = key === 'id' ? kindOfId(node, kind) : nameKindOf(key);
        visit(node.values[index] as JsonNode, keyKind, isOwnWords || isOwn);
      }
    }
  }
}

const weaker = (kind: NameKind): NameKind =>
  kind === 'kept' || kind === 'named' ? 'hinting' : kind;

/** An `id` names what its object stands for; of an item, it is the whole of it where there is no other word. */
function kindOfId(node: JsonObject, kind: NameKind): NameKind {
  if (kind === 'kept' || kind === 'named') return kind;
  if (kind === 'holder') return 'kept';
  const type = stringOf(member(node, 'type'));
  const isReference =
    type === 'item_reference' || (kind === 'items' && !type && !member(node, 'role'));
  return isReference ? 'named' : 'hinting';
}

function collectFields(parts: readonly FormPart[], found: Found): void {
  for (const part of parts) {
    if (part.kind !== 'field') continue;
    found.take(part.value, nameKindOf(part.name));
    if (/^\s*[{["]/.test(part.value)) found.takePieces(part.value);
  }
}
