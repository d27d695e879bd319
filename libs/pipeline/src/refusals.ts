import { Injectable, Logger } from '@nestjs/common';
import { SealInterceptor, type CallSoFar } from '#audit';
import { CallerGone, CallObserver, logIdsOf, type Arrival } from '#call';
import { asGatewayError, Clock, faultBehind, type GatewayError } from '#kernel';
import { Settling } from './settling.js';

const WAIT_MS = 250; // The caller waits this long for its refusal to be durable, not for an outage.

/** Turned away or given up before dispatch, and on record. */
@Injectable()
export class Refusals {
  private readonly logger = new Logger('pipeline');

  constructor(
    private readonly seal: SealInterceptor,
    private readonly settling: Settling,
    private readonly observer: CallObserver,
    private readonly clock: Clock,
  ) {}

  /**
   * @param fault a caller who has gone is no failure, and nobody's refusal
   * @returns the error, for throwing
   */
  async record(arrival: Arrival, fault: unknown, reached: CallSoFar = {}): Promise<GatewayError> {
    const error = asGatewayError(fault);
    const isGone = fault instanceof CallerGone;
    if (isGone) this.observer.left(arrival);
    else this.observer.refused(arrival, error);
    const behind = isGone ? undefined : faultBehind(error);
    if (behind) {
      this.logger.error(`call ${arrival.callId} failed: ${error.key}`, behind, logIdsOf(arrival));
    }
    const waiting = new AbortController();
    const recorded = this.seal
      .refuse(arrival, isGone ? fault : error, reached)
      .catch((fault: unknown) =>
        this.logger.error(`refusal ${arrival.callId} not recorded`, fault, logIdsOf(arrival)),
      )
      .finally(() => waiting.abort());
    this.settling.add(recorded);
    await this.clock.sleep(WAIT_MS, waiting.signal);
    return error;
  }
}
