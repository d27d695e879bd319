import type { ChatOperation } from '#call';
import type { JsonDocument } from '#kernel';
import { readProviderError, type SpokenProtocol } from '#wire';
import { writeMessagesBody } from '../anthropic-family/write-body.js';
import type { BodyOrder, WrittenBody } from '../body-order.js';
import { conversationIn } from '../conversation-of.js';
import type { FamilyAdapter, Order, RequestHead } from '../family-adapter.js';
import { serviceAccounts } from '../oauth/service-account.js';
import { vertexBaseUrl, vertexHead } from './address.js';
import { knownBetas } from './beta-flags.js';
import { fitToVertex } from './fit-claude.js';

/** Claude at Google's cloud: the messages format, but for what another address and version say. */
export const vertexClaudeFamily: FamilyAdapter = {
  baseUrl: vertexBaseUrl,
  protocol: 'messages',
  requests: { chat: { writeBody, writeHead } },
  exchange: serviceAccounts,
  readError: readProviderError,
};

function writeBody(order: BodyOrder, document: JsonDocument): WrittenBody {
  const conversation = conversationIn('messages', order, document);
  return {
    text: writeMessagesBody(
      order,
      conversation,
      fitToVertex(betasOf(order.said, order), order.said),
    ),
  };
}

function writeHead(order: Order, { protocol, hints }: ChatOperation): RequestHead {
  const { call, endpoint, secret } = order;
  const betas = betasOf(protocol, hints);
  const verb = call.isStreaming ? 'streamRawPredict' : 'rawPredict';
  const head = vertexHead(endpoint, secret, { publisher: 'anthropic', verb });
  return {
    ...head,
    headers: {
      ...head.headers,
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
    },
  };
}

/** Flags of callers of this format; in any other the header means nothing. */
const betasOf = (
  said: SpokenProtocol,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
): readonly string[] => (said === 'messages' ? knownBetas(headers['anthropic-beta']) : []);
