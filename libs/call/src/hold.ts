import type { Nano } from '#kernel';
import type { ServiceTier, Usage, UsageSource } from '#wire';
import type { Endpoint } from './endpoint.js';

/** The money set aside before dispatch. Resolved exactly once: settled or voided. */
export interface Hold {
  readonly nano: Nano;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The endpoints of the route that have a price: only these may be tried. */
  readonly endpoints: readonly Endpoint[];
  /** `x-ratelimit-*` headers for the answer. */
  readonly rateHeaders: Readonly<Record<string, string>>;
}

/** How a hold ended; written to the ledger in the transaction that writes the audit row. */
export interface Charge {
  readonly kind: 'settle' | 'void';
  /** What the answer consumed, as charged: the provider's count, or ours. */
  readonly usage: Usage;
  readonly usageSource: UsageSource;
  readonly nano: Nano;
  readonly holdNano: Nano;
  /** What was spent beyond the hold. */
  readonly overrunNano: Nano;
  readonly priceVersion: number | null;
  /** Of service, that it was charged at; left out where that is the standard one. */
  readonly tier?: ServiceTier;
  readonly currency: string;
  /** What the amount rests on; `bound`: the whole hold, since nobody told what was used of it. */
  readonly basis: 'usage' | 'progress' | 'input_estimate' | 'bound' | 'free' | 'none';
}
