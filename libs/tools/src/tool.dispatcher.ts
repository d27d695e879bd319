import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  TOOL_FAMILY,
  type DispatchRecord,
  type Endpoint,
  type Family,
  type MeteredCall,
  type Operation,
  type ToolMethod,
  type ToolOperation,
} from '#call';
import {
  applyEdits,
  assert,
  Cancellation,
  changeMembers,
  Clock,
  failed,
  member,
  numberOf,
  parseAnswer,
  runInSlices,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonObject,
} from '#kernel';
import {
  INPUT_REQUIRED,
  MISSING_CAPABILITY,
  NO_USAGE,
  writeMcpError,
  writeMcpResult,
  type McpFault,
  type Reply,
  type ReplyEvent,
} from '#wire';
import { asksForMore, NO_SAMPLING, readInputRequired } from './input-required.js';
import type { Answered } from './read-exchange.js';
import { nameUris } from './named-uris.js';
import { RequestStates, type StatePlace } from './request-states.js';
import { ToolServers } from './tool-servers.js';

const RESULT_BYTES_MAX = 4 * 1_048_576; // A picture of a screen; what is larger is no use to a model.

const NEVER_ENDED = new Cancellation();

/**
 * Has tools called by their servers. One attempt: what a tool did is not done twice. Paid is what was answered; of
 * what was not, nobody can tell whether it was done.
 */
@Injectable()
export class ToolDispatcher extends Dispatcher {
  constructor(
    private readonly servers: ToolServers,
    private readonly states: RequestStates,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return operation === 'tool' && family === TOOL_FAMILY;
  }

  speaks(): boolean {
    return false; // No conversation is held with them.
  }

  /** @throws upstream_failed, upstream_timeout, upstream_unhealthy; nothing is charged then */
  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const { principal, inspection } = call;
    const { operation } = inspection;
    const [endpoint] = call.hold.endpoints;
    assert(operation.kind === 'tool', 'a tool is called by a call of one');
    assert(endpoint?.model, 'a tool is called by its name');
    dispatch.endpoint = endpoint;
    const alarm = this.clock.after(call.timeoutMs, () =>
      dispatch.cancellation.cancel(failed('upstream_timeout', { gw: { cause: 'timeout' } })),
    );
    const startedMs = this.clock.monotonicMs();
    const traced = call.trace?.begin(endpoint, startedMs);
    let isAnswered = false;
    try {
      const answered = await this.ask(call, endpoint, dispatch, traced?.traceparent);
      const { name: server, baseUrl: address } = endpoint.provider;
      const { method, target } = operation;
      const place = { principal, server, address, method, target };
      const reply = await this.replyOf(answered, operation, place);
      isAnswered = true;
      // An error of the protocol says that nothing was done, and a question that it is not done yet.
      if (isDone(answered)) dispatch.billable = 'answer';
      return reply;
    } finally {
      alarm.cancel();
      const endedMs = this.clock.monotonicMs();
      const attempt = {
        provider: endpoint.provider.name,
        model: endpoint.model.id,
        status: isAnswered ? 200 : null,
        transport: null,
        ms: Math.round(endedMs - startedMs),
      };
      dispatch.attempts.push(attempt);
      traced?.end(attempt, endedMs);
    }
  }

  private ask(
    { principal, inspection }: MeteredCall,
    { provider }: Endpoint,
    dispatch: DispatchRecord,
    traceparent: string | undefined,
  ): Promise<Answered> {
    const { operation, request } = inspection;
    assert(operation.kind === 'tool', 'a tool is called by a call of one');
    assert(request.kind === 'json', 'what a server is sent is JSON');
    return this.servers.ask(principal.organisation.id, provider, {
      method: operation.method,
      name: nameOf(operation, request.document),
      params: paramsOf(operation, request.document),
      asks: operation.asks,
      bytesMax: RESULT_BYTES_MAX,
      ended: dispatch.cancellation,
      noteSent: dispatch.noteSent,
      traceparent,
    });
  }

  /** In an answer to the caller's own request. */
  private async replyOf(
    { document: { text }, answer }: Answered,
    operation: ToolOperation,
    place: StatePlace,
  ): Promise<Reply> {
    if (answer.kind === 'error') return faultReply(answer.error, text, operation);
    const { result } = answer;
    const { requestId } = operation;
    if (asksForMore(result)) {
      const json = this.questions(result, text, operation, place);
      return replyWith(writeMcpResult(requestId, json), ASKED);
    }
    return replyWith(writeMcpResult(requestId, resultFor(result, text, operation)), DONE);
  }

  /** Nothing of the server's beside its questions, and what it keeps under a seal. */
  private questions(
    result: JsonObject,
    text: string,
    { method, isModern, asks }: ToolOperation,
    place: StatePlace,
  ): string {
    if (!isModern) throw failed('upstream_failed', { message: TOO_OLD });
    if (method === 'completion/complete')
      throw failed('upstream_failed', { message: NO_QUESTIONS });
    const { requests, state } = readInputRequired(result, asks);
    const sealed = state === undefined ? undefined : this.states.seal(place, state);
    if (state !== undefined && sealed === undefined) {
      throw failed('upstream_failed', {
        message: 'The tool has its caller keep more for it than anybody keeps.',
      });
    }
    const members = [
      `"resultType":${JSON.stringify(INPUT_REQUIRED)}`,
      ...(requests ? [`"inputRequests":${text.slice(requests.start, requests.end)}`] : []),
      ...(sealed === undefined ? [] : [`"requestState":${JSON.stringify(sealed)}`]),
    ];
    return `{${members.join(',')}}`;
  }
}

