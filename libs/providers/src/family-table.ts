import { Injectable } from '@nestjs/common';
import { NO_HINTS, type ChatOperation, type Family, type Operation } from '#call';
import { assert, type Cancellation } from '#kernel';
import { bodyOrderOf, type WrittenBody } from './body-order.js';
import { checkAnswers } from './check-answers.js';
import { conversationBodies } from './conversation-bodies.js';
import { conversationParts } from './conversation-parts.js';
import { protocolFor, type Dispatch, type FamilyAdapter, type Order } from './family-adapter.js';
import { adapters } from './family-names.js';
import { servesOperation } from './served.js';
import { fitsInTurn } from './translation/fits-in-turn.js';
import { TranslationThread } from './translation/translation-thread.js';

/** The families by name, and by operation what each of them makes of a call. */
@Injectable()
export class FamilyTable {
  constructor(private readonly thread: TranslationThread) {}

  find(family: Family): FamilyAdapter | undefined {
    return adapters.get(family);
  }

  get(family: Family): FamilyAdapter {
    const adapter = this.find(family);
    assert(adapter, 'a call is routed to families that are known');
    return adapter;
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return servesOperation(operation, family);
  }

  /**
   * At once, but for conversations so large that they are written in a thread.
   * @param ended nobody waits for it any more
   * @throws field_invalid, wire_unsupported for what this endpoint cannot be asked; what the thread does
   */
  write(order: Order, ended: Cancellation): Dispatch | Promise<Dispatch> {
    const { operation } = order.call.inspection;
    const { provider } = order.endpoint;
    const family = this.get(provider.family);
    const { requests } = family;
    switch (operation.kind) {
      case 'chat':
        return this.converse(order, operation, ended);
      case 'forward':
        assert(requests.forward, UNSERVED);
        return { parts: [{ request: requests.forward(order, operation) }], protocol: 'native' };
      case 'complete':
        if (requests.complete) return requests.complete(order, operation);
        return this.converse(order, { ...operation, kind: 'chat', hints: NO_HINTS }, ended);
      case 'decide':
        assert(requests.decide, UNSERVED);
        return requests.decide(order, operation);
      case 'draw':
        assert(requests.draw, UNSERVED);
        return requests.draw(order, operation);
      case 'embed':
        assert(requests.embed, UNSERVED);
        return requests.embed(order, operation);
      case 'ocr':
        assert(requests.ocr, UNSERVED);
        return requests.ocr(order, operation);
      case 'anonymize':
      case 'tool':
        throw new Error(UNSERVED);
    }
  }

  private converse(
    order: Order,
    operation: ChatOperation,
    ended: Cancellation,
  ): Dispatch | Promise<Dispatch> {
    const { provider } = order.endpoint;
    const family = this.get(provider.family);
    const { chat } = family.requests;
    const { request } = order.call.inspection;
    assert(chat, UNSERVED);
    assert(request.kind === 'json', 'a conversation is JSON');
    const protocol = protocolFor(family, provider, operation.protocol);
    checkAnswers(operation.protocol, protocol, provider.family, request.document);
    const asked = bodyOrderOf(order, operation);
    const dispatchOf = (bodies: readonly WrittenBody[]): Dispatch => ({
      parts: conversationParts(chat, order, operation, bodies),
      protocol,
    });
    const { text, nodes } = request.document;
    return fitsInTurn({ chars: text.length, nodes }, protocol !== operation.protocol)
      ? dispatchOf(conversationBodies(asked, request.document))
      : this.thread.write(asked, request.document, ended).then(dispatchOf);
  }
}

const UNSERVED = 'a call is routed to families that serve it';
