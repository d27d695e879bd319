import {
  CallerGone,
  marksOf,
  PolicyRefusal,
  STATUS_CALLER_GONE,
  type Arrival,
  type Outcome,
  type RoutedCall,
  type SealedCall,
} from '#call';
import { GatewayError, type ErrorKey } from '#kernel';
import { BLANK } from './blank-entry.js';
import { wholeMs } from './bounds.js';
import {
  attemptsOf,
  autoOf,
  blockedBy,
  credentialOf,
  isUnscanned,
  modelRequested,
  modelRouted,
  outcomeOf,
  priceOf,
  protectionOf,
  providerOf,
  regionOf,
  scopeOf,
  residencyOf,
  surfaceOf,
  tokensOf,
  stepsOf,
  unitsOf,
  zoneOf,
} from './call-parts.js';
import type {
  Entry,
  EntryCommitments,
  EntryProtection,
  EntryRefusal,
  RefusalStage,
} from './entry.js';
import { timestampOf } from './timestamp.js';

/** What a call had become when it was refused: the last state that it reached will do. */
export type CallSoFar = Partial<
  Pick<RoutedCall, 'requestedModel' | 'isStreaming' | 'endUser' | 'body' | 'inspection' | 'route'>
>;

/** How long a call took; a refusal is timed by whoever refuses. */
export interface Span {
  readonly endedAtMs: number;
  readonly latencyMs: number;
}

/** The entry of a call that had an intent, whatever came of it. */
export function callEntry(
  call: SealedCall,
  outcome: Outcome,
  replica: string,
  commit: EntryCommitments,
): Entry {
  const { principal, route, inspection } = call;
  const endpoint = outcome.endpoint ?? route.endpoints[0];
  const word = outcomeOf(outcome);
  const used = outcome.charge?.usageSource === 'none' ? null : outcome.charge;
  return {
    ...BLANK,
    ...surfaceOf(call),
    type: 'call',
    id: call.callId,
    org: principal.organisation.id,
    workload: principal.workload.id,
    at: timestampOf(call.receivedAtMs),
    ended_at: timestampOf(call.receivedAtMs + outcome.latencyMs),
    stream: call.isStreaming,
    model_requested: modelRequested(call.requestedModel),
    model_routed: endpoint ? modelRouted(endpoint) : null,
    alias: modelRequested(route.alias),
    route_reason: route.reason,
    ...autoOf(route.auto),
    provider: endpoint ? providerOf(endpoint) : null,
    jurisdiction: endpoint ? zoneOf(endpoint) : null,
    credential: endpoint ? credentialOf(endpoint) : null,
    region: endpoint ? regionOf(endpoint) : null,
    residency: residencyOf(route, endpoint),
    scope_guard: scopeOf(call.scope),
    attempts: attemptsOf(outcome.attempts),
    http_status: outcome.status,
    outcome: word,
    refusal:
      isRefusal(word, outcome) && outcome.error ? refusalOf(outcome.error, 'dispatch') : null,
    ended_by: outcome.endedBy,
    client_gone: outcome.callerGone,
    dlp: protectionOf(inspection, outcome),
    unscanned_document: isUnscanned(inspection.marks),
    marks: marksOf(inspection.marks, outcome.marks),
    tokens: used ? tokensOf(used.usage) : null,
    units: used ? unitsOf(used.usage) : null,
    usage_source: used?.usageSource ?? 'none',
    ...(outcome.savedNano !== undefined && {
      cache_hit: 'exact' as const,
      saved_nano: String(outcome.savedNano),
    }),
    price: outcome.charge ? priceOf(outcome.charge) : null,
    ttft_ms: wholeMs(outcome.ttftMs),
    latency_ms: wholeMs(outcome.latencyMs),
    gateway_ms: wholeMs(outcome.gatewayMs),
    ...stepsOf(outcome.stepsMs),
    replica,
    commit,
  };
}

