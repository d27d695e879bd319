import type { ThinkingBudget } from './model-rules.js';

const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 32_768,
};
const ANSWER_TOKENS = 1_024; // What is left for the answer itself.

/**
 * Tokens to think with for an effort, within the limit of the answer; undefined where there is no room
 * for it, and for a word that nobody knows.
 */
export function budgetOf(
  effort: string,
  tokensMax: number,
  { least, most }: ThinkingBudget,
): number | undefined {
  const budget = Math.min(BUDGETS[effort] ?? 0, most, tokensMax - ANSWER_TOKENS);
  return budget >= Math.max(least, 1) ? budget : undefined;
}
