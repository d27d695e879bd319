import type { MeteredCall } from '#call';
import { parseJson, type JsonDocument } from '#kernel';
import { conversations, type ConversationProtocol } from '#wire';

type JsonBody = Extract<MeteredCall['inspection']['request'], { readonly kind: 'json' }>;

/**
 * What data protection let through, in the format that a provider speaks: the caller's own text
 * where it is the same, else translated by way of the canonical conversation.
 */
export function conversationIn(
  protocol: ConversationProtocol,
  { document }: JsonBody,
  spoken: ConversationProtocol,
): JsonDocument {
  const [caller, provider] = [conversations[spoken], conversations[protocol]];
  if (caller === provider) return document;
  return parseJson(provider.writeRequest(caller.readConversation(document)));
}
