import type { ChatOperation } from '#call';
import { assert, member, stringOf } from '#kernel';
import { readProviderError } from '#wire';
import type { Dispatch, FamilyAdapter, Order } from '../family-adapter.js';
import { writeOwnBody, writeTranslatedBody } from '../gemini-family/write-body.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationIn } from '../inspected-body.js';
import { serviceAccounts } from '../oauth/service-account.js';
import { pictureParts } from '../picture-parts.js';
import { vertexBaseUrl, vertexHead } from './address.js';
import { writeVertexEmbed } from './write-embeddings.js';

/** Gemini at Google's cloud: its own format, but for what another address says. */
export const vertexGeminiFamily: FamilyAdapter = {
  baseUrl: vertexBaseUrl,
  protocol: 'gemini',
  requests: { chat: writeVertexGemini, draw: writeVertexPictures, embed: writeVertexEmbed },
  exchange: serviceAccounts,
  readError: readProviderError,
};

function writeVertexGemini(order: Order, { protocol }: ChatOperation): HttpRequest {
  const { call, endpoint, secret } = order;
  assert(endpoint.model, 'a conversation is held with a model');
  const document = conversationIn('gemini', call, protocol);
  const verb = call.isStreaming ? 'streamGenerateContent' : 'generateContent';
  const called = { publisher: 'google', verb, asEvents: call.isStreaming } as const;
  const head = vertexHead(endpoint, secret, called);
  const tier = TIERS[stringOf(member(document.root, 'serviceTier')) ?? ''];
  return {
    ...head,
    headers: { ...head.headers, ...(tier !== undefined && { [TIER_HEADER]: tier }) },
    body:
      protocol === 'gemini'
        ? writeOwnBody(document, 'vertex')
        : writeTranslatedBody(document, endpoint.model.id, call.showsThinking, 'vertex'),
  };
}

function writeVertexPictures(order: Order): Dispatch {
  const { endpoint, secret } = order;
  const called = { publisher: 'google', verb: 'generateContent' } as const;
  return pictureParts(order, (body) => ({ ...vertexHead(endpoint, secret, called), body }));
}

/** A tier is asked for beside the body here. */
const TIER_HEADER = 'x-vertex-ai-llm-shared-request-type';
const TIERS: Readonly<Record<string, string>> = { flex: 'flex', priority: 'priority' };
