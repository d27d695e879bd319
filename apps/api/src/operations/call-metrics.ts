import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CallObserver, type Arrival, type Outcome, type ReceivedCall } from '#call';
import type { GatewayError } from '#kernel';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** What Prometheus reads. Labels are bounded: no key, request or model id of a caller is one. */
@Injectable()
export class CallMetrics extends CallObserver {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'gw_requests_total',
    help: 'Calls by surface, status and decision.',
    labelNames: ['surface', 'status', 'decision'],
    registers: [this.registry],
  });
  private readonly seconds = new Histogram({
    name: 'gw_request_duration_seconds',
    help: 'From receipt to the end of the answer.',
    labelNames: ['surface'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly overhead = new Histogram({
    name: 'gw_overhead_seconds',
    help: "The gateway's own time before dispatch.",
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
    registers: [this.registry],
  });
  private readonly firstToken = new Histogram({
    name: 'gw_time_to_first_token_seconds',
    help: 'From receipt to the first frame of the answer.',
    labelNames: ['provider'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'gw_refusals_total',
    help: 'Calls turned away before dispatch, by error.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly tokens = new Counter({
    name: 'gw_tokens_total',
    help: 'Tokens as charged.',
    labelNames: ['provider', 'type'],
    registers: [this.registry],
  });
  private readonly cost = new Counter({
    name: 'gw_cost_nano_total',
    help: "Money charged, in nano-units of the organisation's currency.",
    labelNames: ['provider'],
    registers: [this.registry],
  });
  private readonly overrun = new Counter({
    name: 'gw_budget_overrun_nano_total',
    help: 'Money charged beyond what was held.',
    registers: [this.registry],
  });
  private readonly attempts = new Counter({
    name: 'gw_upstream_attempts_total',
    help: 'Tries at providers by outcome.',
    labelNames: ['provider', 'outcome'],
    registers: [this.registry],
  });

  private readonly requestsOf = children(this.requests);
  private readonly secondsOf = children(this.seconds);
  private readonly firstTokenOf = children(this.firstToken);
  private readonly attemptsOf = children(this.attempts);
  private readonly tokensOf = children(this.tokens);
  private readonly costOf = children(this.cost);

  /** A value that is read when Prometheus asks, not kept. Names in `_total` are counters. */
  addReading(name: string, help: string, read: () => number): void {
    const registers = [this.registry];
    if (!name.endsWith('_total')) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
      return;
    }
    const collect = () => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ name, help, registers, collect });
  }

  ended(call: ReceivedCall, outcome: Outcome): void {
    const provider = outcome.endpoint?.provider.name ?? 'none';
    const { surface } = call;
    this.requestsOf(`${surface} ${outcome.status} served`).inc();
    this.secondsOf(surface).observe(outcome.latencyMs / 1_000);
    this.overhead.observe(outcome.gatewayMs / 1_000);
    if (outcome.ttftMs !== null) this.firstTokenOf(provider).observe(outcome.ttftMs / 1_000);
    for (const attempt of outcome.attempts) {
      this.attemptsOf(`${attempt.provider} ${attempt.transport ?? attempt.status}`).inc();
    }
    const { charge } = outcome;
    if (!charge) return;
    this.tokensOf(`${provider} in`).inc(charge.usage.inputTotal);
    this.tokensOf(`${provider} out`).inc(charge.usage.outputTotal);
    this.costOf(provider).inc(Number(charge.nano));
    if (charge.overrunNano > 0n) this.overrun.inc(Number(charge.overrunNano));
  }

  refused(arrival: Arrival, error: GatewayError): void {
    this.refusals.inc({ reason: error.key });
    this.requestsOf(`${arrival.surface} ${error.spec.status} refused`).inc();
  }
}

/**
 * The child of a metric for each combination of labels, looked up by the labels' text: finding it by
 * an object of labels costs more than counting.
 */
function children<Child>(metric: { labels(...values: string[]): Child }) {
  const known = new Map<string, Child>();
  return (labels: string): Child => {
    let child = known.get(labels);
    if (!child) {
      child = metric.labels(...labels.split(' '));
      known.set(labels, child);
    }
    return child;
  };
}
