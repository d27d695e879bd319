import type { Attempt, Entropy } from '#kernel';
import type { Endpoint } from '../endpoint.js';
import { writeTraceParent, type TraceParent } from './trace-parent.js';

const SPAN_ID_BYTES = 8;
const STRETCHES_MAX = 32; // A call has four attempts at most, and one step that is shown.

/** Steps that work for seconds. What the others take is in `gw_overhead_seconds`. */
const SHOWN: ReadonlySet<string> = new Set(['documents']);

/** A stretch of the time of a call. Readings of the monotonic clock, in milliseconds. */
export interface Stretch {
  readonly spanId: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface TracedAttempt extends Stretch {
  readonly endpoint: Endpoint;
  readonly attempt: Attempt;
}

export interface TracedStep extends Stretch {
  readonly name: string;
}

/** An attempt that is under way. */
export interface OpenAttempt {
  /** What goes out with it: ids of the gateway's own span, and nothing that its caller had sent beside them. */
  readonly traceparent: string;
  /** @param endedMs reading of the monotonic clock */
  end(attempt: Attempt, endedMs: number): void;
}

export interface TraceOrigin {
  readonly traceId: string;
  /** The caller's span; null where the trace begins here. */
  readonly parentSpanId: string | null;
  readonly isSampled: boolean;
  /** False where the gateway exports nothing: it then knows the caller's trace by its id, and takes no part in it. */
  readonly takesPart: boolean;
  /** As HTTP has it: `POST`. Null for a call that came by no request. */
  readonly method: string | null;
}

/**
 * Where a call stands in a trace, and what of it becomes spans once it has ended: ids and readings of a clock, of no
 * call's content. A call that nobody traces has none.
 */
export class CallTrace implements TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly isSampled: boolean;
  readonly method: string | null;
  readonly attempts: TracedAttempt[] = [];
  readonly steps: TracedStep[] = [];
  private readonly takesPart: boolean;

  constructor(
    { traceId, parentSpanId, isSampled, takesPart, method }: TraceOrigin,
    private readonly entropy: Entropy,
  ) {
    this.traceId = traceId;
    this.parentSpanId = parentSpanId;
    this.isSampled = isSampled;
    this.takesPart = takesPart;
    this.method = method;
    this.spanId = this.newSpanId();
  }

  /** A call that the gateway makes on behalf of this one. */
  child(): CallTrace {
    const { traceId, spanId: parentSpanId, isSampled, takesPart } = this;
    const origin = { traceId, parentSpanId, isSampled, takesPart, method: null };
    return new CallTrace(origin, this.entropy);
  }

  /** Undefined where the gateway takes no part. @param startedMs reading of the monotonic clock */
  begin(endpoint: Endpoint, startedMs: number): OpenAttempt | undefined {
    const { traceId, isSampled } = this;
    if (!this.takesPart) return undefined;
    const spanId = this.newSpanId();
    return {
      traceparent: writeTraceParent({ traceId, spanId, isSampled }),
      end: (attempt, endedMs) => {
        if (!isSampled || this.attempts.length >= STRETCHES_MAX) return;
        this.attempts.push({ spanId, startedMs, endedMs, endpoint, attempt });
      },
    };
  }

  step(name: string, startedMs: number, endedMs: number): void {
    if (!this.isSampled || !SHOWN.has(name) || this.steps.length >= STRETCHES_MAX) return;
    this.steps.push({ name, spanId: this.newSpanId(), startedMs, endedMs });
  }

  /** For what was timed elsewhere. */
  newSpanId(): string {
    return this.entropy.bytes(SPAN_ID_BYTES).toString('hex');
  }
}
