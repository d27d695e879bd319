import { rulesOf } from '../models/find-rules.js';
import type { ModelRules } from '../models/model-rules.js';
import { nearestOf } from '../models/nearest-effort.js';

export const thinkingRule = (model: string): ModelRules => rulesOf('google', model);

/** Calls in a conversation have to be signed; what other makers' models called stands under this. */
export const UNSIGNED = 'skip_thought_signature_validator';

/** Of models that think by a word; older ones refuse what they do not know. */
export const needsSignatures = (model: string): boolean =>
  thinkingRule(model).thinking === 'effort';

/** What a caller asked for, in whichever way. */
export interface AskedThinking {
  /** One of all efforts that any format knows. */
  readonly effort: string | undefined;
  readonly budgetTokens: number | undefined;
}

/** `thinkingConfig` for a model; empty where it is left to the model. */
export interface FittedThinking {
  readonly thinkingLevel?: string;
  readonly thinkingBudget?: number;
}

export function fitThinking(rule: ModelRules, asked: AskedThinking): FittedThinking {
  const { effort, budgetTokens } = asked;
  if (rule.thinking === 'none' || (effort === undefined && budgetTokens === undefined)) return {};
  if (rule.thinking === 'effort') {
    const level = nearestOf(rule.efforts, effort ?? effortOf(budgetTokens ?? 0));
    return level === undefined ? {} : { thinkingLevel: level.toUpperCase() };
  }
  const { least, most, hasOff } = rule.budget;
  const tokens = effort === undefined ? (budgetTokens ?? 0) : tokensOf(effort, most);
  if (tokens === undefined) return {};
  if (tokens === 0 && hasOff) return { thinkingBudget: 0 };
  return { thinkingBudget: Math.min(Math.max(tokens, least), most) };
}

const OUTPUT_TOKENS = 65_536; // What these models may say at most; a budget is a part of it.
const SHARES: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
};

/** Undefined for a word that nobody knows. */
function tokensOf(effort: string, most: number): number | undefined {
  if (effort === 'xhigh' || effort === 'max') return most;
  const share = SHARES[effort];
  return share === undefined ? undefined : Math.round(share * OUTPUT_TOKENS);
}

/** Budgets up to here, lowest first; what is above is high. */
const BUDGETS: readonly (readonly [tokens: number, effort: string])[] = [
  [0, 'none'],
  [1_024, 'minimal'],
  [4_096, 'low'],
  [12_288, 'medium'],
];

const effortOf = (tokens: number): string =>
  BUDGETS.find(([most]) => tokens <= most)?.[1] ?? 'high';
