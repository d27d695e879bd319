import { Injectable } from '@nestjs/common';
import { isOwnTime, type Endpoint } from '#call';
import { Clock, failed, GatewayError, type Attempt } from '#kernel';
import type { AttemptResult, Failure } from '../attempt.js';
import { EndpointOpener } from '../endpoint-opener.js';
import type { Dispatch, RequestPart } from '../family-adapter.js';
import { FamilyTable } from '../family-table.js';
import { ProviderHealth, type Health } from '../health/provider-health.js';
import { HttpClient } from '../http/http-client.js';
import type { HttpExchange } from '../http/http-exchange.js';
import { breakerOpen, ended, judgeTransport, malformed, tokenless } from '../judge-failure.js';
import { AnswerRoom, TokenFailure } from '#platform';
import { Repairs } from '../repairs/repairs.js';
import { sendWithout } from '../repairs/send-without.js';
import { AnswerReader } from './answer-reader.js';
import { PartsSender } from './parts-sender.js';
import { tracedIn, type Expected, type Sending, type Try } from './sending.js';

/** What was sent, and what is expected to come. */
interface Begun {
  readonly head: Promise<HttpExchange>;
  readonly expected: Expected;
  /** What is sent when the first part was answered. */
  readonly rest: readonly RequestPart[];
}

/** Makes one attempt at one endpoint, and keeps the record of the dispatch and the endpoint's health. */
@Injectable()
export class AttemptSender {
  constructor(
    private readonly families: FamilyTable,
    private readonly opener: EndpointOpener,
    private readonly repairs: Repairs,
    private readonly reader: AnswerReader,
    private readonly parts: PartsSender,
    private readonly http: HttpClient,
    private readonly health: ProviderHealth,
    private readonly answers: AnswerRoom,
    private readonly clock: Clock,
  ) {}

  /**
   * Failing is data here. What throws ends the call: its own cancellation, what the endpoint cannot be asked,
   * an answer that there is no memory for.
   */
  async send(sending: Sending, endpoint: Endpoint): Promise<AttemptResult> {
    const { call, dispatch } = sending;
    const { cancellation } = dispatch;
    const { id } = call.principal.organisation;
    const { attemptOf, traceparent, record } = this.attemptAt(endpoint, sending);
    const health = this.health.of(id, endpoint);
    const opened = await this.opener.open(id, endpoint, cancellation).catch((fault: unknown) => {
      if (cancellation.reason) record(attemptOf(null, abandonedBy(fault)));
      throw fault;
    });
    if (opened instanceof TokenFailure) {
      const failure = tokenless(opened, attemptOf(null, 'token'));
      dispatch.endpoint = endpoint;
      record(failure.attempt);
      return { isOk: false, failure };
    }
    if (!health.tryPass(this.clock.monotonicMs())) {
      return { isOk: false, failure: breakerOpen(attemptOf(null, 'breaker_open')) };
    }
    health.retries.countCall(this.clock.monotonicMs());
    dispatch.endpoint = endpoint;
    const one: Try = { sending, endpoint, opened, attemptOf, traceparent, record };
    let begun: Begun;
    try {
      const writing = this.write(one);
      begun = this.begin(one, writing instanceof Promise ? await writing : writing);
    } catch (fault) {
      health.release(); // Nothing was sent: the place of a probe is free again.
      if (cancellation.reason) record(attemptOf(null, abandonedBy(fault)));
      throw fault;
    }
    // Until it is there, a kill of this wait leaves a request that may be billed.
    dispatch.billable = 'request';
    const result = await this.finish(one, begun, health);
    this.conclude(one, result, health);
    return result;
  }

