import { byBudget, PLAIN, type MakerRules, type ModelRules } from '../model-rules.js';

export const BUDGET_MIN = 1_024; // Less is refused.
const BUDGET_MAX = 32_768;

/** Without a budget it rests; while it thinks it draws its words itself. */
const budget = (outputTokensMax: number, more: Partial<ModelRules> = {}): ModelRules =>
  byBudget(BUDGET_MIN, BUDGET_MAX, true, {
    sampling: 'at rest',
    restsUnlessAsked: true,
    outputTokensMax,
    ...more,
  });
const adaptive = (words: string, outputTokensMax: number): ModelRules => ({
  ...PLAIN,
  thinking: 'adaptive',
  efforts: words.split(' '),
  sampling: 'at rest',
  restsUnlessAsked: true,
  outputTokensMax,
});
const says = (outputTokensMax: number): ModelRules => ({ ...PLAIN, outputTokensMax });

/** Names come with a date, `-latest`, `@date` or the prefix of a platform. */
export const anthropicModels: MakerRules = {
  names: /claude/,
  rows: [
    [/claude-3-5/, says(8_192)],
    [/claude-(?:instant|2|3-(?:haiku|sonnet|opus))/, says(4_096)],
    [/claude-opus-4(?:-[01])?(?:[-@]\d{8}|$|-v\d)/, budget(32_000)],
    [/claude-(?:3-7|sonnet-4(?:-[01])?(?:[-@]\d{8}|$|-v\d)|(?:sonnet|haiku)-4-5)/, budget(64_000)],
    [/claude-opus-4-5/, budget(64_000, { efforts: ['low', 'medium', 'high'] })],
    [/claude-sonnet-4-6/, adaptive('low medium high max', 64_000)],
    [/claude-opus-4-6/, adaptive('low medium high max', 128_000)],
  ],
  newest: { ...adaptive('low medium high xhigh max', 128_000), sampling: 'never' },
};
