import { itemsOf, member, stringOf, type JsonDocument } from '#kernel';
import type { Span } from '../reply.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer } from '../texts/walk-answer.js';
import { GEMINI_REQUEST } from './request-places.js';

/** Log probabilities: their tokens spell the text. */
const tokenEchoes = ({ root }: JsonDocument): readonly Span[] =>
  itemsOf(member(root, 'candidates')).flatMap((candidate) => {
    const node = member(candidate, 'logprobsResult');
    return node ? [node] : [];
  });

export const geminiTexts: TextGrammar = {
  request: GEMINI_REQUEST,
  visitAnswer: walkAnswer,
  saysMore,
  tokenEchoes,
};

/** A reason to end, a usage of the whole, a call, a signature or the like: all but lone texts. */
function saysMore({ root }: JsonDocument): boolean {
  const candidates = itemsOf(member(root, 'candidates'));
  if (candidates.length === 0) return true;
  return candidates.some((candidate) => {
    const parts = itemsOf(member(member(candidate, 'content'), 'parts'));
    if (stringOf(member(candidate, 'finishReason')) !== undefined || parts.length === 0)
      return true;
    return parts.some(
      (part) =>
        part.kind !== 'object' || part.keys.some((key) => key !== 'text' && key !== 'thought'),
    );
  });
}
