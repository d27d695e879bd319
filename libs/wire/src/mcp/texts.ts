import { member, type JsonNode, type Steps } from '#kernel';
import { object } from '../texts/place.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { walkAnswer, type AnswerVisitor } from '../texts/walk-answer.js';

/** No schema of the gateway's says what stands where: keys, numbers and strings are all looked at. */
const ARGUMENTS = object({});

/** Of arguments of tools, and of what tools answer: their result, or why there is none. */
export const mcpTexts: TextGrammar = {
  request: ARGUMENTS,
  visitAnswer: (root: JsonNode, visitor: AnswerVisitor): Steps<void> =>
    walkAnswer(member(root, 'result') ?? member(root, 'error') ?? root, visitor, true),
  saysMore: () => true,
  tokenEchoes: () => [],
};
