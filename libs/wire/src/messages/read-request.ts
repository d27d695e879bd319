import { member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import {
  checkContent,
  checkList,
  checkMessages,
  readCount,
  readFlag,
  readModel,
  rootOf,
} from '../check-request.js';
import { loosestBound } from '../counts.js';

/** What the gateway needs to know of a request in the messages format. */
export interface MessagesRequest {
  readonly model: string;
  readonly isStreaming: boolean;
  /** Null where the caller set none, which the format demands, or zero. */
  readonly outputTokensMax: number | null;
  /** The caller asked to see what the model thinks. */
  readonly showsThinking: boolean;
}

/** Unknown fields, roles and block types pass. @throws field_invalid, model_missing */
export function readMessagesRequest(document: JsonDocument): MessagesRequest {
  const root = rootOf(document);
  const model = readModel(root);
  checkMessages(member(root, 'messages'));
  checkContent(member(root, 'system'), () => 'system');
  checkList(member(root, 'tools'), 'tools');
  return {
    model: model.value,
    isStreaming: readFlag(root, 'stream'),
    outputTokensMax: loosestBound([readCount(root, 'max_tokens', 0)]),
    showsThinking: asksForThinking(member(root, 'thinking')),
  };
}

function asksForThinking(thinking: JsonNode | undefined): boolean {
  const mode = stringOf(member(thinking, 'type'));
  return mode === 'enabled' || mode === 'adaptive';
}
