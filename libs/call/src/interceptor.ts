import type { Protocol, ReplyFrame } from '#wire';
import type { ReceivedCall } from './call.js';
import type { AnswerReport, Outcome } from './outcome.js';

/**
 * One step of the pipeline. It takes a state, adds exactly its own field, and touches nothing
 * else. Not one of Nest's HTTP interceptors: the types hold the order.
 */
export abstract class Interceptor<In extends ReceivedCall, Out extends In> {
  /** Before dispatch. Throws a GatewayError to refuse. */
  abstract enter(call: In): Promise<Entered<Out>> | Entered<Out>;
}

/**
 * A step that a call has entered: the state it made, and the way back. What the step alone needs to
 * know of this call lives in here.
 */
export interface Entered<Out extends ReceivedCall> {
  readonly call: Out;

  /**
   * Sees each frame of the answer. Returns what goes on: usually the very frame, or others.
   * @param protocol the format of the frame's payload
   */
  watch?(frame: ReplyFrame, protocol: Protocol): ReplyFrame | readonly ReplyFrame[];

  /** The same of a whole answer, which may be too large for one turn; without it `watch` sees it. */
  watchWhole?(frame: ReplyFrame, protocol: Protocol): Promise<ReplyFrame> | ReplyFrame;

  /** The same of a frame of a stream that is too large for one turn; without it `watch` sees it. */
  watchLarge?(
    frame: ReplyFrame,
    protocol: Protocol,
  ): Promise<readonly ReplyFrame[]> | readonly ReplyFrame[];

  /** Nothing more comes: what was held back until now. */
  end?(): readonly ReplyFrame[];

  /** Asked a few times a second while a stream goes on: what need not be held back for longer. */
  pause?(): readonly ReplyFrame[];

  /** The answer is bytes, which pass unseen. */
  watchBytes?(): void;

  /** Asked once, when the answer has ended, before anybody leaves. */
  report?(): AnswerReport;

  /**
   * Puts values back in a line that its caller reads beside the answer, such as the message of an
   * error. The line stays bounded; what is logged is the one from before.
   */
  restore?(line: string): string;

  /** Asked after each batch of frames: what they have to wait for before they go out, if anything. */
  ready?(): Promise<unknown> | undefined;

  /** Instead of `leave`: a later step has refused the call, or its caller gave it up, before anything was sent. */
  refused?(): void;

  /** Exactly once, when the answer has ended, in reverse order of entering. */
  leave?(outcome: Outcome): Promise<Outcome> | Outcome;
}
