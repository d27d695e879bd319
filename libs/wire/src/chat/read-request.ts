import {
  isTrue,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import type { Span } from '../reply.js';

/** What the gateway needs to know of a chat request; the rest is the provider's business. */
export interface ChatRequest {
  readonly model: string;
  /** Where the model's literal stands, for replacing it. */
  readonly modelAt: Span;
  readonly isStreaming: boolean;
  readonly wantsUsage: boolean;
  /** The larger of `max_completion_tokens` and `max_tokens`; null when the caller set none. */
  readonly outputTokensMax: number | null;
  /** How many answers are made, each of which costs output: `n`, or the more that `best_of` asks for. */
  readonly choices: number;
}

const PART_STRINGS = ['type', 'text'] as const;

/** Unknown fields, roles and part types pass. @throws field_invalid, model_missing */
export function readChatRequest({ root }: JsonDocument): ChatRequest {
  if (root.kind !== 'object') {
    throw refuse('field_invalid', { message: 'The request body must be a JSON object.' });
  }
  const model = readModel(root);
  checkMessages(member(root, 'messages'));
  checkList(member(root, 'tools'), 'tools');
  const streamOptions = optional(root, 'stream_options', 'object');
  const limits = [readCount(root, 'max_completion_tokens', 0), readCount(root, 'max_tokens', 0)];
  const given = limits.filter((limit) => limit !== null);
  return {
    model: model.value,
    modelAt: { start: model.start, end: model.end },
    isStreaming: readFlag(root, 'stream'),
    wantsUsage: readFlag(streamOptions, 'include_usage', 'stream_options.include_usage'),
    outputTokensMax: given.length > 0 ? Math.max(...given) : null,
    choices: Math.max(readCount(root, 'n', 1) ?? 1, readCount(root, 'best_of', 1) ?? 1),
  };
}

function readModel(root: JsonNode) {
  const model = member(root, 'model');
  if (model?.kind !== 'string' || model.value === '') {
    throw refuse('model_missing', { param: 'model' });
  }
  return model;
}

function checkMessages(messages: JsonNode | undefined): void {
  if (messages?.kind !== 'array') throw invalid('messages', 'must be a list of messages');
  if (messages.items.length === 0) throw invalid('messages', 'must not be empty');
  messages.items.forEach(checkMessage);
}

function checkMessage(message: JsonNode, index: number): void {
  const pathOf = (name: string) => `messages[${index}]${name}`;
  if (message.kind !== 'object') throw invalid(pathOf(''), 'must be an object');
  if (!stringOf(member(message, 'role'))) throw invalid(pathOf('.role'), 'must be a string');
  checkContent(member(message, 'content'), pathOf);
  const toolCalls = member(message, 'tool_calls');
  if (!isAbsent(toolCalls)) checkList(toolCalls, pathOf('.tool_calls'));
}

/** @param pathOf called where a fault has to be named: a body has a hundred thousand parts */
function checkContent(content: JsonNode | undefined, pathOf: (name: string) => string): void {
  if (content === undefined || content.kind === 'string' || isAbsent(content)) return;
  if (content.kind !== 'array') {
    throw invalid(pathOf('.content'), 'must be a string or a list of parts');
  }
  content.items.forEach((part, index) => {
    if (part.kind !== 'object') throw invalid(pathOf(`.content[${index}]`), 'must be an object');
    for (const key of PART_STRINGS) {
      const value = member(part, key);
      if (value && value.kind !== 'string') {
        throw invalid(pathOf(`.content[${index}].${key}`), 'must be a string');
      }
    }
  });
}

function checkList(list: JsonNode | undefined, path: string): void {
  if (isAbsent(list)) return;
  if (list?.kind !== 'array') throw invalid(path, 'must be a list');
  list.items.forEach((item, index) => {
    if (!objectOf(item)) throw invalid(`${path}[${index}]`, 'must be an object');
  });
}

function optional(root: JsonNode, key: string, kind: 'object'): JsonNode | undefined {
  const node = member(root, key);
  if (isAbsent(node)) return undefined;
  if (node?.kind !== kind) throw invalid(key, `must be an ${kind}`);
  return node;
}

function readFlag(source: JsonNode | undefined, key: string, path = key): boolean {
  const node = member(source, key);
  if (isAbsent(node)) return false;
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') {
    throw invalid(path, 'must be true or false');
  }
  return isTrue(node);
}

function readCount(root: JsonNode, key: string, least: number): number | null {
  const node = member(root, key);
  if (isAbsent(node)) return null;
  const value = numberOf(node);
  if (value === undefined || !Number.isSafeInteger(value) || value < least) {
    throw invalid(key, `must be a whole number of at least ${least}`);
  }
  return value;
}

/** Clients write null for what they do not set. */
const isAbsent = (node: JsonNode | undefined): boolean =>
  node === undefined || (node.kind === 'scalar' && node.value === null);

const invalid = (param: string, fault: string) =>
  refuse('field_invalid', { param, message: `${param} ${fault}.` });
