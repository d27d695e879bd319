import type { Thinking } from '#wire';
import { budgetOf } from '../models/budget-of.js';
import { rulesOf } from '../models/find-rules.js';
import type { ModelRules } from '../models/model-rules.js';

export const claudeRules = (model: string): ModelRules => rulesOf('anthropic', model);

const OUTPUT_TOKENS_DEFAULT = 4_096; // Of a model that nobody knows, which the format demands a limit for.

/**
 * The limit of an answer: what the caller asked for, within what the model can say. The settings know the
 * model better than its name does.
 */
export function tokensMaxOf(
  rules: ModelRules,
  asked: number | undefined,
  declared: number | null,
): number {
  const most = declared ?? rules.outputTokensMax;
  return Math.min(asked ?? most ?? OUTPUT_TOKENS_DEFAULT, most ?? Infinity);
}

/** What decides, beside the model, whether it may be asked to think. */
export interface ThinkingTurn {
  /** The limit of the answer. */
  readonly tokensMax: number;
  /** A tool must be called: that and a budget to think exclude each other, and the tool was asked for. */
  readonly isForced: boolean;
  /** In the middle of a loop of tools whose calls were not thought out under its own signature. */
  readonly goesOnUnsigned: boolean;
}

/** How an effort is asked for; undefined where it cannot be. */
export function thinkingFor(
  { thinking, budget }: ModelRules,
  effort: string,
  { tokensMax, isForced, goesOnUnsigned }: ThinkingTurn,
): Thinking | undefined {
  if (effort === 'none') return thinking === 'adaptive' ? { mode: 'disabled' } : undefined;
  if (thinking === 'adaptive') return { mode: 'adaptive' };
  const budgetTokens = budgetOf(effort, tokensMax, budget);
  if (budgetTokens === undefined || isForced || goesOnUnsigned) return undefined;
  return { mode: 'enabled', budgetTokens };
}
