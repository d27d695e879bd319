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
  const { call, endpoint, secret } = order;
  const { model, provider } = endpoint;
  assert(model, 'a conversation is held with a model');
  const document = conversationIn('gemini', call, protocol);
  const base = new URL(provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '');
  const verb = call.isStreaming ? 'streamGenerateContent' : 'generateContent';
  const path = writePath([VERSION, 'models', `${model.id}:${verb}`]);
  return {
    origin: base.origin,
    path: folder + path + writeQuery(call.isStreaming ? AS_EVENTS : []),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(secret && { 'x-goog-api-key': secret.reveal() }),
    },
    body:
      protocol === 'gemini'
        ? writeOwnBody(document)
        : writeTranslatedBody(document, model.id, call.showsThinking),
    secret,
  };
}
