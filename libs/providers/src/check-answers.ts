import { member, numberOf, refuse, type JsonDocument } from '#kernel';
import type { Protocol, SpokenProtocol } from '#wire';
import { presetOf } from './openai-family/presets.js';

/** Formats in which a provider gives one answer to one request. */
const ONE_ANSWER: ReadonlySet<Protocol> = new Set(['messages', 'converse', 'cohere', 'responses']);

/** Where callers say how many answers they want, in the formats in which they can. */
const COUNTS: { readonly [Format in SpokenProtocol]?: readonly string[] } = {
  chat: ['n'],
  completions: ['n'],
  gemini: ['generationConfig', 'candidateCount'],
};

/**
 * Whoever asks for several answers gets as many or is refused: one alone would be taken for all of them.
 * @param protocol that the provider is asked in
 * @throws field_invalid for more than one of a provider that gives one
 */
export function checkAnswers(
  said: SpokenProtocol,
  protocol: Protocol,
  family: string,
  { root }: JsonDocument,
): void {
  const path = COUNTS[said];
  if (!path || !(ONE_ANSWER.has(protocol) || presetOf(family)?.givesOneAnswer)) return;
  const asked = numberOf(path.reduce<typeof root | undefined>(member, root));
  if (asked === undefined || asked <= 1) return;
  throw refuse('field_invalid', {
    param: path.join('.'),
    message:
      'The chosen model gives one answer to a request. Ask for one, and once for each that is wanted.',
  });
}
