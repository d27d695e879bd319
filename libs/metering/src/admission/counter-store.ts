import { type HeldCall, Settlement } from '#call';
import type { Nano } from '#kernel';
import type { AdmissionRequest, StoreView } from './admission-request.js';
import type { CounterUse } from './counters.js';

/** A finished call used more or fewer tokens than it had reserved in its slot. */
export interface TokenCorrection {
  readonly organisationId: string;
  readonly workloadId: string;
  readonly slot: number;
  readonly tokens: number;
}

export interface AdmitAnswer extends StoreView {
  /** False: nothing was written, and the view says why. */
  readonly isAdmitted: boolean;
  /** Which making of counters outside of the database the holds stand on. */
  readonly generation?: string;
}

export type GrowingHold = Pick<HeldCall, 'callId' | 'organisationId'>;

/**
 * Where limits are counted: money that is held and spent, and the rate windows. One contract,
 * tested as one, for every implementation.
 */
export abstract class CounterStore extends Settlement {
  /** True: `admit` opens the intents in the same step, and `release` forgets them. */
  abstract readonly opensIntents: boolean;

  /** All calls of the batch, or none. Where intents are opened apart, all are of one organisation. */
  abstract admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer>;

  /** Takes back the holds of calls that were refused. Safe for calls that were never admitted. */
  abstract release(calls: readonly HeldCall[]): Promise<void>;

  /**
   * More room for a running call: as much of `nano` as every counter has left, and nothing if that is
   * less than `least`. Returns what was added to its hold.
   */
  abstract topUp(
    call: GrowingHold,
    wanted: { readonly nano: Nano; readonly least: Nano },
    counters: readonly CounterUse[],
  ): Promise<Nano>;

  /** What a running call holds; undefined where nobody can say, or it holds nothing any more. */
  abstract holdOf(call: GrowingHold): Promise<Nano | undefined>;

  /** Spent plus held of each, by counter key. It writes nothing. */
  abstract used(
    organisationId: string,
    counters: readonly CounterUse[],
  ): Promise<ReadonlyMap<string, Nano>>;

  /** Resolves when new holds stand on counters that intents may be opened on. */
  abstract renew(organisationId: string): Promise<void>;
}
