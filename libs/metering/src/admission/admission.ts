import { Injectable } from '@nestjs/common';
import { Clock, failed, refuse } from '#kernel';
import { heldCallOf, type AdmissionRequest, type Verdict } from './admission-request.js';
import { CounterStore, type AdmitAnswer, type TokenCorrection } from './counter-store.js';
import { decide } from './decide.js';
import { IntentStore } from './intent-store.js';

const BATCH_MAX = 256; // Larger ones only make their callers wait for each other.
const QUEUE_MAX = 10_000; // At a few thousand calls a second this is seconds of waiting already.
const ROUNDS_MAX = 6; // Each round refuses or admits; only other replicas can make one in vain.
const RELEASE_RETRY_MS = 1_000;
// A statement whose client is gone may still commit, until the server's own limit ends it.
const COMMIT_MS_MAX = 12_000;

interface Waiting {
  readonly request: AdmissionRequest;
  readonly settle: (verdict: Verdict) => void;
}

/**
 * Lets calls in, in natural batches: while one batch is with the store, the next collects. No
 * timer is involved, so a lone call does not wait.
 */
@Injectable()
export class Admission {
  private queue: Waiting[] = [];
  private isRunning = false;
  private corrections: TokenCorrection[] = [];
  /** Refused, yet perhaps held: an answer was lost, or the intent failed. To the time of that. */
  private readonly uncertain = new Map<AdmissionRequest, number>();
  private isReleasing = false;

  constructor(
    private readonly store: CounterStore,
    private readonly intents: IntentStore,
    private readonly clock: Clock,
  ) {}

  /** Never rejects: a store that cannot be reached is a refusal, too. */
  admit(request: AdmissionRequest): Promise<Verdict> {
    if (this.queue.length >= QUEUE_MAX) {
      return Promise.resolve({ isAdmitted: false, error: refuse('gateway_overloaded') });
    }
    return new Promise((settle) => {
      this.queue.push({ request, settle });
      if (!this.isRunning) {
        this.isRunning = true;
        setImmediate(() => void this.run());
      }
    });
  }

  /** Puts a finished call's tokens right with the next batch. */
  correct(correction: TokenCorrection): void {
    if (correction.tokens !== 0) this.corrections.push(correction);
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_MAX);
      try {
        await this.admitBatch(batch);
      } catch (cause) {
        const nowMs = this.clock.monotonicMs();
        for (const { request } of batch) this.uncertain.set(request, nowMs);
        const error = failed('metering_unavailable', { cause });
        // Those behind would wait for the same timeout, one batch after the other.
        const alike = this.queue.splice(0);
        for (const { settle } of [...batch, ...alike]) settle({ isAdmitted: false, error });
        void this.releaseUncertain();
      }
    }
    this.isRunning = false;
  }

  private async admitBatch(batch: readonly Waiting[]): Promise<void> {
    let waiting = batch;
    for (let round = 0; round < ROUNDS_MAX && waiting.length > 0; round++) {
      const corrections = this.corrections;
      this.corrections = [];
      const requests = waiting.map(({ request }) => request);
      const answer = await this.store.admit(requests, corrections);
      if (answer.isAdmitted) {
        if (!this.store.opensIntents) await this.intents.open(requests);
        return admitAll(waiting, answer);
      }
      const { refused } = decide(requests, answer, this.clock.nowMs());
      waiting = waiting.filter(({ request, settle }) => {
        const error = refused.get(request);
        if (error) settle({ isAdmitted: false, error });
        return !error;
      });
    }
    const error = failed('metering_unavailable', { internal: 'counters changed in every round' });
    for (const { settle } of waiting) settle({ isAdmitted: false, error });
  }

  /**
   * One loop at a time, until the store has answered for every uncertain call at a time when none of
   * them can be committed any more.
   */
  private async releaseUncertain(): Promise<void> {
    if (this.isReleasing) return;
    this.isReleasing = true;
    while (this.uncertain.size > 0) {
      const asked = [...this.uncertain];
      const decidedMs = this.clock.monotonicMs() - COMMIT_MS_MAX;
      try {
        await this.release(asked.map(([request]) => request));
        for (const [request, sinceMs] of asked) {
          if (sinceMs <= decidedMs) this.uncertain.delete(request);
        }
      } catch {
        // Still unreachable. The holds stay, which refuses rather than overspends.
      }
      if (this.uncertain.size > 0) await this.clock.sleep(RELEASE_RETRY_MS);
    }
    this.isReleasing = false;
  }

  /** Intents first: one that is left without its hold would be charged as an interrupted call. */
  private async release(requests: readonly AdmissionRequest[]): Promise<void> {
    if (!this.store.opensIntents) await this.intents.forget(requests.map(({ id }) => id));
    await this.store.release(requests.map(heldCallOf));
  }
}

function admitAll(waiting: readonly Waiting[], answer: AdmitAnswer): void {
  for (const { request, settle } of waiting) {
    const window = answer.windows.get(request.workloadId);
    settle({ isAdmitted: true, slot: answer.slot, window });
  }
}
