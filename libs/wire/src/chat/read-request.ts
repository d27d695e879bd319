import { itemsOf, member, objectOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import {
  checkList,
  checkMessages,
  isAbsent,
  optionalObject,
  readCount,
  readFlag,
  readModel,
  rootOf,
} from '../check-request.js';
import { loosestBound } from '../counts.js';

/** What the gateway needs to know of a chat request; the rest is the provider's business. */
export interface ChatRequest {
  readonly model: string;
  readonly isStreaming: boolean;
  readonly wantsUsage: boolean;
  /** The looser of `max_completion_tokens` and `max_tokens`; null when nothing bounds the output. */
  readonly outputTokensMax: number | null;
  /** How many answers are made, each of which costs output: `n`, or the more that `best_of` asks for. */
  readonly choices: number;
  readonly isSpoken: boolean;
}

/** Unknown fields, roles and part types pass. @throws field_invalid, model_missing */
export function readChatRequest(document: JsonDocument): ChatRequest {
  const root = rootOf(document);
  const model = readModel(root);
  checkMessages(member(root, 'messages'), (message, pathOf) => {
    const calls = member(message, 'tool_calls');
    if (!isAbsent(calls)) checkList(calls, pathOf('.tool_calls'));
  });
  checkList(member(root, 'tools'), 'tools');
  const streamOptions = optionalObject(root, 'stream_options');
  const limits = [readCount(root, 'max_completion_tokens', 0), readCount(root, 'max_tokens', 0)];
  return {
    model: model.value,
    isStreaming: readFlag(root, 'stream'),
    wantsUsage: readFlag(streamOptions, 'include_usage', 'stream_options.include_usage'),
    // What is rejected of a prediction is output, too, beyond any bound.
    outputTokensMax: isAbsent(member(root, 'prediction')) ? loosestBound(limits) : null,
    choices: Math.max(readCount(root, 'n', 1) ?? 1, readCount(root, 'best_of', 1) ?? 1),
    isSpoken: asksForSpeech(root),
  };
}

/** In every format that knows speech: by the modality, or by how it should sound. */
export const asksForSpeech = (root: JsonNode): boolean =>
  objectOf(member(root, 'audio')) !== undefined ||
  itemsOf(member(root, 'modalities')).some((item) => stringOf(item) !== 'text');