/** The entry of a call that was turned away, or given up by its caller, before it had an intent. */
export function refusalEntry(
  arrival: Arrival,
  reason: GatewayError | CallerGone,
  reached: CallSoFar,
  span: Span,
): Omit<Entry, 'replica' | 'commit'> {
  const { principal } = arrival;
  return {
    ...BLANK,
    ...surfaceOf(arrival),
    type: 'refusal',
    id: arrival.callId,
    org: principal.organisation.id,
    workload: principal.workload.id,
    at: timestampOf(arrival.receivedAtMs),
    ended_at: timestampOf(span.endedAtMs),
    stream: reached.isStreaming ?? null,
    model_requested: isNoName(reason) ? null : modelRequested(reached.requestedModel),
    alias: modelRequested(reached.route?.alias),
    route_reason: reached.route?.reason ?? null,
    ...(reason instanceof CallerGone
      ? GIVEN_UP
      : {
          http_status: reason.spec.status,
          outcome: 'refused',
          refusal: refusalOf(reason, stageOf(reached, reason)),
        }),
    ...(reason instanceof PolicyRefusal && {
      residency: blockedBy(reason.facts),
      scope_guard: scopeOf(reason.facts.scope),
    }),
    client_gone: arrival.callerGone.isCancelled,
    dlp: foundBefore(arrival, reason, reached),
    unscanned_document: reached.inspection ? isUnscanned(reached.inspection.marks) : null,
    marks: reached.inspection?.marks ?? [],
    latency_ms: wholeMs(span.latencyMs),
  };
}

/** What is no model's name is a text of its caller's, which is nothing for the log. */
const isNoName = (reason: GatewayError | CallerGone): boolean =>
  reason instanceof GatewayError &&
  (reason.key === 'model_unknown' || reason.key === 'model_unprefixed');

/** What Inspect found, whether it let the call pass or was what refused it. */
function foundBefore(
  { principal }: Arrival,
  reason: GatewayError | CallerGone,
  { inspection }: CallSoFar,
): EntryProtection | null {
  if (inspection) return protectionOf(inspection);
  const blocked = reason instanceof PolicyRefusal ? reason.facts.protection : undefined;
  return blocked ? protectionOf({ ...blocked, mode: principal.workload.protection.mode }) : null;
}

/** As of a call whose caller hangs up after dispatch. */
const GIVEN_UP = {
  http_status: STATUS_CALLER_GONE,
  outcome: 'interrupted',
  ended_by: 'client',
} as const;

const WITHHELD: ReadonlySet<ErrorKey> = new Set(['answer_blocked', 'tool_result_blocked']);

/** An answer that was cut for its budget, or for what was found in it, is one, too, although it was under way. */
const isRefusal = (word: Entry['outcome'], { endedBy, error }: Outcome): boolean =>
  word === 'refused' || endedBy === 'budget' || (error !== null && WITHHELD.has(error.key));

const COUNTERS: Readonly<Partial<Record<ErrorKey, string>>> = {
  rate_limited: 'rpm',
  tokens_limited: 'tpm',
  budget_reached: 'budget',
  cap_reached: 'cap',
  allowance_reached: 'allowance',
  plan_missing: 'plan',
  credit_exhausted: 'credit',
};

const refusalOf = ({ key }: GatewayError, stage: RefusalStage): EntryRefusal => ({
  code: key,
  stage,
  counter: COUNTERS[key] ?? null,
});

/** Refusals of the guard alone; its judge's own for money are as the meter's. */
const SCOPE: ReadonlySet<ErrorKey> = new Set(['scope_violation', 'scope_guard_unavailable']);

/** The stage that refused is the one after the last that was passed. */
function stageOf(
  { requestedModel, inspection, route }: CallSoFar,
  reason: GatewayError,
): RefusalStage {
  if (route) return SCOPE.has(reason.key) ? 'scope' : 'meter';
  if (inspection) return 'route';
  return requestedModel === undefined ? 'receive' : 'inspect';
}
