import { knownRules } from '../models/find-rules.js';
import { nearestOf } from '../models/nearest-effort.js';

/**
 * What a model of OpenAI's own accepts for `reasoning_effort` and sampling, by its name. A name that tells
 * nothing, such as that of a deployment, gets what the client wrote: its operator knows it better.
 */

/** The nearest accepted effort, the lower of two equally near; null when it must be left out. */
export function nearestEffort(model: string, asked: string): string | null {
  const rules = knownRules(model);
  // Whoever serves models that are told otherwise makes of the word what they are told by.
  if (!rules || rules.thinking === 'budget' || rules.thinking === 'adaptive') return asked;
  return nearestOf(rules.efforts, asked) ?? null;
}

const SEARCHES = /^gpt-4o(-mini)?-search-preview/;

export const isReasoningModel = (model: string): boolean =>
  (knownRules(model)?.sampling ?? 'always') !== 'always';

const PENALTIES = ['presence_penalty', 'frequency_penalty', 'logit_bias'];
const DRAWING = ['temperature', 'top_p', 'logprobs', 'top_logprobs'];

/**
 * Sampling members that the model would refuse. Reasoning models take no penalties, and choose
 * their words themselves while they reason, which the newer ones can be told not to.
 * @param effort what is sent; undefined leaves it to the model
 */
export function refusedSampling(model: string, effort: string | undefined): readonly string[] {
  if (SEARCHES.test(model)) return ['temperature'];
  const rules = knownRules(model);
  if (!rules || rules.sampling === 'always') return [];
  const isAtRest = effort === 'none' || (effort === undefined && rules.restsUnlessAsked);
  return rules.sampling === 'at rest' && isAtRest ? PENALTIES : [...PENALTIES, ...DRAWING];
}
