import { arrayOf, itemsOf, member, type JsonDocument } from '#kernel';
import type { Span } from '../reply.js';
import { walkAnswer } from '../texts/walk-answer.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { RESPONSES_REQUEST } from './request-places.js';

export const responsesTexts: TextGrammar = {
  request: RESPONSES_REQUEST,
  visitAnswer: walkAnswer,
  saysMore: () => true, // Each event of the life cycle is one that some client waits for.
  tokenEchoes,
};

/** Log probabilities: their tokens spell the text. */
function tokenEchoes({ root }: JsonDocument): readonly Span[] {
  const item = member(root, 'item');
  const items = [
    ...itemsOf(member(member(root, 'response') ?? root, 'output')),
    ...(item ? [item] : []),
  ];
  const parts = [
    root,
    member(root, 'part'),
    ...items.flatMap((one) => itemsOf(member(one, 'content'))),
  ];
  return parts.flatMap((part) => arrayOf(member(part, 'logprobs')) ?? []);
}
