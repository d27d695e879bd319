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
  Cancellation,
  Clock,
  failed,
  GatewayError,
  member,
  parseAnswer,
  runInSlices,
  stringOf,
  type JsonObject,
} from '#kernel';
import { NO_USAGE, writeMcpError, writeMcpResult, type Reply, type ReplyEvent } from '#wire';
import type { Answered } from './read-exchange.js';
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
    private readonly health: EndpointHealth,
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
      const answered = await this.ask(call, endpoint, dispatch, traced?.traceparent).catch(
        (fault: unknown) => {
          tell(health, fault, isOwnTime(call), this.clock.monotonicMs());
          throw fault;
        },
      );
      // Whatever it says of the tool: the server is there.
      health.done('ok', this.clock.monotonicMs());
      const reply = await replyOf(answered, operation);
      isAnswered = true;
      // An error of the protocol says that nothing was done.
      if (answered.answer.kind === 'result') dispatch.billable = 'answer';
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
    { principal, inspection }: MeteredCall,
    { provider, model }: Endpoint,
    dispatch: DispatchRecord,
    traceparent: string | undefined,
  ): Promise<Answered> {
    const name = model?.id ?? '';
    const params = `{"name":${JSON.stringify(name)},"arguments":${await argumentsFor(provider, inspection)}}`;
    return this.servers.ask(principal.organisation.id, provider, {
      method: 'tools/call',
      name,
      params,
      bytesMax: RESULT_BYTES_MAX,
      ended: dispatch.cancellation,
      noteSent: dispatch.noteSent,
      traceparent,
    });
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

/** What was found stays out of them, but for pseudonyms on their way to a server that settings trust. */
async function argumentsFor(
  { isTrusted }: Provider,
  { request, withValues }: Inspection,
): Promise<string> {
  assert(request.kind === 'json', 'arguments are JSON');
  return isTrusted && withValues ? withValues() : request.document.text;
}

const DONE: readonly ReplyEvent[] = [
  { type: 'usage', usage: { ...NO_USAGE, toolCalls: 1 }, isWholeFrame: false },
  { type: 'done' },
];

/** In an answer to the caller's own request. */
async function replyOf(
  { document: { text }, answer }: Answered,
  { requestId, isModern }: ToolOperation,
): Promise<Reply> {
  const json =
    answer.kind === 'error'
      ? writeMcpError(requestId, { code: answer.code, message: answer.message })
      : writeMcpResult(requestId, resultFor(answer.result, text, isModern));
  return {
    status: 200,
    headers: {},
    protocol: 'mcp',
    body: {
      kind: 'json',
      frame: {
        document: await runInSlices(parseAnswer([Buffer.from(json)]), NEVER_ENDED),
        edits: [],
        events: answer.kind === 'result' ? DONE : [{ type: 'done' }],
      },
    },
  };
}

/** Servers of before say of no result that it is complete, which newer clients insist on. */
function resultFor(result: JsonObject, text: string, isModern: boolean): string {
  const kind = stringOf(member(result, 'resultType')) ?? 'complete';
  if (kind !== 'complete') {
    throw failed('upstream_failed', {
      message:
        'The tool asks its caller for more, which is not passed on. Call it with all that it needs.',
    });
  }
  const json = text.slice(result.start, result.end);
  if (!isModern || member(result, 'resultType')) return json;
  return `{"resultType":"complete"${result.keys.length > 0 ? ',' : ''}${json.slice(1)}`;
}
