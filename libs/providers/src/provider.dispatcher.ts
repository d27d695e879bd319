import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  type DispatchRecord,
  type Endpoint,
  type Family,
  type MeteredCall,
  type Operation,
  type Provider,
} from '#call';
import {
  Clock,
  Entropy,
  failed,
  GatewayError,
  type Attempt,
  type Cancellation,
  type Secret,
} from '#kernel';
import type { ConversationProtocol, Protocol, ProviderError, Reply } from '#wire';
import { AnswerRoom, type AnswerMemory } from './answer-room.js';
import type { AttemptResult, Failure } from './attempt.js';
import { Deadline } from './deadline.js';
import { EndpointOpener } from './endpoint-opener.js';
import { protocolFor, type Dispatch, type RequestPart } from './family-adapter.js';
import { FamilyTable } from './family-table.js';
import { finalError } from './final-error.js';
import { ProviderHealth, type Health } from './health/provider-health.js';
import { HttpClient, type HttpRequest } from './http/http-client.js';
import type { HttpExchange } from './http/http-exchange.js';
import { judgeStatus, judgeTransport, malformed, tokenless } from './judge-failure.js';
import { joinReplies, withUsage } from './join-replies.js';
import { PartsBill } from './parts-bill.js';
import { TokenFailure } from './oauth/token-failure.js';
import { bringsNone, noPicture } from './no-picture.js';
import { readReply } from './read-reply.js';
import { Repairs } from './repairs/repairs.js';
import { withoutFields } from './repairs/without-fields.js';
import { sendInTurns } from './send-in-turns.js';

const ATTEMPTS_MAX = 4; // Of one call, over all endpoints.
const ERROR_BYTES_MAX = 64 * 1_024; // A provider's error page; the message is cut shorter still.

/** Sends a call to model providers over HTTP: attempts, retries, deadline, health. */
@Injectable()
export class ProviderDispatcher extends Dispatcher {
  constructor(
    private readonly families: FamilyTable,
    private readonly opener: EndpointOpener,
    private readonly repairs: Repairs,
    private readonly http: HttpClient,
    private readonly health: ProviderHealth,
    private readonly answers: AnswerRoom,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return this.families.serves(operation, family);
  }

