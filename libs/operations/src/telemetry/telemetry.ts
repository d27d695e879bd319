import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import {
  CallObserver,
  CallTrace,
  readTraceParent,
  STATUS_CALLER_GONE,
  type Arrival,
  type Outcome,
  type ReceivedCall,
} from '#call';
import { Clock, Entropy, type GatewayError } from '#kernel';
import { Config, ReplicaId } from '#platform';
import { Metrics } from '../metrics/metrics.js';
import type { OpenTelemetry } from './open-telemetry.js';
import { spansOfCall, spansOfEnd } from './spans-of-call.js';

const TRACE_ID_BYTES = 16;
const DRAWN_FROM = 2 ** 32;
const STOP_MS = 3_000; // A collector that is gone does not hold up the end of the process.

/** Tells a collector of calls as they end: spans of those that are sampled, and metrics by the GenAI names. */
@Injectable()
export class Telemetry extends CallObserver {
  private readonly logger = new Logger('telemetry');
  private open: OpenTelemetry | undefined;

  constructor(
    private readonly config: Config,
    private readonly replica: ReplicaId,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    metrics: Metrics,
  ) {
    super();
    if (config.telemetry.tracesUrl === null) return;
    const counted = (what: 'exported' | 'failed' | 'dropped') => () =>
      this.open?.spans?.counters[what] ?? 0;
    metrics.addReadings([
      ['gw_spans_exported_total', 'Spans that the collector took.', counted('exported')],
      ['gw_spans_failed_total', 'Spans that it did not take.', counted('failed')],
      ['gw_spans_dropped_total', 'Spans that were not sent: too many waited.', counted('dropped')],
    ]);
  }

  async start(): Promise<void> {
    const { telemetry } = this.config;
    if (telemetry.tracesUrl === null && telemetry.metricsUrl === null) return;
    const { openTelemetry } = await import('./open-telemetry.js');
    this.open = openTelemetry(telemetry, this.replica.value);
  }

  /** What waits is sent, as far as there is time. Never rejects. */
  async stop(): Promise<void> {
    const { open } = this;
    if (!open) return;
    const over = new AbortController();
    const sent = Promise.all([open.spans?.stop(), open.meter?.stop()]);
    await Promise.race([sent, this.clock.sleep(STOP_MS, over.signal)]).catch(() => {
      this.logger.warn('the collector did not take what was left to tell');
    });
    over.abort();
    sent.catch(() => undefined);
  }

  /** Where a request stands in its caller's trace, or in one that begins with it; undefined where nobody traces it. */
  begin(headers: IncomingHttpHeaders, method: string | undefined): CallTrace | undefined {
    const header = headers['traceparent'];
    const takesPart = this.config.telemetry.tracesUrl !== null;
    if (!takesPart && header === undefined) return undefined;
    const parent = typeof header === 'string' ? readTraceParent(header) : undefined;
    if (!takesPart && !parent) return undefined;
    const { followsCaller } = this.config.telemetry;
    const traceId = parent?.traceId ?? this.entropy.bytes(TRACE_ID_BYTES).toString('hex');
    const isSampled = takesPart && (parent && followsCaller ? parent.isSampled : this.draws());
    const parentSpanId = parent?.spanId ?? null;
    const origin = { traceId, parentSpanId, isSampled, takesPart, method: method ?? null };
    return new CallTrace(origin, this.entropy);
  }

  ended(call: ReceivedCall, outcome: Outcome): void {
    const { trace } = call;
    if (trace?.isSampled) this.open?.spans?.add(spansOfCall(call, trace, outcome));
    this.open?.meter?.ended(call, outcome);
  }

  refused(arrival: Arrival, error: GatewayError): void {
    this.notSent(arrival, 'refused', error.spec.status, error);
  }

  left(arrival: Arrival): void {
    this.notSent(arrival, 'left', STATUS_CALLER_GONE, null);
  }

  /** No call: nothing is known of whoever asked, and anybody can make any number of them. */
  override unauthenticated(): void {}

  private notSent(
    arrival: Arrival,
    decision: 'refused' | 'left',
    status: number,
    error: GatewayError | null,
  ): void {
    const { trace } = arrival;
    if (!trace?.isSampled) return;
    const endedMs = this.clock.monotonicMs();
    this.open?.spans?.add(spansOfEnd(arrival, trace, { decision, status, error, endedMs }));
  }

  private draws(): boolean {
    const { sampledRatio } = this.config.telemetry;
    if (sampledRatio >= 1) return true;
    return this.entropy.bytes(4).readUInt32BE() / DRAWN_FROM < sampledRatio;
  }
}
