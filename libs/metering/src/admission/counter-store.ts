import type { Nano } from '#kernel';
import type { AdmissionRequest, StoreView } from './admission-request.js';
import type { CounterUse } from './counters.js';

/** A finished call used more or fewer tokens than it had reserved in its slot. */
export interface TokenCorrection {
  readonly workloadId: string;
  readonly slot: number;
  readonly tokens: number;
}

export interface AdmitAnswer extends StoreView {
  /** False: nothing was written, and the view says why. */
  readonly isAdmitted: boolean;
}

/** Where limits are counted. One contract, tested as one, for every implementation. */
export abstract class CounterStore {
  /** All calls of the batch, or none; admitted ones have a durable intent when this resolves. */
  abstract admit(
    batch: readonly AdmissionRequest[],
    corrections: readonly TokenCorrection[],
  ): Promise<AdmitAnswer>;

  /** Undoes admissions whose answer was lost; the calls were refused. Safe for unknown ids. */
  abstract release(ids: readonly string[]): Promise<void>;

  /** More room for a running call; false when a limit would be passed. */
  abstract topUp(id: string, nano: Nano, counters: readonly CounterUse[]): Promise<boolean>;

  /** What running calls would be charged if this replica died now. */
  abstract saveProgress(progress: readonly CallProgress[]): Promise<void>;
}

export interface CallProgress {
  readonly id: string;
  readonly nano: Nano;
  readonly tokens: number;
}
