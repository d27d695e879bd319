import type { ExpectedOutput, Model } from '#call';

export const TOP_UP_TOKENS = 4_096; // One top-up a few pages: rare enough to cost nothing.
export const TOP_UP_LEAST_TOKENS = 64; // What is left of a budget is asked for in no smaller pieces.
export const TOP_UP_AT = 0.8; // The rest covers what arrives while the store answers.
const SMALL_TOKENS = 4_096; // Bounds up to here are held in full; nobody notices the difference.
const ADAPTIVE_MIN_TOKENS = 2_048;
const UNKNOWN_MAX_TOKENS = 32_768; // Strict holds of a model whose maximum nobody declared.

/**
 * Output tokens to hold for one choice. Strict: the caller's bound or the model's maximum.
 * Adaptive: what such calls usually need, with top-ups on the way; holding the worst case would
 * stop a coding agent at a fraction of its budget.
 */
export function outputToHold(
  output: ExpectedOutput,
  model: Model,
  mode: 'adaptive' | 'strict',
  usual: () => number | undefined,
): number {
  const most = outputMost(output, model);
  if (mode === 'strict') return Number.isFinite(most) ? most : UNKNOWN_MAX_TOKENS;
  if (most <= SMALL_TOKENS) return most;
  return Math.min(most, Math.max(ADAPTIVE_MIN_TOKENS, 2 * (usual() ?? 0)));
}

/** What one choice can bring at most: the caller's bound or the model's own, where one is known. */
export const outputMost = (output: ExpectedOutput, model: Model): number =>
  Math.min(output.tokensMax ?? Infinity, model.outputTokensMax ?? Infinity);
