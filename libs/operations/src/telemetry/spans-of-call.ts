import {
  LOCAL_FAMILY,
  TOOL_FAMILY,
  type Arrival,
  type CallTrace,
  type Endpoint,
  type InspectedCall,
  type LookedUpCall,
  type Operation,
  type Outcome,
  type ReceivedCall,
  type TracedAttempt,
} from '#call';
import type { Attempt, GatewayError } from '#kernel';
import { ATTRIBUTE, providerNameOf, SPAN } from './names.js';
import type { Attributes, SpanDraft } from './span-draft.js';

const WORD_CHARS_MAX = 128; // Ids and reasons are a provider's own words.
const SERVER_FAULT = 500; // Below it the fault is the caller's, and none of the gateway.

/** As far as a call came before it ended. */
type CallSoFar = Arrival & Partial<Omit<LookedUpCall, keyof Arrival>>;

/** How a call ended, whichever way. */
export interface CallEnd {
  readonly decision: 'served' | 'refused' | 'left';
  readonly status: number;
  readonly error: GatewayError | null;
  /** Reading of the monotonic clock. */
  readonly endedMs: number;
}

/** The span of a call that was turned away, or whose caller left before anything was sent. */
export const spansOfEnd = (
  call: CallSoFar,
  trace: CallTrace,
  end: CallEnd,
): readonly SpanDraft[] => [callSpan(call, trace, end, {}), ...documentSpans(call, trace)];

/** The span of a call that was sent, and those of all that was tried for it. */
export function spansOfCall(
  call: ReceivedCall,
  trace: CallTrace,
  outcome: Outcome,
): readonly SpanDraft[] {
  const end: CallEnd = {
    decision: 'served',
    status: outcome.status,
    error: outcome.error,
    endedMs: call.startedMs + outcome.latencyMs,
  };
  const { charge, endedBy } = outcome;
  const attempts = attemptsOf(call, trace, outcome);
  return [
    callSpan(call, trace, end, {
      [ATTRIBUTE.endedBy]: endedBy,
      [ATTRIBUTE.costNano]: charge && Number(charge.nano),
      [ATTRIBUTE.currency]: charge?.currency,
    }),
    ...documentSpans(call, trace),
    ...attempts.map((one, index) =>
      index === attempts.length - 1
        ? answeredSpan(call, trace, one, outcome, end)
        : attemptSpan(call, trace, one),
    ),
  ];
}

function callSpan(call: CallSoFar, trace: CallTrace, end: CallEnd, more: Attributes): SpanDraft {
  const { principal, pathTemplate } = call;
  const isInner = principal.kind === 'internal';
  const { status, error, decision } = end;
  return {
    name: isInner ? SPAN.judge : `${trace.method ?? ''} ${pathTemplate ?? ''}`.trim(),
    kind: isInner ? 'internal' : 'server',
    ...placeOf(call, trace, { spanId: trace.spanId, startedMs: call.startedMs, ...end }),
    parentSpanId: trace.parentSpanId,
    hasFailed: status >= SERVER_FAULT || (decision === 'served' && error !== null),
    attributes: {
      [ATTRIBUTE.method]: trace.method,
      [ATTRIBUTE.route]: pathTemplate,
      [ATTRIBUTE.status]: status,
      [ATTRIBUTE.errorType]: error?.key,
      [ATTRIBUTE.requestId]: call.callId,
      [ATTRIBUTE.organisation]: principal.organisation.id,
      [ATTRIBUTE.workload]: principal.workload.id,
      [ATTRIBUTE.surface]: call.surface,
      [ATTRIBUTE.decision]: decision,
      [ATTRIBUTE.alias]: call.route?.alias,
      [ATTRIBUTE.findings]: findingsOf(call),
      [ATTRIBUTE.cacheHit]: call.cache && call.cache.answer !== null,
      ...more,
    },
  };
}

const findingsOf = ({ inspection }: Partial<Pick<InspectedCall, 'inspection'>>) =>
  inspection && Object.values(inspection.findings).reduce((sum, count) => sum + count, 0);

/** Documents become what a model can be shown before anything else is done. */
const documentSpans = (call: CallSoFar, trace: CallTrace): readonly SpanDraft[] =>
  trace.steps.map((step) => ({
    name: SPAN.document,
    kind: 'internal',
    ...placeOf(call, trace, step),
    hasFailed: false,
    attributes: {},
  }));

/** Who works on this machine tells of one attempt, and not when it began: it was when the call was dispatched. */
function attemptsOf(
  call: ReceivedCall,
  trace: CallTrace,
  { attempts, endpoint, gatewayMs }: Outcome,
): readonly TracedAttempt[] {
  if (trace.attempts.length > 0 || !endpoint) return trace.attempts;
  const startedMs = call.startedMs + gatewayMs;
  return attempts.map((attempt) => ({
    spanId: trace.newSpanId(),
    startedMs,
    endedMs: startedMs + attempt.ms,
    endpoint,
    attempt,
  }));
}

