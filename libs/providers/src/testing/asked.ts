import type { ChatOperation } from '#call';
import { assert, Secret } from '#kernel';
import type { ConversationProtocol } from '#wire';
import { aCall, aDocument, anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { bodyOrderOf } from '../body-order.js';
import { conversationBodies } from '../conversation-bodies.js';
import { conversationParts } from '../conversation-parts.js';
import type { Order } from '../family-adapter.js';
import { adapters } from '../family-names.js';
import type { HttpRequest } from '../http/http-client.js';

export interface Fields {
  readonly [name: string]: unknown;
}

/** What a family makes of a conversation with one of its models. */
export function requestFor(
  family: string,
  id: string,
  fields: Fields,
  protocol: ConversationProtocol = 'chat',
) {
  const hints = { query: [], headers: {} };
  const operation = { kind: 'chat', protocol, hints } as const;
  const document = aDocument({ messages: [{ role: 'user', content: 'Hi' }], ...fields });
  const organisation = anOrganisation({ explicitPromptCache: true });
  const body = { kind: 'json', document } as const;
  const order = {
    call: aCall({ organisation, operation, body }),
    endpoint: anEndpoint({ family, baseUrl: 'https://host.example/x/v1' }, { id }),
    secret: new Secret('sk-1'),
    nowMs: 0,
  };
  const request = requestOf(order, operation);
  const text = typeof request.body === 'string' ? request.body : '{}';
  return { ...request, fields: JSON.parse(text) as Fields };
}

/** The request that a conversation becomes. @throws what its family does */
export function requestOf(order: Order, operation: ChatOperation): HttpRequest {
  const { request } = order.call.inspection;
  const writer = adapters.get(order.endpoint.provider.family)?.requests.chat;
  assert(request.kind === 'json' && writer, 'a conversation with a family that holds some');
  const bodies = conversationBodies(bodyOrderOf(order, operation), request.document);
  return conversationParts(writer, order, operation, bodies)[0].request;
}
