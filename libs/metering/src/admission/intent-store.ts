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
  /**
   * All of them or none, for calls of one organisation whose holds stand on counters outside of the
   * database. False: those counters were made anew meanwhile, and nothing was opened.
   */
  abstract open(batch: readonly AdmissionRequest[], generation?: string): Promise<boolean>;

  /** A hold outside of the database grows: its intent has to tell so, should the counters be lost. */
  abstract grow(id: string, nano: Nano): Promise<void>;

  /** The same where it is known how large the hold is. Safe for unknown ids. */
  abstract setHold(id: string, nano: Nano): Promise<void>;

  /** Ends intents of calls that were refused, and nothing else. Safe for unknown ids. */
  abstract forget(ids: readonly string[]): Promise<void>;

  abstract saveProgress(progress: readonly CallProgress[]): Promise<void>;
}
