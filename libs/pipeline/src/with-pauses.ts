import type { Clock } from '#kernel';

/** Time has passed, whether or not anything has come. */
export const PAUSE = Symbol('pause');

/**
 * What comes, and between it a `PAUSE` every `ms` as long as more is waited for. Given back with `return`, it
 * gives its source back, too.
 */
export async function* withPauses<Item>(
  source: AsyncIterable<Item>,
  clock: Clock,
  ms: number,
): AsyncGenerator<Item | typeof PAUSE> {
  const items = source[Symbol.asyncIterator]();
  const pace = new Pace();
  const stop = clock.every(ms, () => pace.tick());
  let waiting: Promise<IteratorResult<Item>> | undefined;
  try {
    for (;;) {
      const next = (waiting ??= items.next());
      const first = await Promise.race([next, pace.due()]);
      if (first === PAUSE) {
        pace.told();
        yield PAUSE;
        continue;
      }
      waiting = undefined;
      if (first.done) return;
      yield first.value;
    }
  } finally {
    stop();
    // What is still waited for is not: its source ends once it has come.
    const returned = items.return?.();
    if (waiting) void Promise.allSettled([waiting, returned]);
    else await returned;
  }
}

/** Ticks, each of which is told once. */
class Pace {
  private isDue = false;
  private wake: (() => void) | undefined;

  tick(): void {
    this.isDue = true;
    this.wake?.();
  }

  told(): void {
    this.isDue = false;
  }

  /** Resolves at the next tick, or at once if one was not told yet. */
  due(): Promise<typeof PAUSE> {
    return new Promise((resolve) => {
      if (this.isDue) resolve(PAUSE);
      else this.wake = () => resolve(PAUSE);
    });
  }
}
