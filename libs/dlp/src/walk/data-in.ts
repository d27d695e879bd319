import type { CleanedDocuments } from '#call';
import { childTowards, objectOf, stringOf, type JsonNode, type JsonObject } from '#kernel';
import { isWithin } from '../scan/stretches.js';
import { childOf } from './child-of.js';

/** Where texts stand that neither the caller nor a model wrote. */
export type DataPlace = 'tool_result' | 'document' | 'tools';

const RESULT_ROLES: ReadonlySet<string> = new Set(['tool', 'function']);
const RESULT_TYPES = /_(?:result|output)$/;
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['document', 'search_result']);

/** Whatever object they stand in. */
const MEMBERS: ReadonlyMap<string, DataPlace> = new Map([
  ['functionResponse', 'tool_result'],
  ['function_response', 'tool_result'],
  ['toolResponse', 'tool_result'],
  ['tool_response', 'tool_result'],
  ['toolResult', 'tool_result'],
  ['codeExecutionResult', 'tool_result'],
  ['code_execution_result', 'tool_result'],
]);

/** Calls of tools that a provider runs itself have their results beside the arguments. */
const CALL_TYPES = /_call$/;
const GIVEN: ReadonlySet<string> = new Set(['output', 'outputs', 'result', 'results', 'error']);

/** Of a request: tools are told by whoever wrote them, which an agent's caller need not know. */
const OF_REQUEST: ReadonlyMap<string, DataPlace> = new Map([
  ['tools', 'tools'],
  ['functions', 'tools'],
  ['toolConfig', 'tools'],
  ['tool_config', 'tools'],
  ['documents', 'document'],
  ['tool_results', 'tool_result'],
]);
/** Requests stand in batches and in questions of what they would take, too. */
const ASKS: ReadonlySet<string> = new Set(['messages', 'contents', 'input', 'prompt']);

/** What an object says of all that it holds, and of its members. */
interface Told {
  readonly all: DataPlace | null;
  readonly isRequest: boolean;
  readonly isCall: boolean;
  readonly isTyped: boolean;
}

/** Tells what of a body is data. It knows each object again: one may have as many members as there are texts. */
export class DataPlaces {
  private readonly told = new Map<JsonObject, Told>();
  private readonly inDocuments: readonly number[];

  /** @param documents where texts of documents stand that came to be texts of a message; in order, none crossing another */
  constructor(
    private readonly root: JsonNode,
    documents: CleanedDocuments['spans'] = [],
  ) {
    this.inDocuments = documents.flatMap(({ start, end }) => [start, end]);
  }

  /** What data a text is part of; null of what its caller or a model says. */
  of(target: JsonNode): DataPlace | null {
    if (isWithin(this.inDocuments, target.start, target.end)) return 'document';
    let node: JsonNode | undefined = this.root;
    while (node && node !== target) {
      const index: number = childTowards(node, target);
      const object = objectOf(node);
      if (object) {
        const place = this.placeIn(object, object.keys[index] ?? '');
        if (place) return place;
      }
      node = childOf(node, index);
    }
    return null;
  }

  private placeIn(object: JsonObject, key: string): DataPlace | null {
    const { all, isRequest, isCall, isTyped } = this.toldBy(object);
    if (all) return all;
    if (isCall && GIVEN.has(key)) return 'tool_result';
    // Lists of tools that a server was asked for, in the middle of a conversation.
    if (isTyped && key === 'tools') return 'tools';
    return MEMBERS.get(key) ?? (isRequest ? OF_REQUEST.get(key) : undefined) ?? null;
  }

  private toldBy(object: JsonObject): Told {
    const known = this.told.get(object);
    if (known) return known;
    const told = toldBy(object, object === this.root);
    this.told.set(object, told);
    return told;
  }
}

function toldBy({ keys, values }: JsonObject, isRoot: boolean): Told {
  let all: DataPlace | null = null;
  let isCall = false;
  let isTyped = false;
  for (const [at, key] of keys.entries()) {
    if (key !== 'role' && key !== 'type') continue;
    const said = stringOf(values[at]) ?? '';
    if (key === 'role' ? RESULT_ROLES.has(said) : RESULT_TYPES.test(said)) all ??= 'tool_result';
    if (key === 'role') continue;
    if (DOCUMENT_TYPES.has(said)) all ??= 'document';
    isCall ||= CALL_TYPES.test(said);
    isTyped ||= said !== '';
  }
  return { all, isCall, isTyped, isRequest: isRoot || keys.some((key) => ASKS.has(key)) };
}
