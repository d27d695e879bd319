import type { ChatOperation, Query } from '#call';
import { assert } from '#kernel';
import type { Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationIn } from '../inspected-body.js';
import { USER_AGENT } from '../user-agent.js';
import { writePath, writeQuery } from '../write-target.js';
import { writeOwnBody, writeTranslatedBody } from './write-body.js';

const VERSION = 'v1beta';
const AS_EVENTS: Query = [['alt', 'sse']];

/** A conversation in the format of Gemini, made of what data protection let through. */
export function writeGeminiRequest(order: Order, { protocol }: ChatOperation): HttpRequest {
  const { call, endpoint } = order;
  const { model } = endpoint;
  assert(model, 'a conversation is held with a model');
  const document = conversationIn('gemini', call, protocol);
  const body =
    protocol === 'gemini'
      ? writeOwnBody(document)
      : writeTranslatedBody(document, model.id, call.showsThinking);
  return call.isStreaming
    ? requestTo(order, 'streamGenerateContent', body, AS_EVENTS)
    : requestTo(order, 'generateContent', body);
}

/** @param verb what is asked of the model */
export function requestTo(
  { endpoint, secret }: Order,
  verb: string,
  body: string,
  query: Query = [],
): HttpRequest {
  const { model, provider } = endpoint;
  assert(model, 'this format asks models alone');
  const base = new URL(provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '');
  return {
    origin: base.origin,
    path: folder + writePath([VERSION, 'models', `${model.id}:${verb}`]) + writeQuery(query),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(secret && { 'x-goog-api-key': secret.reveal() }),
    },
    body,
    secret,
  };
}
