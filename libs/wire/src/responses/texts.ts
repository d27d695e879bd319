import { walkAnswer } from '../texts/walk-answer.js';
import type { TextGrammar } from '../texts/text-grammar.js';
import { RESPONSES_REQUEST } from './request-places.js';

export const responsesTexts: TextGrammar = {
  request: RESPONSES_REQUEST,
  visitAnswer: walkAnswer,
  saysMore: () => true, // Each event of the life cycle is one that some client waits for.
  tokenEchoes: () => [],
};
