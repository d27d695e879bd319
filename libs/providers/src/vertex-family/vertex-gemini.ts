import { assert, member, stringOf, type JsonDocument } from '#kernel';
import { readProviderError } from '#wire';
import type { BodyOrder, WrittenBody } from '../body-order.js';
import { conversationIn } from '../conversation-of.js';
import type { Dispatch, FamilyAdapter, Order, RequestHead } from '../family-adapter.js';
import { writeOwnBody, writeTranslatedBody } from '../gemini-family/write-body.js';
import { serviceAccounts } from '../oauth/service-account.js';
import { pictureParts } from '../picture-parts.js';
import { vertexBaseUrl, vertexHead } from './address.js';
import { writeVertexEmbed } from './write-embeddings.js';

/** Gemini at Google's cloud: its own format, but for what another address says. */
export const vertexGeminiFamily: FamilyAdapter = {
  baseUrl: vertexBaseUrl,
  protocol: 'gemini',
  requests: { chat: { writeBody, writeHead }, draw: writeVertexPictures, embed: writeVertexEmbed },
  exchange: serviceAccounts,
  readError: readProviderError,
};

function writeBody(order: BodyOrder, document: JsonDocument): WrittenBody {
  const { said, model, showsThinking } = order;
  assert(model, 'a conversation is held with a model');
  const conversation = conversationIn('gemini', order, document);
  const tier = TIERS[stringOf(member(conversation.root, 'serviceTier')) ?? ''];
  return {
    text:
      said === 'gemini'
        ? writeOwnBody(conversation, model.id, 'vertex')
        : writeTranslatedBody(conversation, model.id, showsThinking, 'vertex'),
    ...(tier !== undefined && { headers: { [TIER_HEADER]: tier } }),
  };
}

function writeHead({ call, endpoint, secret }: Order): RequestHead {
  const verb = call.isStreaming ? 'streamGenerateContent' : 'generateContent';
  const called = { publisher: 'google', verb, asEvents: call.isStreaming } as const;
  return vertexHead(endpoint, secret, called);
}

function writeVertexPictures(order: Order): Dispatch {
  const { endpoint, secret } = order;
  const called = { publisher: 'google', verb: 'generateContent' } as const;
  return pictureParts(order, (body) => ({ ...vertexHead(endpoint, secret, called), body }));
}

/** A tier is asked for beside the body here. */
const TIER_HEADER = 'x-vertex-ai-llm-shared-request-type';
const TIERS: Readonly<Record<string, string>> = { flex: 'flex', priority: 'priority' };
