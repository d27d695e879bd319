/**
 * What a model of OpenAI's own accepts for `reasoning_effort` and sampling. Endpoints of other
 * makers get what the client wrote: the gateway does not know them better than their operator.
 */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
type Effort = (typeof EFFORTS)[number];

const NOTHING: readonly Effort[] = [];
/** First match counts, so the special ones stand before their families. */
const ACCEPTED: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^gpt-(3|4)|-chat-latest$|-chat$/, NOTHING],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.\d+-pro/, ['medium', 'high', 'xhigh']],
  [/^gpt-5(-mini|-nano)?(-\d{4}|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5-codex|^gpt-5\.1-codex(-mini)?(-\d|$)/, ['low', 'medium', 'high']],
  [/^gpt-5\.[12]-codex/, ['low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.1/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-5]/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.\d/, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
  [/^gpt-6/, ['low', 'medium', 'high', 'xhigh', 'max']],
  [/^o\d.*-deep-research/, ['medium']],
  [/^o\d/, ['low', 'medium', 'high']],
];
const acceptedBy = (model: string) => ACCEPTED.find(([pattern]) => pattern.test(model))?.[1];

/** The nearest accepted effort, the lower of two equally near; null when it must be left out. */
export function nearestEffort(model: string, asked: string): string | null {
  const accepted = acceptedBy(model);
  if (!accepted) return asked;
  const wanted = EFFORTS.indexOf(asked as Effort);
  if (wanted < 0) return asked; // An unknown word is for the provider to judge.
  // Whoever asks for a little thought does not want none at all.
  const near = asked === 'none' ? accepted : accepted.filter((effort) => effort !== 'none');
  const byDistance = near.toSorted(
    (a, b) =>
      Math.abs(EFFORTS.indexOf(a) - wanted) - Math.abs(EFFORTS.indexOf(b) - wanted) ||
      EFFORTS.indexOf(a) - EFFORTS.indexOf(b),
  );
  return byDistance[0] ?? null;
}

const REASONS = /^o\d|^gpt-[56](?!.*-chat)/;
const RESTS_UNLESS_ASKED = /^gpt-5\.[1-4]/;
const SEARCHES = /^gpt-4o(-mini)?-search-preview/;

export const isReasoningModel = (model: string): boolean => REASONS.test(model);

const PENALTIES = ['presence_penalty', 'frequency_penalty', 'logit_bias'];
const DRAWING = ['temperature', 'top_p', 'logprobs', 'top_logprobs'];

/**
 * Sampling members that the model would refuse. Reasoning models take no penalties, and choose
 * their words themselves while they reason, which the newer ones can be told not to.
 * @param effort what is sent; undefined leaves it to the model
 */
export function refusedSampling(model: string, effort: string | undefined): readonly string[] {
  if (SEARCHES.test(model)) return ['temperature'];
  if (!isReasoningModel(model)) return [];
  const canRest = acceptedBy(model)?.includes('none') ?? false;
  const isAtRest = effort === 'none' || (effort === undefined && RESTS_UNLESS_ASKED.test(model));
  return canRest && isAtRest ? PENALTIES : [...PENALTIES, ...DRAWING];
}
