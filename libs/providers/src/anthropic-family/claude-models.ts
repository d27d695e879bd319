import type { Thinking } from '#wire';
import { budgetOf } from '../models/budget-of.js';
import { knownRules, rulesOf } from '../models/find-rules.js';
import { BUDGET_MIN } from '../models/makers/anthropic.js';
import type { ModelRules } from '../models/model-rules.js';

export const claudeRules = (model: string): ModelRules => rulesOf('anthropic', model);

/** Is it one of these by its name? Other makers' models speak the format, too, and judge by rules of their own. */
export const isClaude = (model: string): boolean => knownRules(model) === claudeRules(model);

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

/** Of callers who leave it to the model, and do not say how much. */
const EFFORT_UNSAID = 'medium';

/**
 * What a caller said of thinking itself, as the model takes it: a budget that is enough and leaves room for
 * the answer, or the model's own choice where it has one. Undefined where it cannot be asked to think.
 */
export function fitThinking(
  rules: ModelRules,
  said: Thinking,
  effort: string | undefined,
  turn: ThinkingTurn,
): Thinking | undefined {
  if (rules.thinking === 'none') return undefined;
  if (said.mode === 'disabled') return said;
  const budgetTokens = takesBudget(rules, turn) ? fitBudget(said, turn) : undefined;
  if (said.mode === 'enabled' && budgetTokens !== undefined) {
    return { mode: 'enabled', budgetTokens };
  }
  if (rules.thinking === 'adaptive') return { mode: 'adaptive' };
  return said.mode === 'enabled' ? undefined : thinkingFor(rules, effort ?? EFFORT_UNSAID, turn);
}

/** The newest models, who draw their words themselves, refuse any. */
const takesBudget = ({ sampling }: ModelRules, { isForced, goesOnUnsigned }: ThinkingTurn) =>
  sampling !== 'never' && !isForced && !goesOnUnsigned;

const ANSWER_TOKENS = 1_024; // What is left for the answer where the budget would take all of it.

function fitBudget({ budgetTokens = 0 }: Thinking, { tokensMax }: ThinkingTurn) {
  const wanted = Math.max(budgetTokens, BUDGET_MIN);
  const budget = wanted < tokensMax ? wanted : tokensMax - ANSWER_TOKENS;
  return budget >= BUDGET_MIN ? budget : undefined;
}
