import type { MeteredCall, Outcome } from '#call';
import { NO_USAGE } from '#wire';
import { dueOf } from './charge.js';
import type { HoldSize } from './hold-sizer.js';
import type { OpenHold } from './open-hold.js';

/** An answer that was kept takes no tokens and no money: its request counts, and nothing else. */
export const NOTHING_HELD: HoldSize = {
  nano: 0n,
  inputNano: 0n,
  inputTokens: 0,
  sentTokens: 0,
  outputTokens: 0,
  outputTokensMax: 0,
};

/** Nothing is charged; told is what its provider would have been owed for the same now. */
export function settleCached(call: MeteredCall, hold: OpenHold, outcome: Outcome): Outcome {
  const { answer } = call.cache;
  const price = answer && hold.prices.get(answer.endpoint);
  return {
    ...outcome,
    usage: null,
    charge: {
      kind: 'void',
      nano: 0n,
      holdNano: 0n,
      overrunNano: 0n,
      priceVersion: price?.version ?? null,
      currency: call.principal.organisation.currency,
      usage: NO_USAGE,
      usageSource: 'none',
      basis: 'none',
    },
    ...(answer && { savedNano: price ? dueOf(price, answer.usage) : 0n }),
  };
}
