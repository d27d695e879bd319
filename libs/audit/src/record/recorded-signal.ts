import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';

/** Tells the sealer that there is work, without either knowing the other. */
@Injectable()
export class RecordedSignal {
  private isRaised = false;
  private wake: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  raise(): void {
    this.isRaised = true;
    this.wake?.();
  }

  /** Resolves when raised since the last wait, or after `ms`. For one waiter. */
  async wait(ms: number): Promise<void> {
    if (!this.isRaised) {
      await new Promise<void>((resolve) => {
        const alarm = this.clock.after(ms, resolve);
        this.wake = () => (alarm.cancel(), resolve());
      });
    }
    this.wake = undefined;
    this.isRaised = false;
  }
}
