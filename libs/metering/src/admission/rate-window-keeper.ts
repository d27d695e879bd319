import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, type Statement } from '#platform';
import { SLOT_MS } from './rate-window.js';

const LOOK_MS = 10_000;

/** By the database's clock, which writes them: one from the future was written before it was set back. */
const FORGET_FUTURE: Statement = {
  name: 'rate-forget-future-windows',
  text: `
    DELETE FROM rate_window
    WHERE slot > floor(extract(epoch FROM clock_timestamp()) * 1000 / ${SLOT_MS})::bigint + 1`,
};

/**
 * A window never goes back, so that replicas agree on it. Where the clock does, its slot would stand
 * still until that time comes again, after 70 days say, and refuse for as long; it begins anew instead.
 */
@Injectable()
export class RateWindowKeeper {
  private stopLooking: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    await this.forgetFuture();
    // A database that is away is asked again; calls are refused meanwhile anyway.
    this.stopLooking = this.clock.every(
      LOOK_MS,
      () => void this.forgetFuture().catch(() => undefined),
    );
  }

  stop(): void {
    this.stopLooking();
  }

  async forgetFuture(): Promise<void> {
    await this.database.query(FORGET_FUTURE);
  }
}
