import type { AnswerTexts } from '../texts/text-grammar.js';
import { walkAnswer } from '../texts/walk-answer.js';

/** No caller gets a payload of this format, so each is kept for the events that it tells. */
export const converseTexts: AnswerTexts = {
  visitAnswer: walkAnswer,
  saysMore: () => true,
  tokenEchoes: () => [],
};
