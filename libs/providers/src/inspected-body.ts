import type { MeteredCall } from '#call';
import { assert, parseJson, type JsonDocument } from '#kernel';
import {
  conversations,
  inCommonWords,
  spoken,
  type Conversation,
  type ConversationProtocol,
  type Protocol,
  type SpokenProtocol,
} from '#wire';
import type { Order } from './family-adapter.js';

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

/** The same in canonical form, for the endpoint's own model: for a format that no caller speaks. */
export function conversationOf(
  { call, endpoint }: Pick<Order, 'call' | 'endpoint'>,
  said: SpokenProtocol,
  target: Protocol,
): Conversation {
  const { request } = call.inspection;
  assert(request.kind === 'json', 'a conversation is JSON');
  assert(endpoint.model, 'a conversation is with a model');
  const conversation = inCommonWords(spoken[said].readConversation(request.document), target);
  return { ...conversation, model: endpoint.model.id, isStreaming: call.isStreaming };
}
