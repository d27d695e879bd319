import {
  isNull,
  isTrue,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type JsonString,
} from '#kernel';

/** What the formats of conversations demand alike. Each throws field_invalid with the path at fault. */

export function rootOf({ root }: JsonDocument): JsonObject {
  if (root.kind === 'object') return root;
  throw refuse('field_invalid', { message: 'The request body must be a JSON object.' });
}

/** @throws model_missing */
export function readModel(root: JsonNode): JsonString {
  const model = member(root, 'model');
  if (model?.kind !== 'string' || model.value === '') {
    throw refuse('model_missing', { param: 'model' });
  }
  return model;
}

/** Called where a fault has to be named: a body has a hundred thousand parts. */
export type PathOf = (name: string) => string;

/** @param checkMore what a format demands of a message beside its role and content */
export function checkMessages(
  messages: JsonNode | undefined,
  checkMore: (message: JsonNode, pathOf: PathOf) => void = () => undefined,
): void {
  if (messages?.kind !== 'array') throw invalid('messages', 'must be a list of messages');
  if (messages.items.length === 0) throw invalid('messages', 'must not be empty');
  messages.items.forEach((message, index) => {
    const pathOf: PathOf = (name) => `messages[${index}]${name}`;
    if (message.kind !== 'object') throw invalid(pathOf(''), 'must be an object');
    if (!stringOf(member(message, 'role'))) throw invalid(pathOf('.role'), 'must be a string');
    checkContent(member(message, 'content'), () => pathOf('.content'));
    checkMore(message, pathOf);
  });
}

const PART_STRINGS = ['type', 'text'] as const;

/** A string, a list of parts, or nothing. */
export function checkContent(content: JsonNode | undefined, pathOf: () => string): void {
  if (isAbsent(content) || content?.kind === 'string') return;
  if (content?.kind !== 'array') throw invalid(pathOf(), 'must be a string or a list of parts');
  content.items.forEach((part, index) => {
    if (part.kind !== 'object') throw invalid(`${pathOf()}[${index}]`, 'must be an object');
    for (const key of PART_STRINGS) {
      const value = member(part, key);
      if (value && value.kind !== 'string') {
        throw invalid(`${pathOf()}[${index}].${key}`, 'must be a string');
      }
    }
  });
}

export function checkList(list: JsonNode | undefined, path: string): void {
  if (isAbsent(list)) return;
  if (list?.kind !== 'array') throw invalid(path, 'must be a list');
  list.items.forEach((item, index) => {
    if (!objectOf(item)) throw invalid(`${path}[${index}]`, 'must be an object');
  });
}

export function readFlag(source: JsonNode | undefined, key: string, path = key): boolean {
  const node = member(source, key);
  if (isAbsent(node)) return false;
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') {
    throw invalid(path, 'must be true or false');
  }
  return isTrue(node);
}

export function readCount(root: JsonNode, key: string, least: number): number | null {
  const node = member(root, key);
  if (isAbsent(node)) return null;
  const value = numberOf(node);
  if (value === undefined || !Number.isSafeInteger(value) || value < least) {
    throw invalid(key, `must be a whole number of at least ${least}`);
  }
  return value;
}

export function optionalObject(root: JsonNode, key: string): JsonNode | undefined {
  const node = member(root, key);
  if (isAbsent(node)) return undefined;
  if (node?.kind !== 'object') throw invalid(key, 'must be an object');
  return node;
}

/** Clients write null for what they do not set. */
export const isAbsent = (node: JsonNode | undefined): boolean => node === undefined || isNull(node);

const invalid = (param: string, fault: string) =>
  refuse('field_invalid', { param, message: `${param} ${fault}.` });
