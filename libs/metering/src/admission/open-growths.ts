import type { Clock } from '#kernel';
import type { CounterStore, GrowingHold } from './counter-store.js';
import type { IntentStore } from './intent-store.js';
import { COMMIT_MS_MAX } from './commit-ms-max.js';

const ALIGN_RETRY_MS = 1_000;

interface OpenGrowth {
  readonly call: GrowingHold;
  /** Monotonic reading of when it was last left open. */
  sinceMs: number;
  /** What was last done for the call: one thing at a time, or an intent would shrink below its hold. */
  turn: Promise<unknown>;
}

/**
 * Holds that may have grown in one of two places alone, since a store went away in between. Each intent is
 * put right by the hold that the counters have, as soon as they can be read, and once more when nothing that
 * was sent can change either of them any more. What is open when its call ends needs nothing: both are gone.
 */
export class OpenGrowths {
  private readonly open = new Map<string, OpenGrowth>();
  private isAligning = false;

  constructor(
    private readonly store: CounterStore,
    private readonly intents: IntentStore,
    private readonly clock: Clock,
  ) {}

  /** @throws what `grow` throws, or why an earlier growth of the call cannot be put right yet */
  async run<Result>(call: GrowingHold, grow: () => Promise<Result>): Promise<Result> {
    const known = this.open.get(call.callId);
    const growing = known
      ? inTurn(known, async () => {
          await this.align(call);
          return grow();
        })
      : grow();
    try {
      return await growing;
    } catch (fault) {
      this.leaveOpen(call);
      throw fault;
    }
  }

  private leaveOpen(call: GrowingHold): void {
    const sinceMs = this.clock.monotonicMs();
    const known = this.open.get(call.callId);
    if (known) known.sinceMs = sinceMs;
    else this.open.set(call.callId, { call, sinceMs, turn: Promise.resolve() });
    void this.alignAll();
  }

  /** One loop at a time, until none is open. */
  private async alignAll(): Promise<void> {
    if (this.isAligning) return;
    this.isAligning = true;
    while (this.open.size > 0) {
      await this.clock.sleep(ALIGN_RETRY_MS);
      const decidedMs = this.clock.monotonicMs() - COMMIT_MS_MAX;
      for (const [id, growth] of this.open) {
        const { call, sinceMs } = growth;
        try {
          await inTurn(growth, () => this.align(call));
        } catch {
          break; // Still unreachable, and the others with it. The intents hold too much, never too little.
        }
        if (sinceMs <= decidedMs && growth.sinceMs === sinceMs) this.open.delete(id);
      }
    }
    this.isAligning = false;
  }

  /** Counters that were lost meanwhile are made anew from the intents, and hold what those say. */
  private async align(call: GrowingHold): Promise<void> {
    const nano = await this.store.holdOf(call);
    if (nano !== undefined) await this.intents.setHold(call.callId, nano);
  }
}

function inTurn<Result>(growth: OpenGrowth, work: () => Promise<Result>): Promise<Result> {
  const done = growth.turn.then(work, work);
  growth.turn = done.catch(() => undefined);
  return done;
}