function attemptSpan(call: CallSoFar, trace: CallTrace, one: TracedAttempt): SpanDraft {
  const { attempt, endpoint } = one;
  const fault = faultOf(attempt);
  return {
    name: nameOf(call, endpoint),
    kind: endpoint.provider.family === LOCAL_FAMILY ? 'internal' : 'client',
    ...placeOf(call, trace, one),
    hasFailed: fault !== undefined,
    attributes: {
      ...attemptAttributes(call, endpoint),
      [ATTRIBUTE.status]: attempt.status,
      [ATTRIBUTE.errorType]: fault,
    },
  };
}

/** The last one: what came of the call is its answer, and it lasted as long as that came. */
function answeredSpan(
  call: CallSoFar,
  trace: CallTrace,
  one: TracedAttempt,
  { usage, told, ttftMs, error }: Outcome,
  { endedMs }: CallEnd,
): SpanDraft {
  const span = attemptSpan(call, trace, one);
  if (span.hasFailed) return span;
  const { endMs } = placeOf(call, trace, { ...one, endedMs });
  return {
    ...span,
    endMs: Math.max(span.endMs, endMs),
    hasFailed: error !== null,
    attributes: {
      ...span.attributes,
      [ATTRIBUTE.errorType]: error?.key,
      [ATTRIBUTE.responseId]: told?.id?.slice(0, WORD_CHARS_MAX),
      [ATTRIBUTE.finishReasons]: told?.finishReasons.map((one) => one.slice(0, WORD_CHARS_MAX)),
      [ATTRIBUTE.firstChunk]: ttftMs === null ? null : firstChunkSeconds(call, one, ttftMs),
      [ATTRIBUTE.inputTokens]: usage?.inputTotal,
      [ATTRIBUTE.outputTokens]: usage?.outputTotal,
      [ATTRIBUTE.cacheRead]: usage?.cacheRead,
      [ATTRIBUTE.cacheCreation]: usage && usage.cacheWrite5m + usage.cacheWrite1h,
      [ATTRIBUTE.reasoning]: usage?.reasoning,
    },
  };
}

/** Of the attempt alone: what was tried before it is not its provider's delay. */
const firstChunkSeconds = (call: Arrival, { startedMs }: TracedAttempt, ttftMs: number): number =>
  Math.max(0, call.startedMs + ttftMs - startedMs) / 1_000;

function nameOf(call: CallSoFar, endpoint: Endpoint): string {
  const operation = operationOf(call);
  const kind = call.operation?.kind;
  if (endpoint.provider.family === LOCAL_FAMILY) {
    return kind === 'decide' ? SPAN.decision : SPAN.document;
  }
  return endpoint.model ? `${operation} ${endpoint.model.id}` : operation;
}

/** Null: by the surface that it came in on. */
const OPERATIONS: Readonly<Record<Operation['kind'], string | null>> = {
  chat: 'chat',
  complete: 'text_completion',
  embed: 'embeddings',
  draw: 'generate_content',
  tool: 'execute_tool',
  ocr: 'ocr',
  decide: 'decide',
  anonymize: 'anonymize',
  forward: null,
};

/** As the conventions call it, where they have a word for it. */
export const operationOf = ({ operation, surface }: CallSoFar): string =>
  (operation && OPERATIONS[operation.kind]) ?? surface;

function attemptAttributes(call: CallSoFar, endpoint: Endpoint): Attributes {
  const { provider, model, jurisdiction } = endpoint;
  const isTool = provider.family === TOOL_FAMILY;
  return {
    [ATTRIBUTE.operation]: operationOf(call),
    [ATTRIBUTE.provider]: isTool ? null : providerNameOf(provider.family),
    [isTool ? ATTRIBUTE.toolName : ATTRIBUTE.requestModel]: model?.id,
    [ATTRIBUTE.isStreaming]: isTool ? null : call.isStreaming,
    [ATTRIBUTE.serverAddress]: hostOf(provider.baseUrl),
    [ATTRIBUTE.providerName]: provider.name,
    [ATTRIBUTE.credential]: provider.credential,
    [ATTRIBUTE.jurisdiction]: jurisdiction.zone,
  };
}

export const hostOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname : null;

/** Why an attempt failed, in a word; undefined where it did not. */
export const faultOf = ({ status, transport }: Attempt): string | undefined => {
  if (transport !== null) return transport;
  if (status === null) return 'no_answer';
  return status >= 400 ? String(status) : undefined;
};

const placeOf = (
  { receivedAtMs, startedMs: receivedMs }: Arrival,
  { traceId, spanId: parentSpanId }: CallTrace,
  { spanId, startedMs, endedMs }: Pick<TracedAttempt, 'spanId' | 'startedMs' | 'endedMs'>,
) => ({
  traceId,
  spanId,
  parentSpanId,
  startMs: receivedAtMs + (startedMs - receivedMs),
  endMs: receivedAtMs + (endedMs - receivedMs),
});
