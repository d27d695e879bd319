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
  [/^gpt-5\.\d+-codex/, ['low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.1/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-5]/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.\d/, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
  [/^o\d/, ['low', 'medium', 'high']],
];

/** The nearest accepted effort, the lower of two equally near; null when it must be left out. */
export function nearestEffort(model: string, asked: string): string | null {
  const accepted = ACCEPTED.find(([pattern]) => pattern.test(model))?.[1];
  if (!accepted) return asked;
  const wanted = EFFORTS.indexOf(asked as Effort);
  if (wanted < 0) return asked; // An unknown word is for the provider to judge.
  const byDistance = accepted.toSorted(
    (a, b) =>
      Math.abs(EFFORTS.indexOf(a) - wanted) - Math.abs(EFFORTS.indexOf(b) - wanted) ||
      EFFORTS.indexOf(a) - EFFORTS.indexOf(b),
  );
  return byDistance[0] ?? null;
}

const REASONS = /^o\d|^gpt-5(?!.*-chat)/;
const SAMPLES_WITHOUT_EFFORT = /^gpt-5\.[1-9]/;

export const isReasoningModel = (model: string): boolean => REASONS.test(model);

/** Reasoning models refuse sampling parameters, the newer ones only while they reason. */
export const refusesSampling = (model: string, effort: string | undefined): boolean =>
  isReasoningModel(model) && !(SAMPLES_WITHOUT_EFFORT.test(model) && effort === 'none');
