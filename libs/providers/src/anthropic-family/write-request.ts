import { NO_HINTS, type ChatOperation } from '#call';
import type { WriteBody } from '../body-order.js';
import { conversationIn } from '../conversation-of.js';
import type { Order, RequestHead } from '../family-adapter.js';
import { USER_AGENT } from '../user-agent.js';
import { folderOf, writePath, writeQuery } from '../write-target.js';
import { writeMessagesBody } from './write-body.js';

const VERSION = '2023-06-01'; // What every server of the format knows; a caller may name a newer one.
const MESSAGES_PATH = ['v1', 'messages'];

/** A conversation in the messages format, made of what data protection let through. */
export const writeBody: WriteBody = (order, document) => ({
  text: writeMessagesBody(order, conversationIn('messages', order, document)),
});

/** Where a provider lists its models. */
export function writeModels({ endpoint, secret }: Pick<Order, 'endpoint' | 'secret'>): RequestHead {
  const base = new URL(endpoint.provider.baseUrl);
  return {
    origin: base.origin,
    path: folderOf(base) + writePath(['v1', 'models']) + writeQuery([['limit', '1000']]),
    method: 'GET',
    headers: {
      'user-agent': USER_AGENT,
      'anthropic-version': VERSION,
      ...(secret && { 'x-api-key': secret.reveal() }),
    },
    secret,
  };
}

export function writeHead({ endpoint, secret }: Order, operation: ChatOperation): RequestHead {
  const { query, headers } = operation.protocol === 'messages' ? operation.hints : NO_HINTS;
  const base = new URL(endpoint.provider.baseUrl);
  return {
    origin: base.origin,
    path: folderOf(base) + writePath(MESSAGES_PATH) + writeQuery(query),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'anthropic-version': VERSION,
      ...headers,
      'content-type': 'application/json',
      ...(secret && { 'x-api-key': secret.reveal() }),
    },
    secret,
  };
}
