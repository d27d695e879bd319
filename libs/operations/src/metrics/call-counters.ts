import {
  Counter,
  Histogram,
  Registry,
  type HistogramConfiguration,
  type OpenMetricsContentType,
} from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

const STAGE_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5];

/** What is counted of calls. Labels are bounded: no key, request or model id of a caller is one. */
export function callCounters(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'gw_requests_total',
      help: 'Calls by surface, status and decision.',
      labelNames: ['surface', 'status', 'decision'],
      registers,
    }),
    seconds: exemplifying(registry, {
      name: 'gw_request_duration_seconds',
      help: 'From receipt to the end of the answer.',
      labelNames: ['surface'],
      buckets: SECONDS,
    }),
    overhead: new Histogram({
      name: 'gw_overhead_seconds',
      help: "The gateway's own time before dispatch.",
      buckets: STAGE_SECONDS,
      registers,
    }),
    stages: new Histogram({
      name: 'gw_stage_seconds',
      help: 'What each step of it took.',
      labelNames: ['stage'],
      buckets: STAGE_SECONDS,
      registers,
    }),
    firstToken: exemplifying(registry, {
      name: 'gw_time_to_first_token_seconds',
      help: 'From receipt to the first frame of the answer.',
      labelNames: ['provider'],
      buckets: SECONDS,
    }),
    refusals: new Counter({
      name: 'gw_refusals_total',
      help: 'Calls turned away before dispatch, by error and what stands behind it.',
      labelNames: ['reason', 'cause'],
      registers,
    }),
    failures: new Counter({
      name: 'gw_failures_total',
      help: 'Calls that failed after dispatch, by error and what stands behind it.',
      labelNames: ['provider', 'reason', 'cause'],
      registers,
    }),
    unauthenticated: new Counter({
      name: 'gw_unauthenticated_total',
      help: 'Requests without a key that is in force, or whose key could not be looked up.',
      labelNames: ['reason'],
      registers,
    }),
    findings: new Counter({
      name: 'gw_findings_total',
      help: 'What data protection found, by kind and by what became of the request.',
      labelNames: ['kind', 'action'],
      registers,
    }),
    ner: new Histogram({
      name: 'gw_ner_seconds',
      help: "How long calls waited for the operator's model that finds names.",
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 1, 4],
      registers,
    }),
    nerDegraded: new Counter({
      name: 'gw_ner_degraded_total',
      help: "Calls of which the operator's model that finds names did not read all.",
      registers,
    }),
    workloadCost: new Counter({
      name: 'gw_workload_cost_nano_total',
      help: 'Money charged by workload, in nano-units of the currency. Only where asked for.',
      labelNames: ['organisation', 'workload', 'currency'],
      registers,
    }),
    tokens: new Counter({
      name: 'gw_tokens_total',
      help: 'Tokens as charged.',
      labelNames: ['provider', 'type'],
      registers,
    }),
    cost: new Counter({
      name: 'gw_cost_nano_total',
      help: 'Money charged, in nano-units of the currency that the label names.',
      labelNames: ['provider', 'currency'],
      registers,
    }),
    overrun: new Counter({
      name: 'gw_budget_overrun_nano_total',
      help: 'Money charged beyond what was held, in nano-units of the currency.',
      labelNames: ['currency'],
      registers,
    }),
    usageClamped: new Counter({
      name: 'gw_usage_clamped_total',
      help: 'Calls settled at a bound, because the provider counted more or less than can be.',
      labelNames: ['provider'],
      registers,
    }),
    injections: new Counter({
      name: 'gw_injection_findings_total',
      help: 'Places where data spoke to a model: in results of tools, documents and passages.',
      labelNames: ['kind'],
      registers,
    }),
    pseudonyms: new Counter({
      name: 'gw_pseudonyms_total',
      help: 'Words that stood for values in requests, by what became of them in the answers.',
      labelNames: ['what'],
      registers,
    }),
    processedElsewhere: new Counter({
      name: 'gw_processed_elsewhere_total',
      help: 'Calls that their provider says it processed outside of what its endpoint guarantees.',
      labelNames: ['provider'],
      registers,
    }),
    attempts: new Counter({
      name: 'gw_upstream_attempts_total',
      help: 'Tries at providers by outcome.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
  };
}

/** The library makes one for registries of OpenMetrics alone; this one is read in both formats. */
function exemplifying(registry: Registry, described: HistogramConfiguration<string>): Histogram {
  const first = new Registry<OpenMetricsContentType>();
  first.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const histogram = new Histogram({ ...described, enableExemplars: true, registers: [first] });
  registry.registerMetric(histogram);
  return histogram;
}
