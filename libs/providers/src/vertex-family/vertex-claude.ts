import { NO_HINTS, type ChatOperation } from '#call';
import { readProviderError } from '#wire';
import { writeMessagesBody } from '../anthropic-family/write-body.js';
import type { FamilyAdapter, Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationIn } from '../inspected-body.js';
import { serviceAccounts } from '../oauth/service-account.js';
import { vertexBaseUrl, vertexHead } from './address.js';
import { knownBetas } from './beta-flags.js';
import { fitToVertex } from './fit-claude.js';

/** Claude at Google's cloud: the messages format, but for what another address and version say. */
export const vertexClaudeFamily: FamilyAdapter = {
  baseUrl: vertexBaseUrl,
  protocol: 'messages',
  requests: { chat: writeVertexClaude },
  exchange: serviceAccounts,
  readError: readProviderError,
};

function writeVertexClaude(order: Order, operation: ChatOperation): HttpRequest {
  const { call, endpoint, secret } = order;
  const { headers: asked } = operation.protocol === 'messages' ? operation.hints : NO_HINTS;
  const document = conversationIn('messages', call, operation.protocol);
  const betas = knownBetas(asked['anthropic-beta']);
  const verb = call.isStreaming ? 'streamRawPredict' : 'rawPredict';
  const head = vertexHead(endpoint, secret, { publisher: 'anthropic', verb });
  return {
    ...head,
    headers: {
      ...head.headers,
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
    },
    body: writeMessagesBody(order, document, fitToVertex(betas)),
  };
}