  speaks(protocol: ConversationProtocol, provider: Provider): boolean {
    const family = this.families.find(provider.family);
    return family !== undefined && protocolFor(family, provider, protocol) === protocol;
  }

  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const deadline = new Deadline(this.clock, call.timeoutMs, () => {
      const gw = { cause: 'timeout', attempts: dispatch.attempts };
      dispatch.cancellation.cancel(failed('upstream_timeout', { gw }));
    });
    try {
      return await this.tryEndpoints({ call, dispatch, deadline, wasRepaired: false });
    } catch (error) {
      deadline.cancel();
      throw error;
    }
  }

  private async tryEndpoints(sending: Sending): Promise<Reply> {
    const { call, dispatch } = sending;
    let failure: Failure | undefined;
    for (const endpoint of call.hold.endpoints) {
      for (let isRetry = false; dispatch.attempts.length < ATTEMPTS_MAX; isRetry = true) {
        if (isRetry && !(await this.waitForRetry(sending, endpoint, failure))) break;
        keepBill(dispatch);
        const result = await this.attempt(sending, endpoint);
        if (result.isOk) {
          // Whole by now; anything else keeps its deadline until it ends.
          if (result.reply.body.kind === 'json') sending.deadline.cancel();
          return result.reply;
        }
        failure = result.failure;
        if (isRetry || failure.retryAfterMs === null) break;
      }
      if (failure && !failure.mayFailOver) break;
    }
    if (failure && failure.cause !== 'breaker_open') throw finalError(failure, dispatch.attempts);
    throw failed('upstream_unhealthy', {
      gw: { cause: 'all_unhealthy', attempts: dispatch.attempts },
    });
  }

  private async waitForRetry(
    { call, dispatch }: Sending,
    endpoint: Endpoint,
    failure: Failure | undefined,
  ): Promise<boolean> {
    const { retries } = this.health.of(call.principal.organisation.id, endpoint);
    if (!retries.tryRetry(this.clock.monotonicMs())) return false;
    const { cancellation } = dispatch;
    await this.clock.pause(failure?.retryAfterMs ?? 0, cancellation);
    return !cancellation.isCancelled;
  }

  private async attempt(sending: Sending, endpoint: Endpoint): Promise<AttemptResult> {
    const { call, dispatch } = sending;
    const { cancellation } = dispatch;
    const startedMs = this.clock.monotonicMs();
    const health = this.health.of(call.principal.organisation.id, endpoint);
    const attemptOf: AttemptOf = (status, transport) => ({
      provider: endpoint.provider.name,
      model: endpoint.model?.id ?? '',
      status,
      transport,
      ms: Math.round(this.clock.monotonicMs() - startedMs),
    });
    const opened = await this.opener
      .open(call.principal.organisation.id, endpoint, cancellation)
      .catch((fault: unknown) => {
        if (cancellation.reason) dispatch.attempts.push(attemptOf(null, abandonedBy(fault)));
        throw fault;
      });
    if (opened instanceof TokenFailure) {
      const failure = tokenless(opened, attemptOf(null, 'token'));
      dispatch.endpoint = endpoint;
      dispatch.attempts.push(failure.attempt);
      return { isOk: false, failure };
    }
    if (!health.tryPass(this.clock.monotonicMs())) {
      return { isOk: false, failure: breakerOpen(attemptOf(null, 'breaker_open')) };
    }
    health.retries.countCall(this.clock.monotonicMs());
    dispatch.endpoint = endpoint;
    let written: Dispatch;
    try {
      const order = { call, endpoint, secret: opened, nowMs: this.clock.nowMs() };
      const writing = this.families.write(order, cancellation);
      written = writing instanceof Promise ? await writing : writing;
    } catch (fault) {
      health.release(); // Nothing was sent: the place of a probe is free again.
      if (cancellation.reason) dispatch.attempts.push(attemptOf(null, abandonedBy(fault)));
      throw fault;
    }
    const memory = this.answers.open(call.memory);
    let result: AttemptResult;
    let exchange: HttpExchange | undefined;
    const { head, ...expected } = this.begin(sending, endpoint, written);
    // Until it is there, a kill of this wait leaves a request that may be billed.
    dispatch.billable = 'request';
    try {
      exchange = await head;
      const incoming = { exchange, memory, opened, ...expected };
      result = await this.read(sending, endpoint, incoming, attemptOf);
      if (result.isOk && expected.rest.length > 0) {
        const begun = { ...expected, opened };
        result = await this.sendRest(sending, endpoint, begun, result.reply, attemptOf);
      }
    } catch (error) {
      memory.give();
      const { reason } = cancellation;
      if (reason) {
        // Our own doing says nothing about the provider, but a timeout does.
        dispatch.attempts.push(attemptOf(null, abandonedBy(reason)));
        if (isTimeout(reason)) health.done('failed', this.clock.monotonicMs());
        else health.release();
        throw reason;
      }
      if (error instanceof GatewayError && error.key === 'gateway_overloaded') {
        // The answer is there, and it is we who cannot take it.
        exchange?.abort(error);
        dispatch.attempts.push(attemptOf(exchange?.status ?? null, null));
        if (dispatch.billable === 'request') dispatch.billable = 'answer';
        health.done('ok', this.clock.monotonicMs());
        throw noMemory(dispatch.attempts);
      }
      const attempt = attemptOf(exchange?.status ?? null, 'reset');
      // What breaks the bounds of an answer is no broken connection, and not worth a second try.
      const isAnswer = error instanceof GatewayError && error.key === 'upstream_failed';
      exchange?.abort(new Error('malformed answer'));
      const failure = isAnswer ? malformed(attempt, error.message) : judgeTransport(error, attempt);
      result = { isOk: false, failure: dispatch.billable === 'request' ? failure : ended(failure) };
    }
    if (!result.isOk) memory.give();
    this.conclude(result, dispatch, health, attemptOf(exchange?.status ?? null, null));
    return result;
  }

  /** What is sent is handed on at once, and not held while its answer comes. */
  private begin({ call, dispatch }: Sending, endpoint: Endpoint, written: Dispatch): Begun {
    const { parts, protocol } = written;
    const [{ request, vectors, isPicture }, ...rest] = parts;
    const fields = this.repairs.fieldsOf(call.principal.organisation.id, endpoint);
    const head = this.start(request, fields, dispatch.cancellation);
    return { head, protocol, vectors, isPicture, rest, fields };
  }

  /** What was sent first: what may be left out stands in each part of a call alike. */
  private async writeAgain(
    { call, dispatch }: Sending,
    endpoint: Endpoint,
    secret: Secret | undefined,
  ): Promise<HttpRequest['body']> {
    const order = { call, endpoint, secret, nowMs: this.clock.nowMs() };
    const { parts } = await this.families.write(order, dispatch.cancellation);
    return parts[0].request.body;
  }

  /** @param fields that the endpoint refuses; the signature covers what is left */
  private start(
    request: HttpRequest,
    fields: readonly string[],
    cancellation: Cancellation,
  ): Promise<HttpExchange> {
    if (fields.length === 0 || typeof request.body !== 'string') {
      return this.http.send(request, cancellation);
    }
    return withoutFields(request.body, fields, cancellation).then((body) =>
      this.http.send({ ...request, body }, cancellation),
    );
  }

  /**
   * The first part was answered, so the others are worth their price. One that fails ends the attempt, and
   * no other one follows: what was answered until then is paid for, and what is under way as far as its input.
   */
  private async sendRest(
    sending: Sending,
    endpoint: Endpoint,
    { rest, protocol, fields, opened }: Omit<Begun, 'head'> & Pick<Incoming, 'opened'>,
    first: Reply,
    attemptOf: AttemptOf,
  ): Promise<AttemptResult> {
    const { call, dispatch } = sending;
    const bill = new PartsBill(endpoint, call.hold.inputTokens, rest.length + 1);
    bill.begin();
    bill.end({ isOk: true, reply: first });
    // However this ends, unless it is with an answer.
    dispatch.spent.push(bill);
    dispatch.billable = 'nothing';
    const results = await sendInTurns(rest, dispatch.cancellation, async (part, cancellation) => {
      const memory = this.answers.open(call.memory);
      bill.begin();
      const exchange = await this.start(part.request, fields, cancellation);
      const incoming = { exchange, memory, opened, protocol, fields, vectors: part.vectors };
      const result = await this.read(sending, endpoint, incoming, attemptOf);
      bill.end(result);
      // One picture less does not take the others from their caller.
      return part.isPicture && !result.isOk ? undefined : result;
    });
    const replies = [first];
    for (const result of results) {
      if (result.isOk) replies.push(result.reply);
      else return { isOk: false, failure: ended(result.failure) };
    }
    dispatch.spent.pop();
    return { isOk: true, reply: joinReplies(replies, bill.told) };
  }

  private async read(
    sending: Sending,
    endpoint: Endpoint,
    { exchange, memory, opened, protocol, vectors, isPicture, fields }: Incoming,
    attemptOf: AttemptOf,
  ): Promise<AttemptResult> {
    const { call, deadline } = sending;
    const { status } = exchange;
    const family = this.families.get(endpoint.provider.family);
    if (status >= 200 && status < 300) {
      const { isStreaming } = call;
      const { readError, readUsage } = family;
      const expected = { isStreaming, protocol, vectors, readError };
      const reply = await readReply(exchange, expected, deadline, memory);
      if ('body' in reply && isPicture && bringsNone(reply)) {
        return { isOk: false, failure: noPicture(reply, attemptOf(status, null)) };
      }
      if ('body' in reply)
        return { isOk: true, reply: withUsage(reply, readUsage?.(exchange.headers)) };
      exchange.abort(new Error('malformed answer'));
      if (reply.error) return { isOk: false, failure: this.judge(reply.error, attemptOf) };
      const attempt = attemptOf(status, 'malformed');
      return { isOk: false, failure: malformed(attempt, reply.message) };
    }
    const body = (await exchange.whole(ERROR_BYTES_MAX, memory)) ?? Buffer.alloc(0);
    const error = family.readError(status, body.toString('utf8'), exchange.headers);
    const failure = this.judge(error, attemptOf);
    const { id } = call.principal.organisation;
    const isOutdated = status === 401 && this.opener.refused(id, endpoint, opened);
    const sent = () => this.writeAgain(sending, endpoint, opened);
    const refusal = { error, protocol, fields, sent };
    const isLearnt = await this.repairs.learn(id, endpoint, refusal, sending.dispatch.cancellation);
    const isRepaired = isLearnt && !sending.wasRepaired;
    sending.wasRepaired ||= isRepaired;
    const isWorthIt = isOutdated || isRepaired;
    return { isOk: false, failure: isWorthIt ? { ...failure, retryAfterMs: 0 } : failure };
  }

  private judge(error: ProviderError, attemptOf: AttemptOf): Failure {
    const random = this.entropy.bytes(2).readUInt16BE() / 65_536;
    return judgeStatus(error, attemptOf(error.status, null), random);
  }

  private conclude(
    result: AttemptResult,
    dispatch: DispatchRecord,
    health: Health,
    attempt: Attempt,
  ): void {
    const nowMs = this.clock.monotonicMs();
    if (result.isOk) {
      dispatch.attempts.push(attempt);
      dispatch.billable = 'answer';
      return health.done('ok', nowMs);
    }
    const { failure } = result;
    dispatch.attempts.push({
      ...failure.attempt,
      transport: failure.provider ? null : failure.cause,
    });
    dispatch.billable = failure.billable;
    const status = failure.provider?.status ?? 0;
    if (status === 429) {
      health.throttle(failure.provider?.retryAfterMs ?? 0, nowMs);
    } else if (isRefusal(status)) health.done('ok', nowMs);
    else health.done(isConnecting(failure) ? 'no_connection' : 'failed', nowMs);
  }
}

