import { member, stringOf } from '#kernel';
import type { ReceivedCall } from '#call';

/**
 * What the caller calls the conversation of a call: `metadata.conversation_id`, or the conversation that a provider
 * keeps (`conversation`, by its id or as an object with one). `previous_response_id` names another answer
 * each time. Embeddings are of none: what is looked for later has to be the same word.
 */
export function conversationOf({ body, operation }: ReceivedCall): string | undefined {
  if (body.kind !== 'json' || operation.kind === 'embed') return undefined;
  const { root } = body.document;
  const kept = member(root, 'conversation');
  const id =
    stringOf(member(member(root, 'metadata'), 'conversation_id')) ??
    stringOf(kept) ??
    stringOf(member(kept, 'id'));
  return id === '' ? undefined : id;
}
