import { Injectable } from '@nestjs/common';
import { Clock, refuse, type GatewayError, type Nano } from '#kernel';
import { AdmissionLane } from './admission-lane.js';
import { heldCallOf, type AdmissionRequest, type Verdict } from './admission-request.js';
import { COMMIT_MS_MAX } from './commit-ms-max.js';
import { CounterStore, type GrowingHold, type TokenCorrection } from './counter-store.js';
import { countersAt, type CounterUse } from './counters.js';
import { IntentStore } from './intent-store.js';
import { limitReached } from './limit-reached.js';
import { OpenGrowths } from './open-growths.js';
import { RefusedLimits } from './refused-limits.js';

const WAITING_MAX = 10_000; // At a few thousand calls a second this is seconds of waiting already.
const RELEASE_RETRY_MS = 1_000;
const ALL = ''; // The one lane where the store lets in the calls of all organisations at once.

/** Lets calls in, and lets the holds of running ones grow. */
@Injectable()
export class Admission {
  readonly refusedLimits = new RefusedLimits();
  /** Where counters lie on several servers, one that is away must not hold up the calls of others. */
  private readonly lanes = new Map<string, AdmissionLane>();
  private waiting = 0;
  /** Refused, yet perhaps held: an answer was lost, or the intent failed. To the time of that. */
  private readonly uncertain = new Map<AdmissionRequest, number>();
  private isReleasing = false;
  private readonly growths: OpenGrowths;

  constructor(
    private readonly store: CounterStore,
    private readonly intents: IntentStore,
    private readonly clock: Clock,
  ) {
    this.growths = new OpenGrowths(store, intents, clock);
  }

  /** Never rejects: a store that cannot be reached is a refusal, too. */
  async admit(asked: AdmissionRequest): Promise<Verdict> {
    const request = this.withLimitsOfNow(asked);
    if (this.waiting >= WAITING_MAX) {
      return { isAdmitted: false, error: refuse('gateway_overloaded') };
    }
    this.waiting++;
    const verdict = await this.laneOf(request.organisationId).admit(request);
    this.waiting--;
    if (!verdict.isAdmitted) this.refusedLimits.note(request, verdict.error.key);
    return verdict;
  }

  /** Puts a finished call's tokens right with the next batch. */
  correct(correction: TokenCorrection): void {
    if (correction.tokens !== 0) this.laneOf(correction.organisationId).correct(correction);
  }

  /**
   * More room for a running call, as `CounterStore.topUp`. Its intent grows first: counters that are made
   * anew in between hold too much then, and never too little. One that fails half-way is put right later.
   */
  topUp(
    call: GrowingHold,
    wanted: { readonly nano: Nano; readonly least: Nano },
    admitted: readonly CounterUse[],
  ): Promise<Nano> {
    const counters = countersAt(admitted, this.clock.nowMs());
    if (this.store.opensIntents) return this.store.topUp(call, wanted, counters);
    return this.growths.run(call, async () => {
      await this.intents.grow(call.callId, wanted.nano);
      const grown = await this.store.topUp(call, wanted, counters);
      if (grown < wanted.nano) await this.intents.grow(call.callId, grown - wanted.nano);
      return grown;
    });
  }

  /**
   * Which counter has no room for `least` more, as the refusal of a call would say it. Of several the first
   * one, in their order; where others have given back meanwhile, the one with the least room.
   */
  async limitOf(
    { organisationId }: GrowingHold,
    admitted: readonly CounterUse[],
    least: Nano,
  ): Promise<GatewayError | undefined> {
    const counters = countersAt(admitted, this.clock.nowMs());
    const used = await this.store.used(organisationId, counters);
    const limited = counters.flatMap((use) => {
      const { key, limitNano } = use;
      const usedNano = used.get(key) ?? 0n;
      return limitNano === null ? [] : { use, limitNano, usedNano, room: limitNano - usedNano };
    });
    const full =
      limited.find(({ room }) => room < least) ??
      limited.toSorted((a, b) => (a.room < b.room ? -1 : 1))[0];
    if (!full) return undefined;
    this.refusedLimits.noteUse(full.use);
    return limitReached(full.use, full.limitNano, full.usedNano, this.clock.nowMs());
  }

  private withLimitsOfNow(request: AdmissionRequest): AdmissionRequest {
    const nowMs = this.clock.nowMs();
    const counters = countersAt(request.counters, nowMs);
    const otherwise = request.otherwise && countersAt(request.otherwise, nowMs);
    const isSame = counters === request.counters && otherwise === request.otherwise;
    return isSame ? request : { ...request, counters, otherwise };
  }

  private laneOf(organisationId: string): AdmissionLane {
    const name = this.store.opensIntents ? ALL : organisationId;
    let lane = this.lanes.get(name);
    if (!lane) {
      lane = new AdmissionLane(this.store, this.intents, this.clock, (requests) =>
        this.releaseLater(requests),
      );
      this.lanes.set(name, lane);
    }
    return lane;
  }

  private releaseLater(requests: readonly AdmissionRequest[]): void {
    const nowMs = this.clock.monotonicMs();
    for (const request of requests) this.uncertain.set(request, nowMs);
    void this.releaseUncertain();
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
