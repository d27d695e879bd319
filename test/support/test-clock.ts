import { SystemClock, type Alarm } from '#kernel';

/** Runs as real time does, and can be put forward: a wait of minutes is over at once. */
export class TestClock extends SystemClock {
  private skippedMs = 0;
  private readonly waiting = new Set<{ dueMs: number; fire: () => void }>();
  private readonly ticks = new Set<{ readonly everyMs: number; readonly tick: () => void }>();

  /** Waits that have not ended. */
  get alarms(): number {
    return this.waiting.size;
  }

  /** Whatever is due by then fires now, in its order. */
  skip(ms: number): void {
    this.skippedMs += ms;
    const nowMs = this.monotonicMs();
    const due = [...this.waiting].filter((alarm) => alarm.dueMs <= nowMs);
    for (const alarm of due.toSorted((a, b) => a.dueMs - b.dueMs)) alarm.fire();
    for (const { everyMs, tick } of this.ticks) if (everyMs <= ms) tick();
  }

  override monotonicMs(): number {
    return super.monotonicMs() + this.skippedMs;
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const woken = new AbortController();
    const alarm = { dueMs: this.monotonicMs() + ms, fire: () => woken.abort() };
    this.waiting.add(alarm);
    const either = signal ? AbortSignal.any([signal, woken.signal]) : woken.signal;
    await super.sleep(ms, either);
    this.waiting.delete(alarm);
  }

  override every(ms: number, tick: () => void): () => void {
    const entry = { everyMs: ms, tick };
    this.ticks.add(entry);
    const stop = super.every(ms, tick);
    return () => {
      this.ticks.delete(entry);
      stop();
    };
  }

  override after(ms: number, fire: () => void): Alarm {
    const once = () => {
      this.waiting.delete(alarm);
      real.cancel();
      fire();
    };
    const alarm = { dueMs: this.monotonicMs() + ms, fire: once };
    const real = super.after(ms, once);
    this.waiting.add(alarm);
    return {
      restart: () => {
        alarm.dueMs = this.monotonicMs() + ms;
        this.waiting.add(alarm);
        real.restart();
      },
      cancel: () => {
        this.waiting.delete(alarm);
        real.cancel();
      },
    };
  }
}
