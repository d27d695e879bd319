import { byEffort, PLAIN, type MakerRules, type ModelRules } from '../model-rules.js';

const LARGE = 128_000;

/** Draws its words itself, but where it can be told not to reason, and is. */
const reasons = (words: string, more: Partial<ModelRules> = {}): ModelRules =>
  byEffort(words, {
    sampling: words.startsWith('none') ? 'at rest' : 'never',
    outputTokensMax: LARGE,
    ...more,
  });
const RESTS = { restsUnlessAsked: true } as const;
const says = (outputTokensMax: number): ModelRules => ({ ...PLAIN, outputTokensMax });
const NEWEST = reasons('low medium high xhigh max');

export const openaiModels: MakerRules = {
  names: /^(?:gpt-\d|chatgpt-|o\d)/,
  rows: [
    [/^gpt-\d.*-chat(?:-latest)?$|^chatgpt-/, says(16_384)],
    [/^gpt-4\.1/, says(32_768)],
    [/^gpt-4o/, says(16_384)],
    [/^gpt-4(?:-\d{4})?$/, says(8_192)],
    [/^gpt-[34]/, says(4_096)],
    [/^gpt-5-pro/, reasons('high', { outputTokensMax: 272_000 })],
    [/^gpt-5\.\d+-pro/, reasons('medium high xhigh')],
    [/^gpt-5-codex|^gpt-5\.1-codex(?:-mini)?(?:-\d|$)/, reasons('low medium high')],
    [/^gpt-5\.[12]-codex/, reasons('low medium high xhigh')],
    [/^gpt-5(?:-|$)/, reasons('minimal low medium high')],
    [/^gpt-5\.1/, reasons('none low medium high', RESTS)],
    [/^gpt-5\.[2-4]/, reasons('none low medium high xhigh', RESTS)],
    [/^gpt-5\.5/, reasons('none low medium high xhigh')],
    [/^gpt-5\./, reasons('none low medium high xhigh max')],
    [/^o\d.*-deep-research/, reasons('medium', { outputTokensMax: 100_000 })],
    [/^o\d/, reasons('low medium high', { outputTokensMax: 100_000 })],
  ],
  newest: NEWEST,
};
