import type { Nano } from '#kernel';

/** The money set aside before dispatch. Resolved exactly once: settled or voided. */
export interface Hold {
  readonly nano: Nano;
  readonly inputEstimate: number;
  readonly outputHeld: number;
  /** Price book version; null when nothing on the route has a price to apply. */
  readonly priceVersion: number | null;
  /** Counters the hold stands on, see `counterKey` in metering. */
  readonly counters: string;
  /** `x-ratelimit-*` headers for the answer. */
  readonly rateHeaders: Readonly<Record<string, string>>;
}

/** How a hold ended; written to the ledger in the transaction that writes the audit row. */
export interface Charge {
  readonly kind: 'settle' | 'void';
  readonly nano: Nano;
  readonly holdNano: Nano;
  /** What was spent beyond the hold. */
  readonly overrunNano: Nano;
  readonly priceVersion: number | null;
  readonly currency: string;
  /** What the amount rests on. */
  readonly basis: 'usage' | 'progress' | 'input_estimate' | 'free' | 'none';
}
