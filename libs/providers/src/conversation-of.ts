import { assert, parseJson, type JsonDocument } from '#kernel';
import {
  conversations,
  inCommonWords,
  spoken,
  type Conversation,
  type ConversationProtocol,
  type Protocol,
} from '#wire';
import type { BodyOrder } from './body-order.js';

/**
 * What data protection let through, in the format that a provider speaks: the caller's own text
 * where it is the same, else translated by way of the canonical conversation.
 */
export function conversationIn(
  protocol: ConversationProtocol,
  { said, requestedModel, isStreaming }: BodyOrder,
  document: JsonDocument,
): JsonDocument {
  const [caller, provider] = [spoken[said], conversations[protocol]];
  if (caller === provider) return document;
  const conversation = inCommonWords(caller.readConversation(document), protocol);
  // Some formats say both in the path alone.
  const model = requestedModel ?? conversation.model;
  return parseJson(provider.writeRequest({ ...conversation, model, isStreaming }));
}

/** The same in canonical form, for the endpoint's own model: for a format that no caller speaks. */
export function conversationOf(
  { said, model, isStreaming }: BodyOrder,
  document: JsonDocument,
  target: Protocol,
): Conversation {
  assert(model, 'a conversation is with a model');
  const conversation = inCommonWords(spoken[said].readConversation(document), target);
  return { ...conversation, model: model.id, isStreaming };
}
