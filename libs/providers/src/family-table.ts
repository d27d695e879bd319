import { Injectable } from '@nestjs/common';
import type { Family, Operation } from '#call';
import { assert } from '#kernel';
import { completionParts } from './completion-parts.js';
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
    switch (operation.kind) {
      case 'chat':
        assert(requests.chat, UNSERVED);
        return {
          parts: [{ request: requests.chat(order, operation) }],
          protocol: protocolFor(family, provider, operation.protocol),
        };
      case 'forward':
        assert(requests.forward, UNSERVED);
        return { parts: [{ request: requests.forward(order, operation) }], protocol: 'native' };
      case 'complete':
        if (requests.complete) return requests.complete(order, operation);
        assert(requests.chat, UNSERVED);
        return { parts: completionParts(order, requests.chat), protocol: family.protocol };
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
