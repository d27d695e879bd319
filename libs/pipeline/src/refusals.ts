import { Injectable, Logger } from '@nestjs/common';
import { SealInterceptor, type CallSoFar } from '#audit';
import { CallObserver, type Arrival } from '#call';
import { Clock, type GatewayError } from '#kernel';
import { Settling } from './settling.js';

const WAIT_MS = 250; // The caller waits this long for its refusal to be durable, not for an outage.

/** Turned away, and on record. */
@Injectable()
export class Refusals {
  private readonly logger = new Logger('pipeline');

  constructor(
    private readonly seal: SealInterceptor,
    private readonly settling: Settling,
    private readonly observer: CallObserver,
    private readonly clock: Clock,
  ) {}

  /** @returns the error, for throwing */
  async record(
    arrival: Arrival,
    error: GatewayError,
    reached: CallSoFar = {},
  ): Promise<GatewayError> {
    this.observer.refused(arrival, error);
    if (error.key === 'internal') {
      this.logger.error(`call ${arrival.callId} failed`, error.cause);
    }
    const waiting = new AbortController();
    const recorded = this.seal
      .refuse(arrival, error, reached)
      .catch((fault: unknown) => this.logger.error(`refusal ${arrival.callId} not recorded`, fault))
      .finally(() => waiting.abort());
    this.settling.add(recorded);
    await this.clock.sleep(WAIT_MS, waiting.signal);
    return error;
  }
}
