import type { MeteredCall } from '#call';
import { applyEdits, parseJson, type JsonDocument } from '#kernel';
import { conversations, type ConversationProtocol } from '#wire';

type JsonBody = Extract<MeteredCall['inspection']['request'], { readonly kind: 'json' }>;

/** Parsed anew only if something was replaced: later edits then cannot collide with those. */
export const inspectedDocument = ({ document, edits }: JsonBody): JsonDocument =>
  edits.length === 0 ? document : parseJson(applyEdits(document.text, edits));

/**
 * What data protection let through, in the format that a provider speaks: the caller's own text
 * where it is the same, else translated by way of the canonical conversation.
 */
export function conversationIn(
  protocol: ConversationProtocol,
  body: JsonBody,
  spoken: ConversationProtocol,
): JsonDocument {
  const document = inspectedDocument(body);
  const [caller, provider] = [conversations[spoken], conversations[protocol]];
  if (caller === provider) return document;
  return parseJson(provider.writeRequest(caller.readConversation(document)));
}
