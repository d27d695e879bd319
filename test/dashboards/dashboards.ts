import type { Dashboard } from '@grafana/schema';
import { panelOf, type PanelPlan } from './panel.js';

/** Of the release that the panels are written for; later ones migrate them. */
const SCHEMA_VERSION = 39;

/** Of calls, a second; `by` a label. */
const rate = (metric: string, by: string, where = ''): string =>
  `sum by (${by}) (rate(${metric}${where}[$__rate_interval]))`;
const quantile = (q: number, metric: string, by = ''): string =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket[$__rate_interval])))`;
/** Of billionths of a currency. */
const money = (metric: string, by: string, range: string): string =>
  `sum by (${by}) (increase(${metric}[${range}])) / 1e9`;

const TRAFFIC: readonly PanelPlan[] = [
  {
    title: 'Calls',
    description: 'By surface, a second.',
    unit: 'reqps',
    queries: [{ expr: rate('gw_requests_total', 'surface'), legend: '{{surface}}' }],
  },
  {
    title: 'Calls by status',
    description: 'As their callers were answered.',
    unit: 'reqps',
    queries: [
      { expr: rate('gw_requests_total', 'status, decision'), legend: '{{status}} {{decision}}' },
    ],
  },
  {
    title: 'Failed',
    description: 'Of the calls that were sent, those that ended with a 5xx.',
    unit: 'percentunit',
    redFrom: 0.05,
    queries: [
      {
        expr: `sum(rate(gw_requests_total{decision="served",status=~"5.."}[$__rate_interval])) / sum(rate(gw_requests_total{decision="served"}[$__rate_interval]))`,
        legend: 'failed',
      },
    ],
  },
  {
    title: 'Duration',
    description:
      'From receipt to the end of the answer. A point is a call whose trace can be opened.',
    unit: 's',
    queries: [
      { expr: quantile(0.5, 'gw_request_duration_seconds'), legend: 'half' },
      { expr: quantile(0.99, 'gw_request_duration_seconds'), legend: '99 of 100' },
    ],
  },
  {
    title: 'Time to the first token',
    description: 'By provider, 95 of 100.',
    unit: 's',
    queries: [
      {
        expr: quantile(0.95, 'gw_time_to_first_token_seconds', 'provider'),
        legend: '{{provider}}',
      },
    ],
  },
  {
    title: "The gateway's own time",
    description: 'Before dispatch, 99 of 100, and of it each step.',
    unit: 's',
    queries: [
      { expr: quantile(0.99, 'gw_overhead_seconds'), legend: 'all' },
      { expr: quantile(0.99, 'gw_stage_seconds', 'stage'), legend: '{{stage}}' },
    ],
  },
  {
    title: 'Open answers',
    description: 'Calls let in whose answer has not ended, and bodies that are being read.',
    unit: 'short',
    queries: [
      { expr: 'sum(gw_open_streams)', legend: 'answers' },
      { expr: 'sum(gw_bodies_in)', legend: 'bodies' },
    ],
  },
  {
    title: 'Memory of bodies and answers',
    description: 'Set aside; what would be more is refused.',
    unit: 'bytes',
    queries: [
      { expr: 'sum(gw_bodies_memory_bytes)', legend: 'bodies' },
      { expr: 'sum(gw_answers_memory_bytes)', legend: 'answers' },
    ],
  },
  {
    title: 'Response cache',
    description: 'Of the calls that looked, those that were given an answer of an equal request.',
    unit: 'percentunit',
    queries: [
      {
        expr: 'sum(rate(gw_cache_hits_total[$__rate_interval])) / (sum(rate(gw_cache_hits_total[$__rate_interval])) + sum(rate(gw_cache_misses_total[$__rate_interval])))',
        legend: 'hits',
      },
    ],
  },
];

const MONEY: readonly PanelPlan[] = [
  {
    title: 'Charged in 24 hours',
    description: 'By currency: amounts of different ones are never added.',
    unit: 'short',
    type: 'stat',
    queries: [{ expr: money('gw_cost_nano_total', 'currency', '24h'), legend: '{{currency}}' }],
  },
  {
    title: 'Charged by provider',
    description: 'In an hour.',
    unit: 'short',
    queries: [
      {
        expr: money('gw_cost_nano_total', 'provider, currency', '1h'),
        legend: '{{provider}} {{currency}}',
      },
    ],
  },
  {
    title: 'Tokens',
    description: 'As charged, a second.',
    unit: 'short',
    queries: [{ expr: rate('gw_tokens_total', 'provider, type'), legend: '{{provider}} {{type}}' }],
  },
  {
    title: 'Beyond what was held',
    description: 'Charged in an hour. Rises where providers count more than can be foreseen.',
    unit: 'short',
    queries: [
      { expr: money('gw_budget_overrun_nano_total', 'currency', '1h'), legend: '{{currency}}' },
    ],
  },
  {
    title: 'Refused for limits',
    description: 'Budgets, caps, credit, rates and allowances, a second.',
    unit: 'reqps',
    queries: [
      {
        expr: rate(
          'gw_refusals_total',
          'reason',
          '{reason=~"(budget|cap|allowance)_reached|plan_missing|credit_exhausted|(rate|tokens)_limited"}',
        ),
        legend: '{{reason}}',
      },
    ],
  },
  {
    title: 'Settled at a bound',
    description: 'Calls whose provider counted more or less than can be, in an hour.',
    unit: 'short',
    queries: [
      {
        expr: 'sum by (provider) (increase(gw_usage_clamped_total[1h]))',
        legend: '{{provider}}',
      },
    ],
  },
  {
    title: 'Not settled yet',
    description:
      'Recorded calls that still hold money, and answers that their provider goes on with.',
    unit: 'short',
    queries: [
      { expr: 'sum(gw_unsettled)', legend: 'recorded' },
      { expr: 'max(gw_background_open)', legend: 'in the background' },
    ],
  },
  {
    title: 'Charged in full',
    description: 'Answers in the background whose usage nobody told, in a day.',
    unit: 'short',
    queries: [{ expr: 'sum(increase(gw_background_in_full_total[24h]))', legend: 'in full' }],
  },
  {
    title: 'Counters and ledger',
    description:
      'With Redis: the largest difference at the last look, in billionths of a currency.',
    unit: 'short',
    redFrom: 1,
    queries: [{ expr: 'max(gw_counter_drift_nano)', legend: 'difference' }],
  },
];

const PROTECTION: readonly PanelPlan[] = [
  {
    title: 'Found by kind',
    description: 'Values that data protection found, a second.',
    unit: 'short',
    queries: [{ expr: rate('gw_findings_total', 'kind'), legend: '{{kind}}' }],
  },
  {
    title: 'Found by what became of it',
    description: 'Replaced, masked, refused or noted.',
    unit: 'short',
    queries: [{ expr: rate('gw_findings_total', 'action'), legend: '{{action}}' }],
  },
  {
    title: 'Refused by policy',
    description: 'Data protection, scope, residency and documents that nobody can read, a second.',
    unit: 'reqps',
    queries: [
      {
        expr: rate(
          'gw_refusals_total',
          'reason',
          '{reason=~"(protection|answer|residency)_blocked|scope_violation|document_unscannable|document_too_large_to_scan"}',
        ),
        legend: '{{reason}}',
      },
    ],
  },
  {
    title: 'Pseudonyms',
    description: 'Words that stood for values, by what became of them in answers.',
    unit: 'short',
    queries: [{ expr: rate('gw_pseudonyms_total', 'what'), legend: '{{what}}' }],
  },
  {
    title: 'Processed elsewhere',
    description:
      'Calls that their provider says it processed outside of what its endpoint guarantees.',
    unit: 'short',
    redFrom: 1,
    queries: [
      {
        expr: 'sum by (provider) (increase(gw_processed_elsewhere_total[1h]))',
        legend: '{{provider}}',
      },
    ],
  },
  {
    title: "The operator's model that finds names",
    description: 'How long calls waited for it, 95 of 100, and calls that it did not read whole.',
    unit: 's',
    queries: [
      { expr: quantile(0.95, 'gw_ner_seconds'), legend: 'waited' },
      { expr: 'sum(rate(gw_ner_degraded_total[$__rate_interval]))', legend: 'not whole, a second' },
    ],
  },
  {
    title: 'Texts known from before',
    description: 'Of the longer texts, those that need not be scanned again.',
    unit: 'percentunit',
    queries: [
      {
        expr: 'sum(rate(gw_scans_known_total[$__rate_interval])) / (sum(rate(gw_scans_known_total[$__rate_interval])) + sum(rate(gw_scans_new_total[$__rate_interval])))',
        legend: 'known',
      },
    ],
  },
  {
    title: 'Time of the inspection',
    description: '99 of 100.',
    unit: 's',
    queries: [
      {
        expr: 'histogram_quantile(0.99, sum by (le) (rate(gw_stage_seconds_bucket{stage="inspect"}[$__rate_interval])))',
        legend: 'inspect',
      },
    ],
  },
  {
    title: 'Without a key',
    description: 'Requests whose key is missing, not in force, or could not be looked up.',
    unit: 'reqps',
    queries: [{ expr: rate('gw_unauthenticated_total', 'reason'), legend: '{{reason}}' }],
  },
];

const LOG: readonly PanelPlan[] = [
  {
    title: 'The log',
    description: 'Whether a row is not what it was, or the database holds less than was anchored.',
    unit: 'none',
    type: 'stat',
    redFrom: 1,
    words: { 0: 'in order', 1: 'broken' },
    queries: [{ expr: 'max(clamp_max(gw_logs_faulty, 1)) or max(gw_log_set_back)', legend: 'log' }],
  },
  {
    title: 'Verified',
    description: 'Since the last look at all logs that found nothing wrong.',
    unit: 's',
    redFrom: 3_600,
    queries: [
      { expr: 'time() - max(gw_log_verified_timestamp_seconds)', legend: 'since the last look' },
    ],
  },
  {
    title: 'Waiting to be sealed',
    description: 'The age of the oldest row.',
    unit: 's',
    redFrom: 60,
    queries: [{ expr: 'max(gw_seal_lag_seconds)', legend: 'oldest row' }],
  },
  {
    title: 'Sealed',
    description: 'Entries, a second, and passes that failed.',
    unit: 'short',
    queries: [
      { expr: 'sum(rate(gw_sealed_total[$__rate_interval]))', legend: 'entries' },
      { expr: 'sum(rate(gw_seal_failures_total[$__rate_interval]))', legend: 'failures' },
    ],
  },
  {
    title: 'Waiting for the database',
    description: 'Rows to be recorded, and calls that are being settled.',
    unit: 'short',
    queries: [
      { expr: 'sum(gw_record_waiting)', legend: 'rows' },
      { expr: 'sum(gw_in_flight)', legend: 'calls' },
    ],
  },
  {
    title: 'Lost',
    description:
      'Refusals that were not recorded, late outcomes on record nowhere, content not kept.',
    unit: 'short',
    redFrom: 1,
    queries: [
      { expr: 'sum(increase(gw_refusals_lost_total[1h]))', legend: 'refusals' },
      { expr: 'sum(increase(gw_late_outcomes_lost_total[1h]))', legend: 'outcomes' },
      { expr: 'sum(increase(gw_content_lost_total[1h]))', legend: 'content' },
    ],
  },
  {
    title: 'Set aside',
    description: 'Rows that the log would not take, waiting for `gw audit repair`.',
    unit: 'short',
    redFrom: 1,
    queries: [{ expr: 'max(gw_rows_set_aside)', legend: 'rows' }],
  },
  {
    title: 'Anchors elsewhere',
    description: 'Places that could not be reached, and tries that failed.',
    unit: 'short',
    queries: [
      { expr: 'max(gw_anchor_places_away)', legend: 'away' },
      { expr: 'sum(rate(gw_anchor_failures_total[$__rate_interval]))', legend: 'failures' },
    ],
  },
  {
    title: 'What it stands on',
    description: 'Stores that answer, room on the disk, and what waits to be done later.',
    unit: 'short',
    queries: [
      { expr: 'min by (store) (gw_store_up)', legend: '{{store}}' },
      { expr: 'min by (folder) (gw_disk_free_bytes) / 1e9', legend: '{{folder}}, GB free' },
      { expr: 'max by (queue) (gw_jobs_waiting)', legend: '{{queue}}, waiting' },
    ],
  },
];

const PROVIDERS: readonly PanelPlan[] = [
  {
    title: 'Attempts',
    description: 'By provider, a second.',
    unit: 'reqps',
    queries: [{ expr: rate('gw_upstream_attempts_total', 'provider'), legend: '{{provider}}' }],
  },
  {
    title: 'Attempts that failed',
    description: 'By status, or by what broke.',
    unit: 'reqps',
    queries: [
      {
        expr: rate('gw_upstream_attempts_total', 'provider, outcome', '{outcome!~"2.."}'),
        legend: '{{provider}} {{outcome}}',
      },
    ],
  },
  {
    title: 'Circuit breakers',
    description: 'Open ones keep calls away until a probe succeeds.',
    unit: 'none',
    redFrom: 2,
    words: { 0: 'closed', 1: 'probing', 2: 'open' },
    queries: [{ expr: 'max by (provider) (gw_breaker_state)', legend: '{{provider}}' }],
  },
  {
    title: 'Time to the first token, half',
    description: 'By provider.',
    unit: 's',
    queries: [
      { expr: quantile(0.5, 'gw_time_to_first_token_seconds', 'provider'), legend: '{{provider}}' },
    ],
  },
  {
    title: 'Time to the first token, 99 of 100',
    description: 'By provider.',
    unit: 's',
    queries: [
      {
        expr: quantile(0.99, 'gw_time_to_first_token_seconds', 'provider'),
        legend: '{{provider}}',
      },
    ],
  },
  {
    title: 'Failed calls',
    description: 'After every attempt was spent, by error.',
    unit: 'reqps',
    queries: [
      { expr: rate('gw_failures_total', 'provider, reason'), legend: '{{provider}} {{reason}}' },
    ],
  },
  {
    title: 'Fields refused',
    description: 'Optional fields that models refuse by name; requests go without for an hour.',
    unit: 'short',
    queries: [
      {
        expr: 'sum by (provider, field) (gw_fields_refused_total)',
        legend: '{{provider}} {{field}}',
      },
    ],
  },
  {
    title: 'Models of this machine',
    description: 'Those that answer, and questions that wait.',
    unit: 'short',
    queries: [
      { expr: 'min by (model) (gw_typed_ready)', legend: '{{model}}, ready' },
      { expr: 'sum by (model) (gw_typed_waiting)', legend: '{{model}}, waiting' },
    ],
  },
  {
    title: 'Told to the collector',
    description: 'Spans, a second. Those that are dropped found too many waiting.',
    unit: 'short',
    queries: [
      { expr: 'sum(rate(gw_spans_exported_total[$__rate_interval]))', legend: 'taken' },
      { expr: 'sum(rate(gw_spans_failed_total[$__rate_interval]))', legend: 'not taken' },
      { expr: 'sum(rate(gw_spans_dropped_total[$__rate_interval]))', legend: 'dropped' },
    ],
  },
];

function dashboardOf(name: string, title: string, panels: readonly PanelPlan[]): Dashboard {
  return {
    uid: `gateway-${name}`,
    title: `Gateway: ${title}`,
    tags: ['model-gateway'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [
        {
          name: 'datasource',
          label: 'Prometheus',
          type: 'datasource',
          query: 'prometheus',
          skipUrlSync: false,
        },
      ],
    },
    annotations: { list: [] },
    panels: panels.map(panelOf),
  };
}

/** By the name of their files. The compiler holds them to the types that Grafana publishes of its schema. */
export const dashboards: Readonly<Record<string, Dashboard>> = {
  traffic: dashboardOf('traffic', 'traffic', TRAFFIC),
  money: dashboardOf('money', 'money', MONEY),
  protection: dashboardOf('protection', 'protection', PROTECTION),
  log: dashboardOf('log', 'the log', LOG),
  providers: dashboardOf('providers', 'providers', PROVIDERS),
};

export const textOf = (dashboard: Dashboard): string => `${JSON.stringify(dashboard, null, 2)}\n`;
