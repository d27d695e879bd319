import type { ReceivedCall } from '#call';
import { ANY_KIND, type TokenKinds } from '../price-book/price-of-usage.js';

/** What a call's tokens may be. Strict: whatever the model has a price for; adaptive: what the request says. */
export function kindsToHold({
  expected,
  principal,
}: Pick<ReceivedCall, 'expected' | 'principal'>): TokenKinds {
  if (principal.workload.budget?.mode === 'strict') return ANY_KIND;
  return {
    hasAudio: expected.audioTokens > 0,
    hasImages: expected.imageTokens > 0,
    marksCache: expected.marksCache,
    isSpoken: expected.output?.isSpoken ?? false,
  };
}
