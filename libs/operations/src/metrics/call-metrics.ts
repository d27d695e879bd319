import { Injectable } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import {
  CallObserver,
  PolicyRefusal,
  STATUS_CALLER_GONE,
  type Arrival,
  type CallTrace,
  type Charge,
  type InspectedCall,
  type Inspection,
  type Outcome,
  type Principal,
  type ReceivedCall,
} from '#call';
import type { ErrorKey, GatewayError } from '#kernel';
import { Config } from '#platform';
import { causeOf } from '../log/cause-of.js';
import { callCounters } from './call-counters.js';
import { Metrics } from './metrics.js';

/** What became of a value in an answer, in the words that the metric has for calls. */
const FATE_WORDS: Readonly<Record<string, string>> = { mask: 'masked', block: 'blocked' };

/** Counts calls as they end. */
@Injectable()
export class CallMetrics extends CallObserver {
  private readonly counters: ReturnType<typeof countersByLabels>;
  private readonly countsWorkloads: boolean;

  constructor(metrics: Metrics, config: Config) {
    super();
    this.counters = countersByLabels(callCounters(metrics.registry));
    this.countsWorkloads = config.metricsByWorkload;
  }

  ended(call: ReceivedCall, outcome: Outcome): void {
    const { requests, seconds, overhead, stages, firstToken, attempts, failures } = this.counters;
    const provider = outcome.endpoint?.provider.name ?? 'none';
    const { surface, principal } = call;
    const { status, error, charge } = outcome;
    requests(surface, String(status), 'served').inc();
    seconds(surface, outcome.latencyMs / 1_000, call.trace);
    overhead().observe(outcome.gatewayMs / 1_000);
    for (const [step, ms] of Object.entries(outcome.stepsMs)) stages(step).observe(ms / 1_000);
    if (outcome.ttftMs !== null) firstToken(provider, outcome.ttftMs / 1_000, call.trace);
    for (const attempt of outcome.attempts) {
      attempts(attempt.provider, attempt.transport ?? String(attempt.status)).inc();
    }
    if (error) failures(provider, error.key, causeOf(error) ?? '').inc();
    if (outcome.marks.includes('usage_clamped')) this.counters.usageClamped(provider).inc();
    if (outcome.marks.includes('processed_elsewhere')) {
      this.counters.processedElsewhere(provider).inc();
    }
    for (const [what, count] of Object.entries(outcome.pseudonyms ?? {})) {
      this.counters.pseudonyms(what).inc(count);
    }
    if (charge) this.charged(provider, principal, charge);
    this.found(call);
    for (const { kind } of outcome.injections ?? []) this.counters.injections(kind).inc();
    for (const { kind, action, count } of outcome.found) {
      this.counters.findings(kind, FATE_WORDS[action] ?? 'logged').inc(count);
    }
  }

  refused(arrival: Arrival, error: GatewayError): void {
    this.counters.refusals(error.key, causeOf(error) ?? '').inc();
    this.counters.requests(arrival.surface, String(error.spec.status), 'refused').inc();
    const blocked = error instanceof PolicyRefusal ? error.facts.protection : undefined;
    if (blocked) this.counted(blocked);
    this.found(arrival);
  }

  left(arrival: Arrival): void {
    this.counters.requests(arrival.surface, String(STATUS_CALLER_GONE), 'left').inc();
    this.found(arrival);
  }

  override unauthenticated(key: ErrorKey): void {
    this.counters.unauthenticated(key).inc();
  }

  private charged(provider: string, principal: Principal, charge: Charge): void {
    const { tokens, cost, overrun, workloadCost } = this.counters;
    const { usage, nano, overrunNano, currency } = charge;
    tokens(provider, 'in').inc(usage.inputTotal);
    tokens(provider, 'out').inc(usage.outputTotal);
    cost(provider, currency).inc(Number(nano));
    if (overrunNano > 0n) overrun(currency).inc(Number(overrunNano));
    if (!this.countsWorkloads) return;
    const { organisation, workload } = principal;
    workloadCost(organisation.name, workload.name, currency).inc(Number(nano));
  }

  /** Of a call that came as far as to be inspected. */
  private found(call: Arrival & Partial<Pick<InspectedCall, 'inspection'>>): void {
    const { inspection } = call;
    if (!inspection) return;
    const { ner, nerDegraded } = this.counters;
    if (inspection.nerMs !== undefined) ner().observe(inspection.nerMs / 1_000);
    if (inspection.marks.includes('ner_degraded')) nerDegraded().inc();
    this.counted(inspection);
  }

  private counted({ findings, action }: Pick<Inspection, 'findings' | 'action'>): void {
    for (const [kind, count] of Object.entries(findings)) {
      this.counters.findings(kind, action).inc(count);
    }
  }
}

const countersByLabels = (counters: ReturnType<typeof callCounters>) => ({
  overhead: children(counters.overhead),
  stages: children(counters.stages),
  requests: children(counters.requests),
  seconds: exemplified(counters.seconds, 'surface'),
  firstToken: exemplified(counters.firstToken, 'provider'),
  refusals: children(counters.refusals),
  failures: children(counters.failures),
  unauthenticated: children(counters.unauthenticated),
  findings: children(counters.findings),
  ner: children(counters.ner),
  nerDegraded: children(counters.nerDegraded),
  attempts: children(counters.attempts),
  tokens: children(counters.tokens),
  cost: children(counters.cost),
  overrun: children(counters.overrun),
  usageClamped: children(counters.usageClamped),
  injections: children(counters.injections),
  pseudonyms: children(counters.pseudonyms),
  processedElsewhere: children(counters.processedElsewhere),
  workloadCost: children(counters.workloadCost),
});

/**
 * The child of a metric for each combination of labels, looked up by the labels' text: finding it by
 * an object of labels costs more than counting.
 */
function children<Child>(metric: { labels(...values: string[]): Child }) {
  const known = new Map<string, Child>();
  return (...labels: readonly string[]): Child => {
    const text = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n');
    let child = known.get(text);
    if (!child) {
      child = metric.labels(...labels);
      known.set(text, child);
    }
    return child;
  };
}

/** A call whose trace can be looked up stands for those of its bucket. */
function exemplified(metric: Histogram, label: string) {
  const plain = children<{ observe(value: number): void }>(metric);
  return (name: string, value: number, trace: CallTrace | undefined): void => {
    if (!trace?.isSampled) return plain(name).observe(value);
    metric.observe({
      labels: { [label]: name },
      value,
      exemplarLabels: { trace_id: trace.traceId },
    });
  };
}
