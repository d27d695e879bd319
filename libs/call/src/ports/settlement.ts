import type { Nano } from '#kernel';

/** A call whose money is held, as whoever counts it knows it. */
export interface HeldCall {
  readonly callId: string;
  readonly organisationId: string;
  /** Keys of the counters that its hold stands on, one space between them. */
  readonly counters: string;
}

/**
 * A call that was recorded. How much was held for it is known for certain only where it is held:
 * that grows with a running answer.
 */
export interface ResolvedHold extends HeldCall {
  /** What the call cost, as the ledger has it. */
  readonly nano: Nano;
}

/**
 * Ends the holds of recorded calls. It is told after the record is durable, at least once for each
 * call, so the second time of a call changes nothing.
 */
export abstract class Settlement {
  /** All replicas have to count at one place. */
  abstract readonly keptIn: 'postgres' | 'redis';

  /** Each hold leaves `held`, and what its call cost enters `spent`. */
  abstract settle(resolved: readonly ResolvedHold[]): Promise<void>;

  /** All that is held outside of the database, calls that are just being let in or settled among them. */
  abstract listHeld(): Promise<readonly HeldCall[]>;

  /** Counters outside of the database are made anew from what it says of the organisation. */
  abstract recount(organisationId: string): Promise<void>;
}
