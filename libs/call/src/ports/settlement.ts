import type { Nano } from '#kernel';
import type { Tx } from '#platform';

/** One resolved hold, ready to leave `held` and enter `spent`. */
export interface ResolvedHold {
  readonly counters: string;
  readonly holdNano: Nano;
  readonly nano: Nano;
}

/**
 * Moves resolved holds on the counters. The sealer calls it inside the transaction that deletes
 * the pending rows, so each hold settles exactly once.
 */
export abstract class Settlement {
  abstract settle(tx: Tx, resolved: readonly ResolvedHold[]): Promise<void>;
}
