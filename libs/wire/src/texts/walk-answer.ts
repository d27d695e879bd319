import {
  member,
  stringOf,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  type JsonString,
  type Steps,
} from '#kernel';
import { beginsFree, sortOf, sortWithin, type AnswerSort } from './answer-sorts.js';
import { holdsBareBytes } from './file-members.js';

/** What a walk over an answer meets; undefined where there is nothing to be done. */
export interface AnswerVisitor {
  text(node: JsonString, place: AnswerPlace): Steps<void> | undefined;
  key(object: JsonObject, index: number, place: AnswerPlace): Steps<void> | undefined;
  /** A number that the model made up. */
  number?(node: JsonScalar, place: AnswerPlace): Steps<void> | undefined;
  /** Bytes of a file. */
  file?(): undefined;
  /** What stands under a signature, which is not walked into. */
  signed?(node: JsonObject): Steps<void> | undefined;
}

/** Where in an answer something stands. */
export interface AnswerPlace {
  readonly sort: AnswerSort;
  /** Of the member that it is, or is an item of. */
  readonly name: string;
  /** Within an object whose keys are the model's, too: arguments of a tool. */
  readonly isFree: boolean;
}

/** Left alone: what the caller gets here is not what the model said. */
const NO_TEXT: ReadonlySet<string> = new Set([
  'model',
  'signature',
  'thoughtSignature',
  'encrypted_content',
]);
const SIGNED: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'reasoning.text']);

const STEP_NODES = 1_024; // A millisecond, if the visitor restores each of them.

interface Placed extends AnswerPlace {
  readonly node: JsonNode;
}

/**
 * Visits every key and every string of an answer: what was issued for this call is put back wherever a
 * model may have written it. Only thinking under a signature and the bytes of files stay as they are.
 * @param isFree no format says what its keys mean
 */
export function* walkAnswer(root: JsonNode, visitor: AnswerVisitor, isFree = false): Steps<void> {
  const open: Placed[] = [{ node: root, name: '', sort: 'text', isFree }];
  let left = STEP_NODES;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, name, isFree } = next;
    if (node.kind === 'string') {
      // A name says nothing where no format has given it.
      const isBytes = !isFree && holdsBareBytes(name) && isFile(node.value);
      const steps = isBytes ? visitor.file?.() : visitor.text(node, next);
      if (steps) yield* steps;
    } else if (node.kind === 'scalar') {
      const steps = typeof node.value === 'number' ? visitor.number?.(node, next) : undefined;
      if (steps) yield* steps;
    } else if (node.kind === 'array') {
      for (const item of node.items) {
        if (item.kind !== 'scalar' || isFree) open.push({ ...next, node: item });
      }
    } else if (!isFree && isSigned(node)) {
      const steps = visitor.signed?.(node);
      if (steps) yield* steps;
    } else {
      const sort = isFree ? next.sort : sortWithin(node, next.sort);
      for (const [index, key] of node.keys.entries()) {
        const steps = visitor.key(node, index, next);
        if (steps) yield* steps;
        const value = node.values[index] as JsonNode;
        if (!isFree && (value.kind === 'scalar' || (value.kind === 'string' && NO_TEXT.has(key)))) {
          continue;
        }
        const member = { node: value, name: key };
        if (isFree) open.push({ ...member, sort, isFree });
        else open.push({ ...member, sort: sortOf(key, sort), isFree: beginsFree(key, value) });
      }
    }
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
}

function isSigned(object: JsonObject): boolean {
  if (!object.keys.includes('signature') && !object.keys.includes('thinking')) return false;
  const type = stringOf(member(object, 'type')) ?? '';
  if (type === 'thinking_delta') return true; // Its signature comes in a later frame.
  return SIGNED.has(type) && Boolean(stringOf(member(object, 'signature')));
}

const FILE = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;

/** All of it, and not what it begins with: words may stand behind that. */
const isFile = (value: string): boolean => FILE.test(value);
