import { anthropicModels } from './makers/anthropic.js';
import { googleModels } from './makers/google.js';
import {
  cohereModels,
  deepseekModels,
  gptOssModels,
  mistralModels,
  xaiModels,
} from './makers/open-models.js';
import { openaiModels } from './makers/openai.js';
import { bareName, type MakerRules, type ModelRules } from './model-rules.js';

const MAKERS = {
  openai: openaiModels,
  anthropic: anthropicModels,
  google: googleModels,
  mistral: mistralModels,
  cohere: cohereModels,
  deepseek: deepseekModels,
  xai: xaiModels,
  'gpt-oss': gptOssModels,
} as const;

export type Maker = keyof typeof MAKERS;

/** By the maker that its name tells; undefined for one that nobody here knows. */
export function knownRules(model: string): ModelRules | undefined {
  const name = bareName(model);
  const maker = Object.values<MakerRules>(MAKERS).find(({ names }) => names.test(name));
  return maker && rulesIn(maker, name);
}

/**
 * The same at a provider that serves one maker's models alone, whatever they are called there. A name
 * that tells nothing is taken for one of the newest, but for the numbers.
 */
export function rulesOf(maker: Maker, model: string): ModelRules {
  const rules: MakerRules = MAKERS[maker];
  const name = bareName(model);
  const found = rulesIn(rules, name);
  return rules.names.test(name) ? found : { ...found, outputTokensMax: null };
}

const rulesIn = ({ rows, newest }: MakerRules, name: string): ModelRules =>
  rows.find(([names]) => names.test(name))?.[1] ?? newest;
