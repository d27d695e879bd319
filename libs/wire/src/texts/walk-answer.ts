import {
  member,
  stringOf,
  type JsonNode,
  type JsonObject,
  type JsonString,
  type Steps,
} from '#kernel';
import { holdsBareBytes } from './file-members.js';

/** What a walk over an answer meets; undefined where there is nothing to be done. */
export interface AnswerVisitor {
  text(node: JsonString): Steps<void> | undefined;
  key(object: JsonObject, index: number): Steps<void> | undefined;
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

interface Named {
  readonly node: JsonNode;
  /** Of the member that it is, or is an item of. */
  readonly name: string;
}

/**
 * Visits every key and every string of an answer: what was issued for this call is put back wherever a
 * model may have written it. Only thinking under a signature and the bytes of files stay as they are.
 */
export function* walkAnswer(root: JsonNode, visitor: AnswerVisitor): Steps<void> {
  const open: Named[] = [{ node: root, name: '' }];
  let left = STEP_NODES;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, name } = next;
    if (node.kind === 'string') {
      const steps = holdsBareBytes(name) && isFile(node.value) ? undefined : visitor.text(node);
      if (steps) yield* steps;
    } else if (node.kind === 'array') {
      for (const item of node.items) if (item.kind !== 'scalar') open.push({ node: item, name });
    } else if (node.kind === 'object' && !isSigned(node)) {
      for (const [index, key] of node.keys.entries()) {
        const steps = visitor.key(node, index);
        if (steps) yield* steps;
        const value = node.values[index] as JsonNode;
        if (value.kind !== 'string' || !NO_TEXT.has(key)) open.push({ node: value, name: key });
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

const FILE_START = /^[A-Za-z0-9+/_-]{64}/;

const isFile = (value: string): boolean => FILE_START.test(value) && !value.includes(' ');