/** One call while it is sent. */
interface Sending {
  readonly call: MeteredCall;
  readonly dispatch: DispatchRecord;
  readonly deadline: Deadline;
  /** It was sent again without what a provider refused, which happens once. */
  wasRepaired: boolean;
}

/** What was sent, and what is expected to come. */
interface Begun {
  readonly head: Promise<HttpExchange>;
  readonly protocol: Protocol;
  readonly vectors: number | undefined;
  readonly isPicture?: true | undefined;
  /** What is sent when the first part was answered. */
  readonly rest: readonly RequestPart[];
  /** Paths that were left out, and will be of the rest. */
  readonly fields: readonly string[];
}

/** An answer, and what it takes of the memory. */
interface Incoming extends Pick<Begun, 'protocol' | 'vectors' | 'isPicture' | 'fields'> {
  readonly exchange: HttpExchange;
  readonly memory: AnswerMemory;
  /** What the request was opened with. */
  readonly opened: Secret | undefined;
}

/** Another attempt follows: what the one before may have cost is paid for beside it. */
function keepBill(dispatch: DispatchRecord): void {
  const { endpoint, billable } = dispatch;
  if (billable === 'nothing' || !endpoint) return;
  dispatch.spent.push({ endpoint, usage: null });
  dispatch.billable = 'nothing';
}

