import { assert, type Attempt, type Cancellation } from '#kernel';
import type { ConversationProtocol, Reply } from '#wire';
import type { MeteredCall } from './call.js';
import type { Endpoint } from './endpoint.js';
import type { Operation } from './operation.js';
import type { Outcome, Spent } from './outcome.js';
import type { Family, Provider } from './settings.js';

/** Answers that one replica holds open at a time, each with a connection to its provider. */
export const OPEN_CALLS_MAX = 16_384; // Linux gives 28,000 ports towards one address.

/** Sends a call to the endpoints of its route until one of them answers. */
export abstract class Dispatcher {
  /** May a call of this kind go to an endpoint of this family? */
  abstract serves(operation: Operation['kind'], family: Family): boolean;

  /** Is a caller of this format answered in the provider's own words, nothing translated? */
  abstract speaks(protocol: ConversationProtocol, provider: Provider): boolean;

  /** Resolves once the answer has begun. Throws a GatewayError when every attempt was spent. */
  abstract send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply>;
}

/** What happens on the way to the answer; filled while it happens, read when the call ends. */
export interface DispatchRecord {
  /** Ends the request that is under way: timeout, caller gone, restart. */
  readonly cancellation: Cancellation;
  readonly attempts: Attempt[];
  /** The endpoint that was tried last. */
  endpoint: Endpoint | null;
  /** Of the attempt that was made last. */
  billable: Outcome['billable'];
  /** Called before the first byte of an attempt goes out. */
  readonly noteSent: () => void;
  /** Of attempts before it, and of parts of a call that was not answered whole. */
  readonly spent: Spent[];
}

/** Several dispatchers as one, told apart by operation and family: providers, local models, tools. */
export class DispatchTable extends Dispatcher {
  constructor(private readonly dispatchers: readonly Dispatcher[]) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return this.find(operation, family) !== undefined;
  }

  speaks(protocol: ConversationProtocol, provider: Provider): boolean {
    return this.find('chat', provider.family)?.speaks(protocol, provider) ?? false;
  }

  send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const [first] = call.hold.endpoints;
    const dispatcher = first && this.find(call.operation.kind, first.provider.family);
    assert(dispatcher, 'a call is routed to endpoints that are served');
    return dispatcher.send(call, dispatch);
  }

  private find(operation: Operation['kind'], family: Family): Dispatcher | undefined {
    return this.dispatchers.find((dispatcher) => dispatcher.serves(operation, family));
  }
}
