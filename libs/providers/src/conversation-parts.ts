import type { ChatOperation } from '#call';
import { assert } from '#kernel';
import type { WrittenBody } from './body-order.js';
import type {
  Dispatch,
  Order,
  RequestHead,
  RequestPart,
  WriteConversation,
} from './family-adapter.js';

/** What goes to an endpoint, for the bodies that were written for it: each is a conversation of its own. */
export function conversationParts(
  { writeHead }: WriteConversation,
  order: Order,
  operation: ChatOperation,
  [first, ...others]: readonly WrittenBody[],
): Dispatch['parts'] {
  assert(first, 'a call is one conversation at least');
  const head = writeHead(order, operation);
  return [partOf(head, first), ...others.map((body) => partOf(head, body))];
}

const partOf = (head: RequestHead, { text, headers }: WrittenBody): RequestPart => ({
  request: { ...head, ...(headers && { headers: { ...head.headers, ...headers } }), body: text },
});
