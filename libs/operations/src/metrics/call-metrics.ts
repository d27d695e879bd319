import { Injectable } from '@nestjs/common';
import { CallObserver, type Arrival, type Charge, type Outcome, type ReceivedCall } from '#call';
import type { GatewayError } from '#kernel';
import { callCounters } from './call-counters.js';
import { Metrics } from './metrics.js';

/** Counts calls as they end. */
@Injectable()
export class CallMetrics extends CallObserver {
  private readonly counters: ReturnType<typeof countersByText>;

  constructor(metrics: Metrics) {
    super();
    this.counters = countersByText(callCounters(metrics.registry));
  }

  ended(call: ReceivedCall, outcome: Outcome): void {
    const { requests, seconds, overhead, firstToken, attempts } = this.counters;
    const provider = outcome.endpoint?.provider.name ?? 'none';
    const { surface } = call;
    requests(`${surface} ${outcome.status} served`).inc();
    seconds(surface).observe(outcome.latencyMs / 1_000);
    overhead.observe(outcome.gatewayMs / 1_000);
    if (outcome.ttftMs !== null) firstToken(provider).observe(outcome.ttftMs / 1_000);
    for (const attempt of outcome.attempts) {
      attempts(`${attempt.provider} ${attempt.transport ?? attempt.status}`).inc();
    }
    if (outcome.marks.includes('usage_clamped')) this.counters.usageClamped(provider).inc();
    if (outcome.charge) this.charged(provider, outcome.charge);
  }

  refused(arrival: Arrival, error: GatewayError): void {
    this.counters.refusals(error.key).inc();
    this.counters.requests(`${arrival.surface} ${error.spec.status} refused`).inc();
  }

  private charged(provider: string, { usage, nano, overrunNano, currency }: Charge): void {
    const { tokens, cost, overrun } = this.counters;
    tokens(`${provider} in`).inc(usage.inputTotal);
    tokens(`${provider} out`).inc(usage.outputTotal);
    cost(`${provider} ${currency}`).inc(Number(nano));
    if (overrunNano > 0n) overrun(currency).inc(Number(overrunNano));
  }
}

const countersByText = (counters: ReturnType<typeof callCounters>) => ({
  overhead: counters.overhead,
  requests: children(counters.requests),
  seconds: children(counters.seconds),
  firstToken: children(counters.firstToken),
  refusals: children(counters.refusals),
  attempts: children(counters.attempts),
  tokens: children(counters.tokens),
  cost: children(counters.cost),
  overrun: children(counters.overrun),
  usageClamped: children(counters.usageClamped),
});

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
