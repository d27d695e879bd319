import { member, stringOf, type JsonNode, type JsonObject, type JsonString } from '#kernel';
import { holdsBareBytes } from './file-members.js';

/** What a walk over an answer meets. */
export interface AnswerVisitor {
  text(node: JsonString): void;
  key(object: JsonObject, index: number): void;
}

/** Left alone: what the caller gets here is not what the model said. */
const NO_TEXT: ReadonlySet<string> = new Set(['model', 'signature', 'encrypted_content']);
const SIGNED: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'reasoning.text']);

/**
 * Visits every key and every string of an answer: what was issued for this call is put back wherever a
 * model may have written it. Only thinking under a signature and the bytes of files stay as they are.
 */
export function walkAnswer(node: JsonNode, visitor: AnswerVisitor, name = ''): void {
  switch (node.kind) {
    case 'string':
      if (!holdsBareBytes(name) || !isFile(node.value)) visitor.text(node);
      return;
    case 'array':
      for (const item of node.items) walkAnswer(item, visitor, name);
      return;
    case 'object':
      if (!isSigned(node)) walkMembers(node, visitor);
      return;
    case 'scalar':
  }
}

function walkMembers(object: JsonObject, visitor: AnswerVisitor): void {
  object.keys.forEach((key, index) => {
    visitor.key(object, index);
    const value = object.values[index] as JsonNode;
    if (value.kind !== 'string' || !NO_TEXT.has(key)) walkAnswer(value, visitor, key);
  });
}

function isSigned(object: JsonObject): boolean {
  if (!object.keys.includes('signature') && !object.keys.includes('thinking')) return false;
  const type = stringOf(member(object, 'type')) ?? '';
  if (type === 'thinking_delta') return true; // Its signature comes in a later frame.
  return SIGNED.has(type) && Boolean(stringOf(member(object, 'signature')));
}

const FILE_START = /^[A-Za-z0-9+/_-]{64}/;

const isFile = (value: string): boolean => FILE_START.test(value) && !value.includes(' ');
