import type { Nano } from '#kernel';
import type { AdmissionRequest } from './admission-request.js';

/** What a running call would be charged if this replica died now. */
export interface CallProgress {
  readonly id: string;
  readonly nano: Nano;
  readonly tokens: number;
}

/**
 * The durable intents of open calls, in the database of record whatever counts their holds. Recording
 * a call ends its intent.
 */
export abstract class IntentStore {
  /** All of them or none, for calls whose holds stand on counters outside of the database. */
  abstract open(batch: readonly AdmissionRequest[]): Promise<void>;

  /** Ends intents of calls that were refused, and nothing else. Safe for unknown ids. */
  abstract forget(ids: readonly string[]): Promise<void>;

  abstract saveProgress(progress: readonly CallProgress[]): Promise<void>;
}
