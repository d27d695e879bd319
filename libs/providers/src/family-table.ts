import { Injectable } from '@nestjs/common';
import { NO_HINTS, type ChatOperation, type Family, type Operation } from '#call';
import { assert } from '#kernel';
import { bodyOrderOf } from './body-order.js';
import { conversationBodies } from './conversation-bodies.js';
import { conversationParts } from './conversation-parts.js';
import { protocolFor, type Dispatch, type FamilyAdapter, type Order } from './family-adapter.js';
import { adapters } from './family-names.js';

/** The families by name, and by operation what each of them makes of a call. */
@Injectable()
export class FamilyTable {
  find(family: Family): FamilyAdapter | undefined {
    return adapters.get(family);
  }

  get(family: Family): FamilyAdapter {
    const adapter = this.find(family);
    assert(adapter, 'a call is routed to families that are known');
    return adapter;
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    const requests = this.find(family)?.requests;
    if (operation === 'complete' && requests?.chat) return true;
    return requests?.[operation] !== undefined;
  }

  /** @throws field_invalid, wire_unsupported for what this endpoint cannot be asked */
  write(order: Order): Dispatch {
    const { operation } = order.call.inspection;
    const { provider } = order.endpoint;
    const family = this.get(provider.family);
    const { requests } = family;
    const converse = (said: ChatOperation): Dispatch['parts'] => {
      assert(requests.chat, UNSERVED);
      const { request } = order.call.inspection;
      assert(request.kind === 'json', 'a conversation is JSON');
      const bodies = conversationBodies(bodyOrderOf(order, said), request.document);
      return conversationParts(requests.chat, order, said, bodies);
    };
    switch (operation.kind) {
      case 'chat':
        return {
          parts: converse(operation),
          protocol: protocolFor(family, provider, operation.protocol),
        };
      case 'forward':
        assert(requests.forward, UNSERVED);
        return { parts: [{ request: requests.forward(order, operation) }], protocol: 'native' };
      case 'complete':
        if (requests.complete) return requests.complete(order, operation);
        return {
          parts: converse({ ...operation, kind: 'chat', hints: NO_HINTS }),
          protocol: family.protocol,
        };
      case 'draw':
        assert(requests.draw, UNSERVED);
        return requests.draw(order, operation);
      case 'embed':
        assert(requests.embed, UNSERVED);
        return requests.embed(order, operation);
    }
  }
}

const UNSERVED = 'a call is routed to families that serve it';
