import { Injectable } from '@nestjs/common';
import {
  isOwnTime,
  Dispatcher,
  isBackground,
  type DispatchRecord,
  type Endpoint,
  type Family,
  type MeteredCall,
  type Operation,
  type Provider,
} from '#call';
import { Clock, failed } from '#kernel';
import type { ConversationProtocol, Reply } from '#wire';
import type { Failure } from './attempt.js';
import { AttemptSender } from './attempts/attempt-sender.js';
import type { Sending } from './attempts/sending.js';
import { Deadline } from './deadline.js';
import { FamilyTable } from './family-table.js';
import { finalError } from './final-error.js';
import { ProviderHealth } from './health/provider-health.js';
import { speaksFormat } from './served.js';

const ATTEMPTS_MAX = 4; // Of one call, over all endpoints.

const OF_CALLER =
  'The provider did not answer within the time limit that the request set by x-gw-upstream-timeout. Ask for less, or send a longer one.';

/** Sends a call to model providers over HTTP: endpoints in their order, retries, deadline. */
@Injectable()
export class ProviderDispatcher extends Dispatcher {
  constructor(
    private readonly families: FamilyTable,
    private readonly attempts: AttemptSender,
    private readonly health: ProviderHealth,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return this.families.serves(operation, family);
  }

  speaks(protocol: ConversationProtocol, provider: Provider): boolean {
    return speaksFormat(protocol, provider);
  }

  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const deadline = new Deadline(this.clock, call.timeoutMs, () => {
      const gw = { cause: 'timeout', attempts: dispatch.attempts };
      dispatch.cancellation.cancel(
        failed('upstream_timeout', { gw, ...(isOwnTime(call) && { message: OF_CALLER }) }),
      );
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
        if (failure && isPaidUp(sending)) throw finalError(failure, dispatch.attempts);
        keepBill(dispatch);
        const result = await this.attempts.send(sending, endpoint);
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
}

/**
 * A strict budget holds the price of one attempt, as does what goes on in the background: what may have
 * cost that is not tried again.
 */
const isPaidUp = ({ call, dispatch }: Sending): boolean =>
  dispatch.billable !== 'nothing' &&
  (call.principal.workload.budget?.mode === 'strict' || isBackground(call.operation));

/** Another attempt follows: what the one before may have cost is paid for beside it. */
function keepBill(dispatch: DispatchRecord): void {
  const { endpoint, billable } = dispatch;
  if (billable === 'nothing' || !endpoint) return;
  dispatch.spent.push({ endpoint, usage: null });
  dispatch.billable = 'nothing';
}
