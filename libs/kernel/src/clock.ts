import type { Cancellation } from './cancellation.js';

/** Time as a collaborator, so that tests can own it. The only file that touches the real clock. */
export abstract class Clock {
  /** Milliseconds since the epoch. */
  abstract nowMs(): number;
  /** Milliseconds with fractions from an arbitrary start; never jumps. */
  abstract monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** The same, ended early by a cancellation. */
  async pause(ms: number, cancellation: Cancellation): Promise<void> {
    const over = new AbortController();
    const stopListening = cancellation.onCancel(() => over.abort());
    await this.sleep(ms, over.signal);
    stopListening();
  }

  /** Calls `tick` every `ms` until stopped. Does not keep the process alive. */
  abstract every(ms: number, tick: () => void): () => void;
  /** Calls `fire` once after `ms` unless cancelled. Does not keep the process alive. */
  abstract after(ms: number, fire: () => void): Alarm;
}

export interface Alarm {
  /** Starts its time anew; cheap enough for every chunk of a stream. */
  restart(): void;
  cancel(): void;
}

export class SystemClock extends Clock {
  nowMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  every(ms: number, tick: () => void): () => void {
    const timer = setInterval(tick, ms).unref();
    return () => clearInterval(timer);
  }

  after(ms: number, fire: () => void): Alarm {
    const timer = setTimeout(fire, ms).unref();
    return {
      restart: () => void timer.refresh(),
      cancel: () => clearTimeout(timer),
    };
  }
}
