import { assert, parseJson, refuse, type JsonDocument } from '#kernel';
import {
  checkTranslatable,
  conversations,
  inCommonWords,
  spoken,
  type Conversation,
  type ConversationProtocol,
  type Protocol,
  type SpokenProtocol,
} from '#wire';
import type { BodyOrder } from './body-order.js';

/**
 * What data protection let through, in the format that a provider speaks: the caller's own text
 * where it is the same, else translated by way of the canonical conversation.
 * @throws field_invalid for what cannot be read, or not be said in the provider's format
 */
export function conversationIn(
  protocol: ConversationProtocol,
  { said, requestedModel, isStreaming }: BodyOrder,
  document: JsonDocument,
): JsonDocument {
  const [caller, provider] = [spoken[said], conversations[protocol]];
  if (caller === provider) return document;
  const conversation = translated(said, document, protocol);
  // Some formats say both in the path alone.
  const model = requestedModel ?? conversation.model;
  return parseJson(provider.writeRequest({ ...conversation, model, isStreaming }));
}

/** The same in canonical form, for the endpoint's own model: for a format that no caller speaks. @throws as above */
export function conversationOf(
  { said, model, isStreaming }: BodyOrder,
  document: JsonDocument,
  target: Protocol,
): Conversation {
  assert(model, 'a conversation is with a model');
  const conversation = translated(said, document, target);
  return { ...conversation, model: model.id, isStreaming };
}

function translated(said: SpokenProtocol, document: JsonDocument, target: Protocol): Conversation {
  checkTranslatable(said, document, target);
  const conversation = inCommonWords(spoken[said].readConversation(document), target);
  if (conversation.turns.some(({ parts }) => parts.length > 0)) return conversation;
  // Where turns may be silent, or instructions stand alone, the provider judges it.
  const isAnything = conversation.system.length > 0 || conversation.turns.length > 0;
  if (isAnything && target !== 'messages') return conversation;
  const param = PLACES[said];
  throw refuse('field_invalid', {
    param,
    message: `${param} holds nothing that can be said to the chosen model.`,
  });
}

const PLACES: Readonly<Record<SpokenProtocol, string>> = {
  chat: 'messages',
  messages: 'messages',
  gemini: 'contents',
  responses: 'input',
  completions: 'prompt',
};