const NO_QUESTIONS = 'The tool server asks its caller for more where it may not.';
const TOO_OLD =
  'The tool asks its caller for more, which clients of revisions before 2026-07-28 cannot be asked here. Call it with all that it needs.';

/** The body is what data protection has read; only what stands in settings and the server's own state are added. */
function paramsOf({ method, target, state }: ToolOperation, { text }: JsonDocument): string {
  const added = {
    ...(method === 'tools/call' && { name: target }),
    ...(state !== null && { requestState: state }),
  };
  const head = JSON.stringify(added).slice(0, -1);
  return head === '{' ? text : `${head},${text.slice(1)}`;
}

/** As it is sent, for the header that says it once more. */
function nameOf({ method, target }: ToolOperation, { root }: JsonDocument): string | undefined {
  if (method === 'tools/call') return target;
  return stringOf(member(root, method === 'resources/read' ? 'uri' : 'name'));
}

const isDone = ({ answer }: Answered): boolean =>
  answer.kind === 'result' && !asksForMore(answer.result);

const DONE: readonly ReplyEvent[] = [
  { type: 'usage', usage: { ...NO_USAGE, toolCalls: 1 }, isWholeFrame: false },
  { type: 'done' },
];
/** What was asked for is not done yet. */
const ASKED: readonly ReplyEvent[] = [
  { type: 'finish', choice: 0, reason: INPUT_REQUIRED },
  { type: 'done' },
];
const NOT_DONE: readonly ReplyEvent[] = [{ type: 'done' }];

async function replyWith(
  json: string,
  events: readonly ReplyEvent[],
  status = 200,
): Promise<Reply> {
  const document = await runInSlices(parseAnswer([Buffer.from(json)]), NEVER_ENDED);
  const frame = { document, edits: [], events };
  return { status, headers: {}, protocol: 'mcp', body: { kind: 'json', frame } };
}

/** Of the server's own data nothing is told but what the protocol has callers act on. */
function faultReply(fault: McpFault, text: string, operation: ToolOperation): Promise<Reply> {
  const { code, message, data } = fault;
  const { requestId, isModern, asks } = operation;
  const required =
    code === MISSING_CAPABILITY && isModern ? member(data, 'requiredCapabilities') : undefined;
  if (required?.kind === 'object') {
    if (member(required, 'sampling') && asks.sampling) {
      throw failed('upstream_failed', { message: NO_SAMPLING });
    }
    const requiredCapabilities: unknown = JSON.parse(text.slice(required.start, required.end));
    const error = { code, message, data: { requiredCapabilities } };
    return replyWith(writeMcpError(requestId, error), NOT_DONE, 400);
  }
  const told = operation.method === 'resources/read' ? readFault(code, operation) : { code };
  return replyWith(writeMcpError(requestId, { ...told, message }), NOT_DONE);
}

/** That there is no such resource is said in two ways, of which clients of the newest revision know one. */
function readFault(code: number, { isModern, uriPrefix, target }: ToolOperation) {
  const isUnknown = code === NOT_FOUND || code === NOT_FOUND_BEFORE;
  if (!isUnknown) return { code };
  return { code: isModern ? NOT_FOUND : code, data: { uri: uriPrefix + target } };
}

const NOT_FOUND = -32_602;
const NOT_FOUND_BEFORE = -32_002;

/** As its caller is told it: by URIs that name their server, and complete in the words of the caller's revision. */
function resultFor(result: JsonObject, text: string, operation: ToolOperation): string {
  const { isModern, method, uriPrefix } = operation;
  const kind = stringOf(member(result, 'resultType')) ?? 'complete';
  if (kind !== 'complete') {
    throw failed('upstream_failed', {
      message: 'The tool answers in a way that is not passed on, such as with a task.',
    });
  }
  const added = isModern ? [...completing(result), ...keeping(result, method)] : [];
  const edits = [
    ...changeMembers(result, new Set(added.map(([name]) => name)), new Map(added)),
    ...(uriPrefix === '' ? [] : nameUris(result, uriPrefix)),
  ];
  const json = text.slice(result.start, result.end);
  const shift = ({ start, end, text: by }: Edit): Edit => ({
    start: start - result.start,
    end: end - result.start,
    text: by,
  });
  return applyEdits(json, edits.map(shift));
}

type Members = readonly (readonly [name: string, json: string])[];

/** Servers of before do not say so. */
const completing = (result: JsonObject): Members =>
  member(result, 'resultType') ? [] : [['resultType', '"complete"']];

/** What was read may have the caller's values in it by now: it is for nobody else, whatever its server says. */
function keeping(result: JsonObject, method: ToolMethod): Members {
  if (method !== 'resources/read') return [];
  const ttlMs = numberOf(member(result, 'ttlMs')) ?? 0;
  return [
    ['ttlMs', String(Number.isSafeInteger(ttlMs) && ttlMs > 0 ? ttlMs : 0)],
    ['cacheScope', '"private"'],
  ];
}
