import { Injectable } from '@nestjs/common';
import { Dispatcher, type Endpoint, type Journey, type MeteredCall } from '#call';
import { Clock, Entropy, failed, GatewayError, type Attempt } from '#kernel';
import { readProviderError, type Reply } from '#wire';
import { Deadline, watchTime } from './deadline.js';
import type { AttemptResult, Failure } from './attempt.js';
import { families } from './families.js';
import { finalError } from './final-error.js';
import { ProviderHealth } from './health/provider-health.js';
import { HttpClient } from './http/http-client.js';
import type { HttpExchange } from './http/http-exchange.js';
import { judgeStatus, judgeTransport, malformed } from './judge-failure.js';
import { readAll, readReply } from './read-reply.js';

const ATTEMPTS_MAX = 4; // Of one call, over all endpoints.
const ERROR_BYTES_MAX = 64 * 1_024; // A provider's error page; the message is cut shorter still.

/** Sends a call to the endpoints of its route until one answers. */
@Injectable()
export class ProviderDispatcher extends Dispatcher {
  constructor(
    private readonly http: HttpClient,
    private readonly health: ProviderHealth,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {
    super();
  }

  async send(call: MeteredCall, journey: Journey): Promise<Reply> {
    const deadline = new Deadline(this.clock, call.timeoutMs, () => {
      const gw = { cause: 'timeout', attempts: journey.attempts };
      journey.abort.abort(failed('upstream_timeout', { gw }));
    });
    try {
      return watchTime(await this.tryEndpoints(call, journey), deadline);
    } catch (error) {
      deadline.cancel();
      throw error;
    }
  }

  private async tryEndpoints(call: MeteredCall, journey: Journey): Promise<Reply> {
    let failure: Failure | undefined;
    for (const endpoint of call.hold.endpoints) {
      for (let isRetry = false; journey.attempts.length < ATTEMPTS_MAX; isRetry = true) {
        if (isRetry && !(await this.waitForRetry(call, endpoint, failure, journey))) break;
        const result = await this.attempt(call, endpoint, journey);
        if (result.isOk) return result.reply;
        failure = result.failure;
        if (isRetry || failure.retryAfterMs === null) break;
      }
      if (failure && !failure.mayFailOver) break;
    }
    if (failure && failure.cause !== 'breaker_open') throw finalError(failure, journey.attempts);
    throw failed('upstream_unhealthy', {
      gw: { cause: 'all_unhealthy', attempts: journey.attempts },
    });
  }

  private async waitForRetry(
    call: MeteredCall,
    endpoint: Endpoint,
    failure: Failure | undefined,
    journey: Journey,
  ): Promise<boolean> {
    const { retries } = this.health.of(call.principal.organisation.id, endpoint.provider);
    if (!retries.tryRetry(this.clock.monotonicMs())) return false;
    await this.clock.sleep(failure?.retryAfterMs ?? 0, journey.abort.signal);
    return !journey.abort.signal.aborted;
  }

  private async attempt(
    call: MeteredCall,
    endpoint: Endpoint,
    journey: Journey,
  ): Promise<AttemptResult> {
    const { signal } = journey.abort;
    const startedMs = this.clock.monotonicMs();
    const health = this.health.of(call.principal.organisation.id, endpoint.provider);
    const attemptOf = (status: number | null, transport: string | null): Attempt => ({
      provider: endpoint.provider.name,
      model: endpoint.model?.id ?? '',
      status,
      transport,
      ms: Math.round(this.clock.monotonicMs() - startedMs),
    });
    if (!health.breaker.tryPass(startedMs)) {
      return { isOk: false, failure: breakerOpen(attemptOf(null, 'breaker_open')) };
    }
    health.retries.countCall(startedMs);
    journey.endpoint = endpoint;
    const request = families[endpoint.provider.family].buildRequest(call, endpoint);
    let result: AttemptResult | undefined;
    let exchange: HttpExchange | undefined;
    try {
      // Until the answer's head is there, a kill of this wait leaves a request that may be billed.
      journey.exposure = 'unanswered';
      exchange = await this.http.send(request, signal);
      result = await this.read(call, exchange, attemptOf);
    } catch (error) {
      if (signal.aborted) {
        // Our own doing says nothing about the provider, but a timeout does.
        const reason = signal.reason as Error;
        const isTimeout = reason instanceof GatewayError && reason.key === 'upstream_timeout';
        journey.attempts.push(attemptOf(null, isTimeout ? 'timeout' : 'aborted'));
        if (isTimeout) health.breaker.done('failed', this.clock.monotonicMs());
        else health.breaker.release();
        throw reason;
      }
      result = {
        isOk: false,
        failure: judgeTransport(error, attemptOf(exchange?.status ?? null, 'reset')),
      };
    }
    this.conclude(result, journey, health, attemptOf(exchange?.status ?? null, null));
    return result;
  }

  private async read(
    call: MeteredCall,
    exchange: HttpExchange,
    attemptOf: (status: number | null, transport: string | null) => Attempt,
  ): Promise<AttemptResult> {
    const { status } = exchange;
    if (status >= 200 && status < 300) {
      const reply = await readReply(call, exchange);
      if ('body' in reply) return { isOk: true, reply };
      exchange.abort(new Error('malformed answer'));
      return { isOk: false, failure: malformed(attemptOf(status, 'malformed'), reply.said) };
    }
    const body = (await readAll(exchange, ERROR_BYTES_MAX)) ?? Buffer.alloc(0);
    const error = readProviderError(status, body.toString('utf8'), exchange.headers);
    const random = this.entropy.bytes(2).readUInt16BE() / 65_536;
    return { isOk: false, failure: judgeStatus(error, attemptOf(status, null), random) };
  }

  private conclude(
    result: AttemptResult,
    journey: Journey,
    health: ReturnType<ProviderHealth['of']>,
    attempt: Attempt,
  ): void {
    const nowMs = this.clock.monotonicMs();
    if (result.isOk) {
      journey.attempts.push(attempt);
      journey.exposure = 'answered';
      return health.breaker.done('ok', nowMs);
    }
    const { failure } = result;
    journey.attempts.push({
      ...failure.attempt,
      transport: failure.provider ? null : failure.cause,
    });
    journey.exposure = failure.exposure;
    const status = failure.provider?.status ?? 0;
    if (status === 429) {
      health.breaker.release();
      health.throttledUntilMs = nowMs + (failure.provider?.retryAfterMs ?? 0);
    } else if (isRefusal(status)) health.breaker.done('ok', nowMs);
    else health.breaker.done(isConnecting(failure) ? 'no_connection' : 'failed', nowMs);
  }
}

/** An answer all the same: the provider is well and does not do what it was asked. */
const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || status === 501 || status === 505;

const isConnecting = ({ cause }: Failure): boolean =>
  cause === 'dns' || cause === 'connect' || cause === 'tls';

const breakerOpen = (attempt: Attempt): Failure => ({
  cause: 'breaker_open',
  provider: null,
  attempt,
  retryAfterMs: null,
  mayFailOver: true,
  exposure: 'none',
});
