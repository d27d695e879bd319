import {
  CallerGone,
  type Dispatcher,
  type Interceptor,
  type Journey,
  type MeteredCall,
  type Outcome,
  type ReceivedCall,
} from '#call';
import { asGatewayError, type Alarm, type GatewayError } from '#kernel';
import type { Reply, ReplyBody, ReplyFrame } from '#wire';
import { AnswerRecord } from './answer-record.js';
import type { PassageTools } from './passage-tools.js';

export interface Answer extends Reply {
  /** `x-ratelimit-*` and `server-timing`: what the gateway adds to the answer's head. */
  readonly gatewayHeaders: Readonly<Record<string, string>>;
}

/** An interceptor that was entered, with the state it returned. */
interface Entered {
  readonly interceptor: Interceptor<ReceivedCall, ReceivedCall>;
  readonly call: ReceivedCall;
}

const ABORT_GRACE_MS = 2_000; // An answer about to finish may still report its usage.
const DRAIN_MS_MAX = 120_000; // Reading on for nobody has to end some time.
const STATUS_CALLER_GONE = 499; // Recorded only; nobody is there to receive it.

/** One call on its way: remembers what was entered, and leaves it in reverse, exactly once. */
export class Passage {
  private readonly journey: Journey = {
    abort: new AbortController(),
    attempts: [],
    endpoint: null,
    exposure: 'none',
  };
  private readonly entered: Entered[] = [];
  private readonly timings: string[] = [];
  private readonly answer = new AnswerRecord();
  private latest: ReceivedCall;
  private dispatchedMs: number | undefined;
  private goneAlarm: Alarm | undefined;
  private status = 0;
  private hasEnded = false;

  constructor(
    received: ReceivedCall,
    private readonly tools: PassageTools,
  ) {
    this.latest = received;
  }

  async enter<In extends ReceivedCall, Out extends In>(
    name: string,
    interceptor: Interceptor<In, Out>,
    call: In,
  ): Promise<Out> {
    const { clock } = this.tools;
    const startedMs = clock.monotonicMs();
    const result = interceptor.enter(call);
    const state = result instanceof Promise ? await result : result;
    this.timings.push(`${name};dur=${(clock.monotonicMs() - startedMs).toFixed(2)}`);
    // Kept without its states' types: leaving goes in reverse, each with the state it returned.
    this.entered.push({
      interceptor,
      call: state,
    });
    this.latest = state;
    return state;
  }

  /** Sends the call. The end of its answer, however it comes about, leaves the interceptors. */
  async dispatch(call: MeteredCall, dispatcher: Dispatcher): Promise<Answer> {
    this.dispatchedMs = this.tools.clock.monotonicMs();
    this.tools.openCalls.add(this.journey.abort);
    this.watchCaller(call);
    const reply = await dispatcher.send(call, this.journey);
    this.status = reply.status;
    const gatewayHeaders = { ...call.hold.rateHeaders, 'server-timing': this.timings.join(', ') };
    return { ...reply, body: this.deliver(reply.body), gatewayHeaders };
  }

  /** A refusal before dispatch is recorded as such; after it, the call ends with its error. */
  async fail(fault: unknown): Promise<GatewayError> {
    const error = asGatewayError(fault);
    if (this.dispatchedMs === undefined) {
      return this.tools.refusals.record(this.latest, error, this.latest);
    }
    if (!(fault instanceof CallerGone)) {
      this.status = error.spec.status;
      if (error.key === 'internal') {
        this.tools.logger.error(`call ${this.latest.callId} failed`, fault);
      }
    }
    this.end(fault);
    return error;
  }

  private deliver(body: ReplyBody): ReplyBody {
    if (body.kind === 'bytes') return { kind: body.kind, chunks: this.untilEnd(body.chunks) };
    let frames: AsyncIterable<ReplyFrame> = this.observe(body.frames);
    // The last entered sees the provider's frames first; the first one's view is the caller's.
    for (const { interceptor, call } of this.entered.toReversed()) {
      frames = interceptor.watch?.(call, frames) ?? frames;
    }
    return { kind: body.kind, frames: this.untilEnd(frames) };
  }

  private async *observe(frames: AsyncIterable<ReplyFrame>): AsyncGenerator<ReplyFrame> {
    const nowMs = () => this.tools.clock.monotonicMs();
    for await (const frame of frames) {
      this.answer.see(frame, nowMs);
      yield frame;
    }
  }

  private async *untilEnd<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    let fault: unknown;
    try {
      yield* items;
      if (!this.answer.error) this.answer.isComplete = true;
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      this.end(fault);
    }
  }

  /** Without a reader the upstream request is ended, or read to its end, as the workload wants. */
  private watchCaller(call: MeteredCall): void {
    const { clock, openCalls } = this.tools;
    const leave = () => {
      const { abort } = this.journey;
      const drains = call.principal.workload.onDisconnect === 'drain' && openCalls.tryDrain(abort);
      this.goneAlarm = clock.after(drains ? DRAIN_MS_MAX : ABORT_GRACE_MS, () =>
        abort.abort(new CallerGone()),
      );
    };
    if (call.clientGone.aborted) leave();
    else call.clientGone.addEventListener('abort', leave, { once: true });
  }

  private end(fault: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.goneAlarm?.cancel();
    this.tools.openCalls.delete(this.journey.abort);
    this.tools.inFlight.add(this.leave(this.outcome(fault)));
  }

  private outcome(fault: unknown): Outcome {
    const { answer, journey } = this;
    const nowMs = this.tools.clock.monotonicMs();
    const { startedMs, clientGone } = this.latest;
    const isGone = fault instanceof CallerGone;
    const error = fault === undefined || isGone ? answer.error : asGatewayError(fault);
    return {
      status: isGone && this.status === 0 ? STATUS_CALLER_GONE : this.status,
      endedBy: endOf(answer.isComplete, isGone || clientGone.aborted, error),
      clientGone: clientGone.aborted,
      error,
      attempts: journey.attempts,
      endpoint: journey.endpoint,
      usage: answer.usage,
      isPartial: !answer.isComplete,
      exposure: journey.exposure,
      ttftMs:
        answer.firstFrameMs === undefined ? null : Math.round(answer.firstFrameMs - startedMs),
      latencyMs: Math.round(nowMs - startedMs),
      gatewayMs: Math.round((this.dispatchedMs ?? nowMs) - startedMs),
      charge: null,
    };
  }

  private async leave(first: Outcome): Promise<void> {
    let outcome = first;
    for (const { interceptor, call } of this.entered.toReversed()) {
      try {
        outcome = (await interceptor.leave?.(call, outcome)) ?? outcome;
      } catch (fault) {
        // The next ones still have to leave; the intent stays, so the call is not lost.
        this.tools.logger.error(`call ${this.latest.callId} did not end cleanly`, fault);
      }
    }
    this.tools.observer.ended(this.latest, outcome);
  }
}

function endOf(
  isComplete: boolean,
  isGone: boolean,
  error: GatewayError | null,
): Outcome['endedBy'] {
  if (error?.key === 'server_restarting') return 'server_restarting';
  if (error) return 'error';
  if (isComplete) return 'upstream';
  return isGone ? 'client' : 'error';
}