  private attemptAt(
    endpoint: Endpoint,
    { call, dispatch }: Sending,
  ): Pick<Try, 'attemptOf' | 'traceparent' | 'record'> {
    const { provider, model } = endpoint;
    const startedMs = this.clock.monotonicMs();
    const traced = call.trace?.begin(endpoint, startedMs);
    return {
      attemptOf: (status, transport) => ({
        provider: provider.name,
        model: model?.id ?? '',
        status,
        transport,
        ms: Math.round(this.clock.monotonicMs() - startedMs),
      }),
      traceparent: traced?.traceparent,
      record: (attempt) => {
        dispatch.attempts.push(attempt);
        traced?.end(attempt, this.clock.monotonicMs());
      },
    };
  }

  private write({ sending, endpoint, opened }: Try): Dispatch | Promise<Dispatch> {
    const { call, dispatch } = sending;
    const order = { call, endpoint, secret: opened, nowMs: this.clock.nowMs() };
    return this.families.write(order, dispatch.cancellation);
  }

  /** What is sent is handed on at once, and not held while its answer comes. */
  private begin(one: Try, { parts, protocol }: Dispatch): Begun {
    const { sending, endpoint } = one;
    const { call, dispatch } = sending;
    const [{ request, ...answered }, ...rest] = parts;
    const fields = this.repairs.fieldsOf(call.principal.organisation.id, endpoint);
    dispatch.noteSent();
    const head = sendWithout(this.http, tracedIn(one, request), fields, dispatch.cancellation);
    return { head, expected: { protocol, fields, ...answered }, rest };
  }

  private async finish(
    one: Try,
    { head, expected, rest }: Begun,
    health: Health,
  ): Promise<AttemptResult> {
    const memory = this.answers.open(one.sending.call.memory);
    let exchange: HttpExchange | undefined;
    try {
      exchange = await head;
      const first = await this.reader.read(one, { exchange, memory }, expected);
      const isWhole = !first.isOk || rest.length === 0;
      const result = isWhole ? first : await this.parts.send(one, first.reply, rest, expected);
      if (!result.isOk) memory.give();
      return result;
    } catch (fault) {
      memory.give();
      return { isOk: false, failure: this.judgeFault(one, fault, exchange, health) };
    }
  }

  /** @throws what ends the call */
  private judgeFault(
    { sending: { call, dispatch }, attemptOf, record }: Try,
    fault: unknown,
    exchange: HttpExchange | undefined,
    health: Health,
  ): Failure {
    const { reason } = dispatch.cancellation;
    if (reason) {
      // Our own doing says nothing about the provider, but a timeout does, unless a caller wanted to wait no longer: one
      // key would close the provider to all.
      record(attemptOf(null, abandonedBy(reason)));
      if (isTimeout(reason) && !isOwnTime(call)) health.done('failed', this.clock.monotonicMs());
      else health.release();
      throw reason;
    }
    if (fault instanceof GatewayError && fault.key === 'gateway_overloaded') {
      // The answer is there, and it is we who cannot take it.
      exchange?.abort(fault);
      record(attemptOf(exchange?.status ?? null, null));
      if (dispatch.billable === 'request') dispatch.billable = 'answer';
      health.done('ok', this.clock.monotonicMs());
      throw noMemory(dispatch.attempts);
    }
    const attempt = attemptOf(exchange?.status ?? null, 'reset');
    // What breaks the bounds of an answer is no broken connection, and not worth a second try.
    const isAnswer = fault instanceof GatewayError && fault.key === 'upstream_failed';
    exchange?.abort(new Error('malformed answer'));
    const failure = isAnswer ? malformed(attempt, fault.message) : judgeTransport(fault, attempt);
    return dispatch.billable === 'request' ? failure : ended(failure);
  }

  private conclude(
    { sending: { dispatch }, attemptOf, record }: Try,
    result: AttemptResult,
    health: Health,
  ): void {
    const nowMs = this.clock.monotonicMs();
    if (result.isOk) {
      record(attemptOf(result.reply.status, null));
      dispatch.billable = 'answer';
      return health.done('ok', nowMs);
    }
    const { failure } = result;
    record({
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
