import { nearestOf } from '../nearest-effort.js';

/**
 * How models of this maker are told how much to think, by their names. `level`: by a word; `budget`: in
 * tokens. A newer model than is known here is taken for one of the newest.
 */
export type ThinkingRule =
  | { readonly by: 'none' }
  | { readonly by: 'level'; readonly levels: readonly string[] }
  | {
      readonly by: 'budget';
      readonly least: number;
      readonly most: number;
      /** 0 tokens are taken, too. */
      readonly hasOff: boolean;
    };

const NONE: ThinkingRule = { by: 'none' };
const levels = (words: string): ThinkingRule => ({ by: 'level', levels: words.split(' ') });
const NEWEST = levels('low medium high');

/** First match counts. */
const RULES: readonly (readonly [RegExp, ThinkingRule])[] = [
  [/gemma|gemini-(?:1|2\.0)|-(?:image|tts|embedding|live)/, NONE],
  [/gemini-2\.5-flash-lite/, { by: 'budget', least: 512, most: 24_576, hasOff: true }],
  [/gemini-2\.5-pro/, { by: 'budget', least: 128, most: 32_768, hasOff: false }],
  [/gemini-2\.5/, { by: 'budget', least: 0, most: 24_576, hasOff: true }],
  [/gemini-3-pro/, levels('low high')],
  [/gemini-3(?:\.[0-5])?-flash/, levels('minimal low medium high')],
];

export const thinkingRule = (model: string): ThinkingRule =>
  RULES.find(([pattern]) => pattern.test(model))?.[1] ?? NEWEST;

/** Calls in a conversation have to be signed; what other makers' models called stands under this. */
export const UNSIGNED = 'skip_thought_signature_validator';

/** Of models that think by a word; older ones refuse what they do not know. */
export const needsSignatures = (model: string): boolean => thinkingRule(model).by === 'level';

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

export function fitThinking(rule: ThinkingRule, asked: AskedThinking): FittedThinking {
  const { effort, budgetTokens } = asked;
  if (rule.by === 'none' || (effort === undefined && budgetTokens === undefined)) return {};
  if (rule.by === 'level') {
    const level = nearestOf(rule.levels, effort ?? effortOf(budgetTokens ?? 0));
    return level === undefined ? {} : { thinkingLevel: level.toUpperCase() };
  }
  const tokens = effort === undefined ? (budgetTokens ?? 0) : tokensOf(effort, rule.most);
  if (tokens === undefined) return {};
  if (tokens === 0 && rule.hasOff) return { thinkingBudget: 0 };
  return { thinkingBudget: Math.min(Math.max(tokens, rule.least), rule.most) };
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
