import type { ReceivedCall } from './call.js';
import type { Outcome } from './outcome.js';
import type { ReplyFrame } from '#wire';

/**
 * One step of the pipeline. It takes a state, adds exactly its own field, and touches nothing
 * else. Not one of Nest's HTTP interceptors: the types hold the order.
 */
export abstract class Interceptor<In extends ReceivedCall, Out extends In> {
  /** Before dispatch. Throws a GatewayError to refuse. */
  abstract enter(call: In): Promise<Out> | Out;

  /** Sees each frame of the reply, and may rewrite it. Pulling is the back-pressure. */
  watch?(call: Out, frames: AsyncIterable<ReplyFrame>): AsyncIterable<ReplyFrame>;

  /** Exactly once, when the reply has ended, in reverse order of entering. */
  leave?(call: Out, outcome: Outcome): Promise<Outcome> | Outcome;
}
