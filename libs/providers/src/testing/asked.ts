import { Secret } from '#kernel';
import type { ConversationProtocol } from '#wire';
import { aCall, aDocument, anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import type { WriteRequest } from '../family-adapter.js';

export interface Fields {
  readonly [name: string]: unknown;
}

/** What a family makes of a conversation with one of its models. */
export function requestFor(
  family: string,
  write: WriteRequest<'chat'>,
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
  const request = write(order, operation);
  const text = typeof request.body === 'string' ? request.body : '{}';
  return { ...request, fields: JSON.parse(text) as Fields };
}