/** Parts of it were answered, and stand among what was spent: it is not tried again. */
const ended = (failure: Failure): Failure => ({
  ...failure,
  retryAfterMs: null,
  mayFailOver: false,
  billable: 'nothing',
});

type AttemptOf = (status: number | null, transport: string | null) => Attempt;

const isTimeout = (reason: unknown): boolean =>
  reason instanceof GatewayError && reason.key === 'upstream_timeout';

/** Who ended an attempt on our side, as its transport. */
const abandonedBy = (reason: unknown): string => (isTimeout(reason) ? 'timeout' : 'aborted');

/** An answer all the same: the provider is well and does not do what it was asked. */
const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || status === 501 || status === 505;

const isConnecting = ({ cause }: Failure): boolean =>
  cause === 'dns' || cause === 'connect' || cause === 'tls';

const noMemory = (attempts: readonly Attempt[]): GatewayError =>
  failed('gateway_overloaded', {
    message:
      'The gateway has no memory free for this answer. The provider made it, and may charge for it.',
    gw: { cause: 'answer_memory', attempts },
  });

const breakerOpen = (attempt: Attempt): Failure => ({
  cause: 'breaker_open',
  provider: null,
  attempt,
  retryAfterMs: null,
  mayFailOver: true,
  billable: 'nothing',
});
