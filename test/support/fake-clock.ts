import { Clock, type Alarm } from '#kernel';

interface Timer {
  dueMs: number;
  readonly fire: () => void;
}

/** Time that stands still until a test moves it; whatever falls due meanwhile fires in its order. */
export class FakeClock extends Clock {
  private readonly timers = new Set<Timer>();
  private elapsedMs = 0;

  constructor(private readonly startMs = 1_763_640_000_000) {
    super();
  }

  advance(ms: number): void {
    const endMs = this.elapsedMs + ms;
    for (;;) {
      const due = [...this.timers].filter((timer) => timer.dueMs <= endMs);
      const next = due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.elapsedMs = next.dueMs;
      this.timers.delete(next);
      next.fire();
    }
    this.elapsedMs = endMs;
  }

  /** Timers that are still to fire. */
  get pending(): number {
    return this.timers.size;
  }

  nowMs(): number {
    return this.startMs + this.elapsedMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = this.add(ms, resolve);
      signal?.addEventListener('abort', () => {
        this.timers.delete(timer);
        resolve();
      });
    });
  }

  every(ms: number, tick: () => void): () => void {
    const timer: Timer = {
      dueMs: this.elapsedMs + ms,
      fire: () => {
        timer.dueMs += ms;
        this.timers.add(timer);
        tick();
      },
    };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  after(ms: number, fire: () => void): Alarm {
    const timer = this.add(ms, fire);
    return {
      restart: () => {
        timer.dueMs = this.elapsedMs + ms;
        this.timers.add(timer);
      },
      cancel: () => void this.timers.delete(timer),
    };
  }

  private add(ms: number, fire: () => void): Timer {
    const timer = { dueMs: this.elapsedMs + ms, fire };
    this.timers.add(timer);
    return timer;
  }
}
