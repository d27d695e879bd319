import { Injectable } from '@nestjs/common';
import { rateLimitHeaders, type Workload } from '#call';
import { Clock, refuse } from '#kernel';

const SLOT_MS = 5_000;
const SLOTS = 12; // Of 55 to 60 seconds: never longer than the window that decides.
const WORKLOADS_MAX = 10_000; // Then those that are quiet are left out.

interface Window {
  /** Number of the slot that is counted in, since the clock's start. */
  slot: number;
  readonly counts: number[];
}

/**
 * The requests that this replica has let in for each workload, whatever became of them; questions for
 * models are requests, too. It turns those beyond the rate away before their bodies are read; which
 * call is one too many over all replicas is decided at admission, exactly.
 */
@Injectable()
export class RequestRate {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  /** @throws rate_limited */
  count({ id, rpm }: Workload): void {
    if (rpm === null) return;
    const nowMs = this.clock.monotonicMs();
    const window = this.windowOf(id, nowMs);
    if (window.counts.reduce((sum, count) => sum + count, 0) >= rpm) {
      throw refuse('rate_limited', {
        gw: { limit: { counter: 'rpm', limit: rpm } },
        retryAfterSeconds: secondsUntilRoom(window, nowMs),
        headers: rateLimitHeaders('requests', {
          limit: rpm,
          remaining: 0,
          resetSeconds: secondsUntilEmpty(window, nowMs),
        }),
      });
    }
    const place = window.slot % SLOTS;
    window.counts[place] = (window.counts[place] ?? 0) + 1;
  }

  private windowOf(id: string, nowMs: number): Window {
    const slot = Math.floor(nowMs / SLOT_MS);
    let window = this.windows.get(id);
    if (!window) {
      if (this.windows.size >= WORKLOADS_MAX) this.dropQuiet(slot);
      window = { slot, counts: Array.from({ length: SLOTS }, () => 0) };
      this.windows.set(id, window);
    }
    const passed = Math.min(slot - window.slot, SLOTS);
    for (let step = 1; step <= passed; step++) window.counts[(window.slot + step) % SLOTS] = 0;
    window.slot = slot;
    return window;
  }

  private dropQuiet(slot: number): void {
    for (const [id, window] of this.windows) {
      if (slot - window.slot >= SLOTS) this.windows.delete(id);
    }
  }
}

/** Until the oldest requests leave the window. */
function secondsUntilRoom(window: Window, nowMs: number): number {
  let age = SLOTS - 1;
  while (age > 0 && !countAt(window, age)) age--;
  return secondsUntilGone(window, age, nowMs);
}

/** Until the newest ones do. */
function secondsUntilEmpty(window: Window, nowMs: number): number {
  let age = 0;
  while (age < SLOTS - 1 && !countAt(window, age)) age++;
  return secondsUntilGone(window, age, nowMs);
}

/** In the slot that is so many slots old. */
const countAt = ({ slot, counts }: Window, age: number): number =>
  counts[(slot - age + SLOTS) % SLOTS] ?? 0;

const secondsUntilGone = ({ slot }: Window, age: number, nowMs: number): number =>
  Math.max(1, Math.ceil(((slot - age + SLOTS) * SLOT_MS - nowMs) / 1_000));
