import type { Attempt } from '#kernel';
import type { MeteredCall } from './call.js';
import type { Endpoint } from './endpoint.js';
import type { Reply } from '#wire';
import type { Outcome } from './outcome.js';

/** A target of calls: a model provider now; local models, OCR and tool servers later. */
export abstract class Dispatcher {
  /**
   * Resolves once the answer has begun. Throws a GatewayError when every attempt was spent.
   * @param abort aborts the upstream request: timeout, caller gone, restart.
   */
  abstract send(call: MeteredCall, journey: Journey): Promise<Reply>;
}

/** What happened on the way to the answer; filled while it happens, read when the call ends. */
export interface Journey {
  readonly abort: AbortController;
  readonly attempts: Attempt[];
  endpoint: Endpoint | null;
  exposure: Outcome['exposure'];
}
