import { NO_HINTS, type ChatOperation } from '#call';
import type { Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationIn } from '../inspected-body.js';
import { USER_AGENT } from '../user-agent.js';
import { folderOf, writePath, writeQuery } from '../write-target.js';
import { writeMessagesBody } from './write-body.js';

const VERSION = '2023-06-01'; // What every server of the format knows; a caller may name a newer one.
const MESSAGES_PATH = ['v1', 'messages'];

/** A conversation in the messages format, made of what data protection let through. */
export function writeMessagesRequest(order: Order, operation: ChatOperation): HttpRequest {
  const { call, endpoint, secret } = order;
  const { query, headers } = operation.protocol === 'messages' ? operation.hints : NO_HINTS;
  const document = conversationIn('messages', call, operation.protocol);
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
    body: writeMessagesBody(order, document),
    secret,
  };
}
