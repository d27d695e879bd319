import type { Model } from '#call';
import { refuse } from '#kernel';
import type { NamedInput } from '#wire';

const STORED_TOKENS = 32_768; // Before anything was learnt: a long talk, or some dozens of pages.

/**
 * Input tokens to hold, and to charge where nobody counts them, for a call that names input which nobody
 * here sees. Strict: all that the model reads. Adaptive: what such calls usually bring.
 *
 * @throws option_unpriced on a strict budget where that has no bound: no context is known, or a server is
 * asked, by the model and as often as it likes, or the conversation is summed up
 */
export function namedInputToHold(
  named: NamedInput,
  model: Model,
  mode: 'adaptive' | 'strict',
  usual: () => number | undefined,
): number {
  const { contextTokens } = model;
  if (mode === 'adaptive') {
    return Math.min(contextTokens ?? Infinity, 2 * (usual() ?? STORED_TOKENS / 2));
  }
  if (named === 'stored' && contextTokens !== null) return contextTokens;
  throw refuse('option_unpriced', { message: UNBOUNDED[named] });
}

const UNBOUNDED: Readonly<Record<NamedInput, string>> = {
  stored:
    'The request names input that lies elsewhere, and nobody declared the context of the model: what that costs has no bound, so a strict budget does not allow it. Send the input along, or declare context_tokens.',
  server:
    'The model may ask a server as often as it likes: what that costs has no bound, so a strict budget does not allow it. Use a workload with an adaptive budget.',
  passes:
    'The provider may sum the conversation up as often as it likes: what that costs has no bound, so a strict budget does not allow it. Leave out compaction, or use a workload with an adaptive budget.',
};
