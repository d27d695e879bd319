import type { Thinking } from '#wire';

/**
 * What models of this maker accept, by their names. `budget`: thinking is asked for in tokens;
 * `adaptive`: the model decides, and effort tells it how much. A newer model than is known here is
 * taken for one of the newest.
 */
export interface ClaudeRules {
  readonly thinking: 'none' | 'budget' | 'adaptive';
  /** Efforts of `output_config`, lowest first. */
  readonly efforts: readonly string[];
  /** Temperature, `top_p` and `top_k` are refused always; all models refuse them while they think. */
  readonly refusesSampling: boolean;
}

const NO_THINKING: ClaudeRules = { thinking: 'none', efforts: [], refusesSampling: false };
const BUDGET: ClaudeRules = { thinking: 'budget', efforts: [], refusesSampling: false };
const NEWEST: ClaudeRules = {
  thinking: 'adaptive',
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  refusesSampling: true,
};

/** First match counts. Names come with a date, `-latest`, `@date` or the prefix of a platform. */
const RULES: readonly (readonly [RegExp, ClaudeRules])[] = [
  [/claude-(?:instant|2|3-(?:haiku|sonnet|opus|5))/, NO_THINKING],
  [/claude-(?:3-7|(?:sonnet|opus)-4(?:-[01])?(?:[-@]\d{8}|$|-v\d)|(?:sonnet|haiku)-4-5)/, BUDGET],
  [/claude-opus-4-5/, { ...BUDGET, efforts: ['low', 'medium', 'high'] }],
  [
    /claude-(?:sonnet|opus)-4-6/,
    { thinking: 'adaptive', efforts: ['low', 'medium', 'high', 'max'], refusesSampling: false },
  ],
];

export const claudeRules = (model: string): ClaudeRules =>
  RULES.find(([pattern]) => pattern.test(model))?.[1] ?? NEWEST;

/** Where neither caller nor settings say how long an answer may be, and the format demands it. */
export const OUTPUT_TOKENS_DEFAULT = 4_096;

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
  { thinking }: ClaudeRules,
  effort: string,
  { tokensMax, isForced, goesOnUnsigned }: ThinkingTurn,
): Thinking | undefined {
  if (effort === 'none') return thinking === 'adaptive' ? { mode: 'disabled' } : undefined;
  if (thinking === 'adaptive') return { mode: 'adaptive' };
  const budgetTokens = budgetOf(effort, tokensMax);
  if (budgetTokens === undefined || isForced || goesOnUnsigned) return undefined;
  return { mode: 'enabled', budgetTokens };
}

const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 32_768,
};
const BUDGET_MIN = 1_024; // Less is refused.
const ANSWER_TOKENS = 1_024; // What is left for the answer itself.

/** Tokens to think with, within the limit of the answer; undefined where there is no room for it. */
function budgetOf(effort: string, tokensMax: number): number | undefined {
  const budget = Math.min(BUDGETS[effort] ?? 0, tokensMax - ANSWER_TOKENS);
  return budget >= BUDGET_MIN ? budget : undefined;
}
