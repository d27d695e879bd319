import type { Model } from '#call';
import type { Conversation } from '#wire';
import type { ModelRules } from './model-rules.js';

type Sampling = Conversation['sampling'];

/** The limit that the caller asked for, within what the model can say. */
export function fitTokensMax(
  sampling: Sampling,
  rules: ModelRules,
  { outputTokensMax }: Model,
): Sampling {
  const most = outputTokensMax ?? rules.outputTokensMax;
  if (sampling.tokensMax === undefined || most === null) return sampling;
  return { ...sampling, tokensMax: Math.min(sampling.tokensMax, most) };
}
