import { Injectable } from '@nestjs/common';
import type { Family } from '#call';
import { assert } from '#kernel';
import type { FamilyAdapter, Order } from './family-adapter.js';
import { adapters } from './family-names.js';
import type { HttpRequest } from './http/http-client.js';

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

  writeRequest(order: Order): HttpRequest {
    const { operation } = order.call.inspection;
    const { requests } = this.get(order.endpoint.provider.family);
    switch (operation.kind) {
      case 'chat':
        assert(requests.chat, 'a call is routed to families that serve it');
        return requests.chat(order, operation);
      case 'forward':
        assert(requests.forward, 'a call is routed to families that serve it');
        return requests.forward(order, operation);
    }
  }
}
