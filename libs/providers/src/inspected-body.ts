import type { MeteredCall } from '#call';
import { assert, parseJson, type JsonDocument } from '#kernel';
import {
  conversations,
  inCommonWords,
  spoken,
  type ConversationProtocol,
  type SpokenProtocol,
} from '#wire';

/**
 * What data protection let through, in the format that a provider speaks: the caller's own text
 * where it is the same, else translated by way of the canonical conversation.
 */
export function conversationIn(
  protocol: ConversationProtocol,
  { inspection, requestedModel, isStreaming }: MeteredCall,
  said: SpokenProtocol,
): JsonDocument {
  const { request } = inspection;
  assert(request.kind === 'json', 'a conversation is JSON');
  const [caller, provider] = [spoken[said], conversations[protocol]];
  if (caller === provider) return request.document;
  const conversation = inCommonWords(caller.readConversation(request.document), protocol);
  // Some formats say both in the path alone.
  const model = requestedModel ?? conversation.model;
  return parseJson(provider.writeRequest({ ...conversation, model, isStreaming }));
}
