import type { Query } from '#call';
import { assert } from '#kernel';
import type { WriteBody } from '../body-order.js';
import { conversationIn } from '../conversation-of.js';
import type { Order, RequestHead } from '../family-adapter.js';
import { USER_AGENT } from '../user-agent.js';
import { writePath, writeQuery } from '../write-target.js';
import { writeOwnBody, writeTranslatedBody } from './write-body.js';

const VERSION = 'v1beta';
const AS_EVENTS: Query = [['alt', 'sse']];

/** A conversation in the format of Gemini, made of what data protection let through. */
export const writeBody: WriteBody = (order, document) => {
  const { said, model, showsThinking } = order;
  assert(model, 'a conversation is held with a model');
  const conversation = conversationIn('gemini', order, document);
  return {
    text:
      said === 'gemini'
        ? writeOwnBody(conversation, model.id)
        : writeTranslatedBody(conversation, model.id, showsThinking),
  };
};

export const writeHead = (order: Order): RequestHead =>
  order.call.isStreaming
    ? headTo(order, 'streamGenerateContent', AS_EVENTS)
    : headTo(order, 'generateContent');

/** Where a provider lists its models. */
export function writeModels({ endpoint, secret }: Pick<Order, 'endpoint' | 'secret'>): RequestHead {
  const { origin, folder } = placeOf(endpoint);
  return {
    origin,
    path: folder + writePath([VERSION, 'models']) + writeQuery([['pageSize', '1000']]),
    method: 'GET',
    headers: { 'user-agent': USER_AGENT, ...keyOf(secret) },
    secret,
  };
}

/** @param verb what is asked of the model */
export function headTo({ endpoint, secret }: Order, verb: string, query: Query = []): RequestHead {
  const { model } = endpoint;
  assert(model, 'this format asks models alone');
  const { origin, folder } = placeOf(endpoint);
  return {
    origin,
    path: folder + writePath([VERSION, 'models', `${model.id}:${verb}`]) + writeQuery(query),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...keyOf(secret),
    },
    secret,
  };
}

function placeOf({ provider }: Order['endpoint']) {
  const base = new URL(provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '');
  return { origin: base.origin, folder };
}

const keyOf = (secret: Order['secret']) => secret && { 'x-goog-api-key': secret.reveal() };
