import { NO_HINTS, type ChatOperation, type ForwardOperation, type Query } from '#call';
import { placeOf, type BodyOrder, type WriteBody } from '../body-order.js';
import { conversationIn } from '../conversation-of.js';
import type { SpokenProtocol } from '#wire';
import type { Order, RequestHead } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { USER_AGENT } from '../user-agent.js';
import { addressOf } from './endpoint.js';
import { presetOf } from './presets.js';
import { servesResponses, withoutForeignSeals } from './responses.js';
import { writeForm } from './write-form.js';
import { writeJsonBody } from './write-json-body.js';

export const CHAT_PATH = ['v1', 'chat', 'completions'];
const RESPONSES_PATH = ['v1', 'responses'];
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A conversation in the format that is spoken with its provider, of what data protection let through. */
export const writeBody: WriteBody = (order, document) => {
  if (isInResponses(order.said, order.provider)) {
    const own = withoutForeignSeals(conversationIn('responses', order, document));
    return { text: writeJsonBody(order, own, { asksForUsage: false }) };
  }
  const conversation = conversationIn('chat', order, document);
  return { text: writeJsonBody(order, conversation, { asksForUsage: order.isStreaming }) };
};

export function writeHead(order: Order, { protocol, hints }: ChatOperation): RequestHead {
  const { provider } = order.endpoint;
  if (isInResponses(protocol, provider)) {
    const headers = { ...hints.headers, ...JSON_TYPE };
    return requestHead(order, 'POST', RESPONSES_PATH, hints.query, headers);
  }
  const { query, headers } = protocol === 'chat' ? hints : NO_HINTS;
  const path = presetOf(provider.family)?.chatPath ?? CHAT_PATH;
  return requestHead(order, 'POST', path, query, { ...headers, ...JSON_TYPE });
}

const isInResponses = (said: SpokenProtocol, provider: BodyOrder['provider']): boolean =>
  said === 'responses' && servesResponses(provider);

/** A request as it came, but for the model's name and what the provider would refuse. */
export function writeForwardRequest(order: Order, operation: ForwardOperation): HttpRequest {
  const { method, segments, query, headers } = operation;
  const { body, bodyHeaders } = forwardBody(order, operation);
  return { ...requestHead(order, method, segments, query, { ...headers, ...bodyHeaders }), body };
}

/** Where a provider lists its models. */
export const writeModels = (order: Pick<Order, 'endpoint' | 'secret'>): RequestHead =>
  requestHead(order, 'GET', ['v1', 'models'], [], {});

/** Where a path of the chat format's makers lies at a provider, and what opens it. */
export function requestHead(
  { endpoint, secret }: Pick<Order, 'endpoint' | 'secret'>,
  method: string,
  segments: readonly string[],
  query: Query,
  headers: Readonly<Record<string, string>>,
): RequestHead {
  const address = addressOf(endpoint, secret, segments, query);
  return {
    origin: address.origin,
    path: address.path,
    method,
    headers: { 'user-agent': USER_AGENT, ...headers, ...address.headers },
    secret,
  };
}

function forwardBody(
  order: Order,
  { asksForUsage }: ForwardOperation,
): { body: HttpRequest['body']; bodyHeaders: Record<string, string> } {
  const { call, endpoint } = order;
  const outgoing = call.inspection.request;
  switch (outgoing.kind) {
    case 'none':
      return { body: null, bodyHeaders: {} };
    case 'json': {
      const body = writeJsonBody(placeOf(order), outgoing.document, { asksForUsage });
      return { body, bodyHeaders: JSON_TYPE };
    }
    case 'form': {
      const form = writeForm(outgoing.form, endpoint.model?.id ?? null, `gw-${call.callId}`);
      const bodyHeaders = {
        'content-type': form.contentType,
        'content-length': String(form.bytes),
      };
      return { body: form.stream, bodyHeaders };
    }
  }
}
