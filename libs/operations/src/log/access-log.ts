import { Injectable, Logger } from '@nestjs/common';
import {
  CallObserver,
  logIdsOf,
  STATUS_CALLER_GONE,
  type Arrival,
  type Outcome,
  type ReceivedCall,
} from '#call';
import { formatNano, type Attempt, type GatewayError } from '#kernel';
import { causeOf } from './cause-of.js';

/**
 * One line for each call, each refusal and each caller who left before, one for each try that failed. Ids, names of the settings and
 * figures: what a caller wrote is in none of them, not even the name of a model that leads nowhere.
 */
@Injectable()
export class AccessLog extends CallObserver {
  private readonly logger = new Logger('access');

  ended(call: ReceivedCall, outcome: Outcome): void {
    const { endpoint, error, charge, attempts } = outcome;
    for (const attempt of attempts) if (isFailed(attempt)) this.failed(call, attempt);
    this.logger.log('call', {
      ...whoOf(call),
      provider: endpoint?.provider.name ?? null,
      model: endpoint?.model?.id ?? null,
      status: outcome.status,
      error: error?.key ?? null,
      cause: error ? causeOf(error) : null,
      ...(error && whyOf(error)),
      ended_by: outcome.endedBy,
      ms: outcome.latencyMs,
      ttft_ms: outcome.ttftMs,
      gateway_ms: outcome.gatewayMs,
      tokens_in: charge?.usage.inputTotal ?? null,
      tokens_out: charge?.usage.outputTotal ?? null,
      cost: charge ? formatNano(charge.nano) : null,
      currency: charge?.currency ?? null,
    });
    this.logger.debug('steps', { ...idsOf(call), steps_ms: outcome.stepsMs, attempts });
  }

  refused(arrival: Arrival, error: GatewayError): void {
    this.logger.log('refused', {
      ...whoOf(arrival),
      status: error.spec.status,
      error: error.key,
      cause: causeOf(error),
      ...whyOf(error),
    });
  }

  left(arrival: Arrival): void {
    this.logger.log('left', { ...whoOf(arrival), status: STATUS_CALLER_GONE, ended_by: 'client' });
  }

  /** No call: nothing is known of whoever asked, and anybody can make any number of them. */
  override unauthenticated(): void {}

  private failed(call: Arrival, { provider, model, status, transport, ms }: Attempt): void {
    this.logger.warn('attempt failed', { ...idsOf(call), provider, model, status, transport, ms });
  }
}

const isFailed = ({ status, transport }: Attempt): boolean =>
  transport !== null || status === null || status >= 400;

/** What an error keeps from its caller and tells an operator, in words of ours. */
const whyOf = ({ details: { internal } }: GatewayError) =>
  internal !== undefined && { why: internal };

/** `call` is the call's own id, which is another one than its request's for a call of the gateway's own. */
const idsOf = (call: Arrival) => ({ call: call.callId, ...logIdsOf(call) });

function whoOf(call: Arrival) {
  const { surface, principal } = call;
  return {
    ...idsOf(call),
    surface,
    organisation: principal.organisation.name,
    workload: principal.workload.name,
    key: principal.kind === 'key' ? principal.keyId : null,
  };
}
