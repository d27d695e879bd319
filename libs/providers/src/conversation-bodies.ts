import { assert, type JsonDocument } from '#kernel';
import { splitPrompts } from '#wire';
import type { BodyOrder, WrittenBody } from './body-order.js';
import { adapters } from './family-names.js';

/**
 * The body of each conversation that a request becomes: one, but for texts that are to go on, each of which
 * is one of its own.
 * @throws field_invalid for what no conversation, or not this provider, can be asked
 */
export function conversationBodies(
  order: BodyOrder,
  document: JsonDocument,
): readonly WrittenBody[] {
  const writer = adapters.get(order.provider.family)?.requests.chat;
  assert(writer, 'a call is routed to families that converse');
  const documents = order.said === 'completions' ? splitPrompts(document) : [document];
  return documents.map((one) => writer.writeBody(order, one));
}
