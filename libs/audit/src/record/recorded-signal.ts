import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';

/** Tells the sealer that there is work, without either knowing the other. */
@Injectable()
export class RecordedSignal {
  private isRaised = false;
  private waking = new AbortController();

  constructor(private readonly clock: Clock) {}

  raise(): void {
    this.isRaised = true;
    this.waking.abort();
  }

  /** Resolves when raised since the last wait, or after `ms`. For one waiter. */
  async wait(ms: number): Promise<void> {
    if (!this.isRaised) await this.clock.sleep(ms, this.waking.signal);
    this.isRaised = false;
    this.waking = new AbortController();
  }
}
