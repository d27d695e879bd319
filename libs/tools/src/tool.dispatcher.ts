import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  EndpointHealth,
  isOwnTime,
  TOOL_FAMILY,
  toolServerDown,
  type DispatchRecord,
  type Endpoint,
  type Family,
  type Health,
  type Inspection,
  type MeteredCall,
  type Operation,
  type Provider,
  type ToolOperation,
} from '#call';
import {
  assert,
  Clock,
  failed,
  GatewayError,
  member,
  parseJson,
  stringOf,
  type JsonObject,
} from '#kernel';
import {
  INPUT_REQUIRED,
  writeMcpProgress,
  writeMcpResult,
  type Reply,
  type ReplyFrame,
} from '#wire';
import { asksForMore, readInputRequired } from './input-required.js';
import type { Answered } from './read-exchange.js';
import { ProgressRelay, type Progress } from './progress-relay.js';
import { RequestStates, type StatePlace } from './request-states.js';
import type { ToolRequest } from './tool-link.js';
import {
  ASKED,
  DONE,
  faultReply,
  frameOf,
  replyWith,
  resultFor,
  type WholeReply,
} from './tool-reply.js';
import { ToolServers } from './tool-servers.js';

const RESULT_BYTES_MAX = 4 * 1_048_576; // A picture of a screen; what is larger is no use to a model.

/**
 * Has tools called by their servers. One attempt: what a tool did is not done twice. Paid is what was answered; of
 * what was not, nobody can tell whether it was done.
 */
@Injectable()
export class ToolDispatcher extends Dispatcher {
  constructor(
    private readonly servers: ToolServers,
    private readonly health: EndpointHealth,
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
    const { operation } = call.inspection;
    const token = operation.kind === 'tool' ? operation.progressToken : null;
    if (token === null) return this.answer(call, dispatch);
    const relay = new ProgressRelay(this.clock);
    const answering = this.answer(call, dispatch, (note, of) => relay.hear(note, of));
    answering.then(
      () => relay.end(),
      () => relay.end(),
    );
    // What has no news is answered whole: a status says more than a stream that has begun.
    const first = await relay.next();
    if (!first) return answering;
    const batches = this.streamed(first, relay, answering, token);
    return { status: 200, headers: {}, protocol: 'mcp', body: { kind: 'events', batches } };
  }

  private async *streamed(
    first: Progress,
    relay: ProgressRelay,
    answering: Promise<WholeReply>,
    token: string,
  ): AsyncGenerator<readonly ReplyFrame[]> {
    for (let news: Progress | undefined = first; news; news = await relay.next()) {
      yield [await frameOf(writeMcpProgress(token, news), [])];
    }
    yield [(await answering).body.frame];
  }

  private async answer(
    call: MeteredCall,
    dispatch: DispatchRecord,
    hear?: ToolRequest['hear'],
  ): Promise<WholeReply> {
    const { principal, inspection } = call;
    const { operation } = inspection;
    const [endpoint] = call.hold.endpoints;
    assert(operation.kind === 'tool', 'a tool is called by a call of one');
    assert(endpoint?.model, 'a tool is called by its name');
    dispatch.endpoint = endpoint;
    const startedMs = this.clock.monotonicMs();
    const { id: organisation } = call.principal.organisation;
    const health = this.health.of(organisation, endpoint);
    if (!health.tryPass(startedMs)) {
      const seconds = this.health.secondsUntilServing(organisation, [endpoint]);
      throw toolServerDown(endpoint.provider.name, seconds);
    }
    const alarm = this.clock.after(call.timeoutMs, () =>
      dispatch.cancellation.cancel(failed('upstream_timeout', { gw: { cause: 'timeout' } })),
    );
    const traced = call.trace?.begin(endpoint, startedMs);
    let isAnswered = false;
    try {
      const answered = await this.ask(call, endpoint, dispatch, {
        hear,
        traceparent: traced?.traceparent,
      }).catch((fault: unknown) => {
        tell(health, fault, isOwnTime(call), this.clock.monotonicMs());
        throw fault;
      });
      // Whatever it says of the tool: the server is there.
      health.done('ok', this.clock.monotonicMs());
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

  private async ask(
    { principal, inspection, memory }: MeteredCall,
    { provider }: Endpoint,
    dispatch: DispatchRecord,
    beside: Pick<ToolRequest, 'hear' | 'traceparent'>,
  ): Promise<Answered> {
    const { operation } = inspection;
    assert(operation.kind === 'tool', 'a tool is called by a call of one');
    const body = await bodyFor(provider, inspection);
    const request = {
      method: operation.method,
      name: nameOf(operation, body),
      params: paramsOf(operation, body),
      asks: operation.asks,
      bytesMax: RESULT_BYTES_MAX,
      ended: dispatch.cancellation,
      noteSent: dispatch.noteSent,
      ...beside,
    };
    return this.servers.ask(principal.organisation.id, provider, request, memory);
  }

  /** In an answer to the caller's own request. */
  private async replyOf(
    { document: { text }, answer }: Answered,
    operation: ToolOperation,
    place: StatePlace,
  ): Promise<WholeReply> {
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

/** What a fault says of the server's health. */
function tell(health: Health, fault: unknown, isOwn: boolean, nowMs: number): void {
  const { key, details } = fault instanceof GatewayError ? fault : { key: '', details: null };
  const { cause, status = 0 } = (details?.gw ?? {}) as { cause?: unknown; status?: number };
  const isRefusal = status >= 400 && status < 500; // An answer all the same.
  if (key === 'upstream_timeout' && !isOwn) health.done('failed', nowMs);
  // Who left, is not let in, or found too many calls open learns nothing of how it is.
  else if (key !== 'upstream_failed' || cause === 'token' || cause === 'credential') {
    health.release();
  } else if (cause === 'connect' || cause === 'handshake') health.done('no_connection', nowMs);
  else if (cause === undefined || isRefusal) health.done('ok', nowMs);
  else health.done('failed', nowMs);
}

/** What was found stays out of it, but for pseudonyms on their way to a server that settings trust. */
async function bodyFor(
  { isTrusted }: Provider,
  { request, withValues }: Inspection,
): Promise<string> {
  assert(request.kind === 'json', 'what a server is sent is JSON');
  return isTrusted && withValues ? withValues() : request.document.text;
}

const NO_QUESTIONS = 'The tool server asks its caller for more where it may not.';
const TOO_OLD =
  'The tool asks its caller for more, which clients of revisions before 2026-07-28 cannot be asked here. Call it with all that it needs.';

/** The body is what data protection has read; only what stands in settings and the server's own state are added. */
function paramsOf({ method, target, state }: ToolOperation, body: string): string {
  const added = {
    ...(method === 'tools/call' && { name: target }),
    ...(state !== null && { requestState: state }),
  };
  const head = JSON.stringify(added).slice(0, -1);
  return head === '{' ? body : `${head},${body.slice(1)}`;
}

/** As it is sent, for the header that says it once more. */
function nameOf({ method, target }: ToolOperation, body: string): string | undefined {
  if (method === 'tools/call') return target;
  return stringOf(member(parseJson(body).root, method === 'resources/read' ? 'uri' : 'name'));
}

const isDone = ({ answer }: Answered): boolean =>
  answer.kind === 'result' && !asksForMore(answer.result);
